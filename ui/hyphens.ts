/** Words that may be longer than a card or a phone's heading is wide. */
const longWord = /\p{L}{13}/u;

/**
 * Divides a text's words at the ends of lines, only if it has long ones. The first such text on a page costs 8 ms for the browser's dictionary, four
 * times that on a phone, before anything is painted. See docs/decisions/0380.
 */
export function hyphensFor(text: string) {
  return longWord.test(text) ? "hyphens-auto" : "";
}
