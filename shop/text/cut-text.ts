/** In UTF-16 units: no character that people write is longer. */
const longestCharacter = 200;
const characters = new Intl.Segmenter();

/**
 * The beginning of a text, of at most so many UTF-16 units. It ends between two characters as readers see them: an emoji of several parts, or a letter
 * with its accents, is kept whole or left out.
 */
export function cutText(text: string, limit: number) {
  if (text.length <= limit) return text;
  const end = characters.segment(text.slice(0, limit + longestCharacter)).containing(limit)?.index ?? limit;
  return text.slice(0, end).toWellFormed();
}
