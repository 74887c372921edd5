/** How a spreadsheet's country writes decimals: files with commas between cells have points, all others commas. */
export type DecimalMark = "." | ",";

const plain = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** The same with a comma for the point, as a German spreadsheet writes it. */
const plainWithComma = /^-?\d+,\d+(e[+-]?\d+)?$/i;

/**
 * Parses a number: "4.5", or "4,5" where commas mark decimals.
 *
 * @returns the text itself if it isn't a number, for the catalog's rules to reject
 */
export function parseNumber(text: string, mark: DecimalMark) {
  if (plain.test(text)) return Number(text);
  return mark === "," && plainWithComma.test(text) ? Number(text.replace(",", ".")) : text;
}

/** Parses a whole number, which may have thousands separators: "1.250" where commas mark decimals, otherwise "1,250". */
export function parseWhole(text: string, mark: DecimalMark) {
  const grouped = mark === "," ? /^\d{1,3}(\.\d{3})+$/ : /^\d{1,3}(,\d{3})+$/;
  return grouped.test(text) ? Number(text.replaceAll(/[.,]/g, "")) : parseNumber(text, mark);
}

/**
 * Parses an amount of money: "9.99", "9,99", "1.234,56", "1,234.56", each with a currency sign or without. "1.234" and "1,234" could be either,
 * so they are left to be rejected.
 */
export function parseAmount(text: string, mark: DecimalMark) {
  const amount = text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "");
  if (/^\d{1,3}(\.\d{3})*,\d\d?$/.test(amount) || /^\d+,\d\d?$/.test(amount))
    return Number(amount.replaceAll(".", "").replace(",", "."));
  if (/^\d{1,3}(,\d{3})+\.\d\d?$/.test(amount)) return Number(amount.replaceAll(",", ""));
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(amount) || /^\d{1,3}(,\d{3}){2,}$/.test(amount))
    return Number(amount.replaceAll(/[.,]/g, ""));
  if (/^\d{1,3}[.,]\d{3}$/.test(amount)) return text;
  const number = parseNumber(amount, mark);
  return typeof number === "number" ? number : text;
}
