/**
 * A queue with one line per key. Within a line the first in is the first out, and lines take turns, so that a long line delays the others by
 * one item per turn.
 */
export class FairQueue<Item> {
  /** The line whose turn is next comes first. */
  readonly #lines = new Map<string, Set<Item>>();

  get isEmpty() {
    return this.#lines.size === 0;
  }

  add(key: string, item: Item) {
    const line = this.#lines.get(key);
    if (line) line.add(item);
    else this.#lines.set(key, new Set([item]));
  }

  /** Removes an item that no longer needs its turn. */
  delete(key: string, item: Item) {
    const line = this.#lines.get(key);
    if (line?.delete(item) && line.size === 0) this.#lines.delete(key);
  }

  /** Removes and returns the next item. @param isAllowed passes over the lines of some keys, which keep their turn */
  take(isAllowed: (key: string) => boolean = () => true): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (!isAllowed(key)) continue;
      const [item] = line;
      this.#lines.delete(key);
      line.delete(item as Item);
      if (line.size > 0) this.#lines.set(key, line);
      return item;
    }
    return undefined;
  }
}
