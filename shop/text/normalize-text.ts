/**
 * Normalizes a text. A letter keeps its first 30 marks, as in Unicode's stream-safe text format (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format):
 * no language needs so many, and thousands in turns take minutes to sort.
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD") {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, "$1").normalize(form);
}
