/**
 * What shoppers and suppliers wrote must not steer the owner's terminal: neither control characters (C0, DEL and C1) nor marks that
 * reorder or hide text (Unicode's general category C, and its line separators).
 */
const unprintable = /[\p{C}\u2028\u2029]/gu;

/** A text in one line, without anything that can't be printed. */
export function terminalText(text: string) {
  return text.replace(new RegExp(`${unprintable.source}+`, "gu"), " ");
}

/** A value as JSON, in which everything but printable characters and line breaks is escaped; it reads as the same value. */
export function terminalJson(value: unknown) {
  return JSON.stringify(value, null, 2).replace(unprintable, (sign) => (sign === "\n" ? sign : escapeUnits(sign)));
}

/** Characters beyond U+FFFF are two escapes in JSON. */
function escapeUnits(sign: string) {
  return sign
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
