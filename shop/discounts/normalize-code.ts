import { normalizeText } from "../text/normalize-text.ts";

/**
 * A code as it is stored and compared: whatever its case, spaces and width ("ｓｐｒｉｎｇ 10" is SPRING10). All four i's of Turkish are one, and so are
 * ß, ẞ and SS.
 */
export function normalizeCode(typed: string) {
  // Pasted codes bring invisible characters along, and capitals may compose anew.
  const folded = normalizeText(typed, "NFKC")
    .replaceAll(/[\s\p{Cf}]+/gu, "")
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .toUpperCase();
  return normalizeText(folded, "NFKC");
}
