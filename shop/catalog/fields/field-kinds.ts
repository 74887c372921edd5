import { parseJson } from "../../files/json-bounds.ts";
import { listOfText, textOfList } from "../../files/list-text.ts";
import { normalizeNewlines } from "../../forms/validate.ts";
import { noPicture } from "../../pictures/no-picture.ts";
import type { Currency } from "../../values/currencies.ts";
import { centsFromNumber, decimalAmount, numberFromCents } from "../../values/money.ts";
import type { Options } from "../../values/product-options.ts";
import { hasLetters, readDecimal, readNumber } from "../../values/read-number.ts";
import { centsFromTypedAmount } from "../../values/typed-amount.ts";

/** A value as catalog files write it. */
export type FileValue = string | number | string[] | ProductOptions | null;

/** The values of a product's options by their names: `{"Size": "M", "Colour": "Blue"}`. */
export type ProductOptions = NonNullable<Options>;

/** How fields of a kind are written. Empty ones are null everywhere but in forms. */
export interface Kind<Value> {
  /** What fields that can't be empty begin with. */
  initial: Value;
  /** Whether the database has it as JSON. */
  isJson?: boolean;
  /** @param currency the shop's: an amount has its decimals */
  toFile(value: Value, currency: Currency): FileValue;
  toForm(value: Value, currency: Currency): string;
  /** Gives the value that a file would have. What can't be read stays a text, which the field's rule refuses. */
  fromForm(text: string, currency: Currency): unknown;
}

const text: Kind<string> = { initial: "", toFile: asItIs, toForm: normalizeNewlines, fromForm: asItIs };

export const fieldKinds = {
  text,
  /** The end of an address, or another record's ID. */
  slug: text,
  choice: text,
  picture: { ...text, initial: noPicture, fromForm: (typed) => typed.trim() || noPicture },
  pictures: listBy("\n"),
  words: listBy(","),
  /** Texts of which some may be empty, such as one for each picture. */
  lines: {
    initial: [],
    isJson: true,
    toFile: asItIs,
    toForm: (lines: string[]) => lines.join("\n"),
    fromForm: linesOf,
  },
  options: { initial: {}, isJson: true, toFile: asItIs, toForm: textOfOptions, fromForm: optionsOf },
  /** In whole cents, which files and forms write as units. */
  amount: { initial: 0, toFile: numberFromCents, toForm: decimalAmount, fromForm: unitsOf },
  number: { initial: 0, toFile: asItIs, toForm: String, fromForm: decimalOf },
  whole: { initial: 0, toFile: asItIs, toForm: String, fromForm: quantityOf },
  /** In milliseconds since 1970 (UTC). */
  moment: { initial: 0, toFile: isoTime, toForm: isoTime, fromForm: asItIs },
} satisfies Record<string, Kind<string> | Kind<string[]> | Kind<ProductOptions> | Kind<number>>;

export type FieldKind = keyof typeof fieldKinds;

function listBy(separator: "," | "\n"): Kind<string[]> {
  return {
    initial: [],
    isJson: true,
    toFile: asItIs,
    toForm: (items) => textOfList(items, separator),
    fromForm: (typed) => listOfText(typed, separator),
  };
}

function linesOf(typed: string) {
  return normalizeNewlines(typed)
    .split("\n")
    .map((line) => line.trim());
}

/** "Size: M", a line each. JSON where a name holds a colon. */
function textOfOptions(options: ProductOptions) {
  const pairs = Object.entries(options);
  if (pairs.some(([name]) => name.includes(":"))) return JSON.stringify(options);
  return pairs.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** A line without a name stays one, and pairs whose names repeat stay pairs: the field's rule refuses both. */
function optionsOf(typed: string): unknown {
  if (typed.trimStart().startsWith("{")) return parsedOr(typed);
  const lines = linesOf(typed).filter((line) => line !== "");
  const pairs = lines.map((line) => {
    const [, name = "", value = line] = /^([^:]*):(.*)$/.exec(line) ?? [];
    return [name.trim(), value.trim()] as const;
  });
  const names = new Set(pairs.map(([name]) => name));
  return names.size < pairs.length ? pairs : Object.fromEntries(pairs);
}

function parsedOr(text: string) {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function asItIs<Value>(value: Value) {
  return value;
}

function isoTime(time: number) {
  return new Date(time).toISOString();
}

/** "1.000" could be two prices, so it stays a text. */
function unitsOf(typed: string, currency: Currency) {
  const cents = centsFromTypedAmount(typed, currency);
  if (cents !== undefined) return numberFromCents(cents, currency);
  const number = decimalOf(typed);
  return typeof number === "number" && centsFromNumber(number, currency) === undefined ? number : typed;
}

function decimalOf(typed: string) {
  return (hasLetters(typed) ? undefined : readDecimal(typed)) ?? typed;
}

function quantityOf(typed: string) {
  const number = hasLetters(typed) ? undefined : readNumber(typed);
  return typeof number === "number" ? number : typed;
}
