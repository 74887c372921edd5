/** The sign between a number's whole part and its decimals. */
export type DecimalMark = "." | ",";

/** The longest number that anyone writes has fewer characters; limits come before patterns. */
const longest = 60;

const currency = String.raw`(?:\p{Sc}|\p{Lu}{2,3}|[\p{L}]{2,3}\.|kr|zł|Kč|Ft|lei|R\$)`;
const withCurrency = new RegExp(`^(-?)${currency} *(?=\\d)|(?<=[\\d–—-]) *${currency}$`, "u");
const groups = String.raw`\d{1,3}(?:[ '’ʼ]\d{3})+`;
const grouped = new RegExp(`^-?(?:${groups})(?=[.,]\\d|$)`);

/**
 * Reads a number as people and spreadsheets of any country write it: "1 299,50", "1.299,50", "1’299.50", "$1,299.50", "199,-". A comma or point
 * that three digits follow could mark thousands or decimals. See docs/decisions/0179.
 *
 * @param mark what marks decimals, where that is known
 * @returns undefined for what isn't a number; "ambiguous" for "1.299" without `mark`
 */
export function readNumber(text: string, mark?: DecimalMark): number | "ambiguous" | undefined {
  if (text.length > longest) return undefined;
  const typed = plainDigits(text);
  if (/^-?\d+([.,]\d+)?e[+-]?\d+$/i.test(typed)) return Number(typed.replace(",", "."));
  const decimals = decimalMarkOf(typed);
  if (decimals === "ambiguous" && !mark) return "ambiguous";
  return toNumber(typed, decimals === "ambiguous" ? mark : decimals);
}

/**
 * Reads a number that has no thousands, such as a percentage or rating: "12,5 %", "12.125".
 *
 * @returns undefined for what isn't a number
 */
export function readDecimal(text: string) {
  if (text.length > longest) return undefined;
  const number = readNumber(text.replaceAll(/^\s*[%％]|[%％]\s*$/g, ""), /[,，]/.test(text) ? "," : ".");
  return number === "ambiguous" ? undefined : number;
}

/** Reads a percentage typed into a form, with at most 2 decimals: "12,5 %", "+7.25". @returns hundredths of a percent, or undefined */
export function readPercent(text: string) {
  const number = hasLetters(text) ? undefined : readDecimal(text.replace(/^\s*[+＋]/, ""));
  if (number === undefined) return undefined;
  const hundredths = Math.round(number * 100);
  return Math.abs(number * 100 - hundredths) < 1e-9 ? hundredths : undefined;
}

/** Whether a text has letters or a currency's sign within the length of a number: "10 kr" is no percentage. */
export function hasLetters(text: string) {
  return /[\p{L}\p{Sc}]/u.test(text.slice(0, longest));
}

/** What marks decimals in a number. undefined if it has none, or isn't a number; "ambiguous" for "1.299". */
export function decimalMarkIn(text: string) {
  return text.length > longest ? undefined : decimalMarkOf(plainDigits(text));
}

/** Without currency, spaces and apostrophes between thousands, and the dash that some write for no cents. */
function plainDigits(text: string) {
  const narrow = text.replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const plain = narrow.replaceAll(/\s/g, " ").replace("−", "-").trim();
  const amount = plain.replace(withCurrency, "$1").replace(/[.,][-–—]+$/, "");
  if (amount.includes("_")) return "";
  return grouped.test(amount) ? amount.replaceAll(/[ '’ʼ]/g, "_") : amount;
}

function decimalMarkOf(typed: string): DecimalMark | "ambiguous" | undefined {
  const [, whole = "", marks = "", rest = ""] = /^-?([\d_]+)((?:[.,]\d{3})*?)((?:[.,]\d+)?)$/.exec(typed) ?? [];
  if (!rest) return undefined;
  const last = rest[0] as DecimalMark;
  if (marks) {
    const isGrouped = /^\d{1,3}$/.test(whole) && new Set(marks.replaceAll(/\d/g, "")).size === 1;
    if (!isGrouped) return undefined;
    // "1.234.567" has no decimals, so its other numbers have commas before them.
    return marks[0] === last ? other(last) : last;
  }
  return /^[1-9]\d{0,2}$/.test(whole) && rest.length === 4 ? "ambiguous" : last;
}

function other(mark: DecimalMark): DecimalMark {
  return mark === "." ? "," : ".";
}

function toNumber(typed: string, mark: DecimalMark | undefined) {
  const thousands = mark && other(mark);
  const [whole = "", decimals, ...more] = mark ? typed.split(mark) : [typed];
  const isGrouped = thousands !== undefined && whole.includes(thousands);
  const pattern = isGrouped ? /^-?\d{1,3}([.,]\d{3})+$/ : /^-?\d+(_\d{3})*$/;
  if (more.length > 0 || !pattern.test(whole) || (decimals !== undefined && !/^\d+$/.test(decimals))) return undefined;
  return Number(`${whole.replaceAll(/[.,_]/g, "")}${decimals === undefined ? "" : `.${decimals}`}`);
}
