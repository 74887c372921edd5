import { LRUCache } from "lru-cache";

/**
 * Remembers what a function found for a text, for what each request asks for. The texts that were asked for longest ago make room. lru-cache's own `memo`
 * copies its options at each call, which takes longer than the look-up.
 *
 * @param capacity characters of all texts and what was found for them
 * @param find is called each time for a text for which it finds nothing
 */
export function remember<Found extends string | undefined>(capacity: number, find: (text: string) => Found) {
  const known = new LRUCache<string, NonNullable<Found>>({
    maxSize: capacity,
    sizeCalculation: (found, text) => found.length + text.length + 1,
  });
  return (text: string): Found => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = find(text);
    if (found !== undefined) known.set(text, found);
    return found;
  };
}
