import { normalizeText } from "../text/normalize-text.ts";

/** Longer texts end in "…": an invoice says what was sold, it doesn't repeat the description. UTF-16 units. */
const longest = 1000;

/** What has no shape and changes others, such as overrides of the direction. Joiners, variants and the tags of flags stay: letters and emoji need them. */
const hidden =
  /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** More marks on one letter than any language has would cover the lines above. */
const stacked = /(\p{M}{8})\p{M}+/gu;

/** A text that people typed, on one line and ready to draw: composed, without lone surrogates and control characters. */
export function toPrintable(text: string) {
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  const letters = normalizeText(short.toWellFormed(), "NFC").replaceAll(/\s+/g, " ").replaceAll(hidden, "");
  return letters.replaceAll(stacked, "$1").trim();
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What readers see as single characters: letters with their marks, emoji with their parts. */
export function clustersOf(text: string) {
  // Plain ASCII needs no segmenter, which is far slower. Control characters do: CR and LF are one cluster.
  if (/^[ -~]*$/.test(text)) return Array.from(text);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** "U+10A00" */
export function codePointOf(character: string) {
  const code = character.codePointAt(0)?.toString(16).toUpperCase() ?? "";
  return `U+${code.padStart(4, "0")}`;
}
