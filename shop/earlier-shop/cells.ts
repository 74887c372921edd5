import { storableText } from "../forms/validate.ts";
import { cleanText } from "../text/clean-text.ts";
import { cutText } from "../text/cut-text.ts";
import { countryOf } from "../values/countries.ts";
import { type Currency, decimalsOf, scaleOf } from "../values/currencies.ts";
import { parseTimestamp, whyTwoDays, yearFirst } from "../values/days.ts";
import { centsFromNumber, mostPriceCents } from "../values/money.ts";
import { readNumber } from "../values/read-number.ts";
import { amountMarkIn } from "../values/typed-amount.ts";

/** A row's cells by column, in small letters. */
export type Cells = Readonly<Record<string, string>>;

/** Characters of a name or a line of an address. The shop's own forms allow 50; old data may have more. */
const textLimit = 200;

/** The first of a row's cells with something in it, on one line. "" if there is none. */
export function textIn(cells: Cells, names: readonly string[], limit = textLimit) {
  for (const name of names) {
    const cell = Object.hasOwn(cells, name) ? (cells[name] ?? "") : "";
    const text = storableText(cleanText(cell.slice(0, 4 * limit))).replaceAll(/\s+/g, " ");
    // Exports put an apostrophe before what a spreadsheet would calculate.
    const meant = text.replace(/^'(?=[-+=@\d])/, "");
    if (meant !== "") return cutText(meant, limit);
  }
  return "";
}

/** The first moment in a row's cells. Without an offset it is in the shop's time zone. */
export function momentIn(cells: Cells, names: readonly string[], timeZone: string) {
  const [, day, time = "00:00", zone = ""] = momentShape.exec(yearFirst(textIn(cells, names, 60))) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.replace(/^ *(?:UTC|GMT)$/i, "Z").replace(/^ ?([+-]\d\d):?(\d\d)$/, "$1:$2");
  if (offset) return parseTimestamp(`${day}T${time.padStart(5, "0")}${offset}`);
  try {
    return Temporal.PlainDateTime.from(`${day}T${time.padStart(5, "0")}`).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Why a row has no moment. */
export function whyNoMoment(cells: Cells, names: readonly string[]) {
  return twoDaysIn(cells, names) ?? "no date";
}

/** Why a row's day isn't read, if it could be two. See docs/decisions/0414. */
export function twoDaysIn(cells: Cells, names: readonly string[]) {
  return whyTwoDays(textIn(cells, names, 60));
}

const momentShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?:\d\d(?::\d\d)?)(?:\.\d{1,9})?( ?[+-]\d\d:?\d\d|Z| UTC| GMT)?)?$/i;

/** The first amount in a row's cells, in cents; 0 where there is none. undefined for what isn't an amount. */
export function centsIn(cells: Cells, names: readonly string[], currency: Currency) {
  const text = textIn(cells, names, 60);
  if (text === "") return 0;
  const scale = scaleOf(currency);
  const units = readNumber(text, decimalsOf(currency) > 2 ? amountMarkIn(text, currency) : ".");
  // Some exports write more decimals than money has, and refunds and discounts below zero.
  const cents =
    typeof units === "number" ? centsFromNumber(Math.round(Math.abs(units) * scale) / scale, currency) : undefined;
  return cents !== undefined && cents <= mostPriceCents ? cents : undefined;
}

/** A country's name, of a code or a name. */
export function countryIn(cells: Cells, names: readonly string[]) {
  const text = textIn(cells, names);
  return countryOf(text.toUpperCase())?.name ?? text;
}
