import { byText, type Formats } from "../../values/locale.ts";
import { filterOfBand, type PriceBand, parsePriceBand } from "./price-bands.ts";

/** A price in the words of a search: "oak lamp under $50". */
export interface PricePhrase {
  /** The words around it; empty for none. */
  rest: string;
  /** The band as an address has it. */
  filter: string;
  /** Whether it names the shop's currency. "Socks 36-40" may be about a size. */
  hasCurrency: boolean;
}

const below = String.raw`(?:under|below|less than|cheaper than|up to|at most|no more than|max\.?|maximum|<=?|≤)`;
const above = String.raw`(?:over|above|more than|at least|no less than|min\.?|minimum|>=?|≥)`;
const orBelow = "(?:or|and) (?:less|under|below|cheaper)";
const orAbove = "(?:or|and) (?:more|over|above|up)";
const digits = String.raw`(?:\d{1,3}(?:[,.\s'’]\d{3})+|\d+)(?:[.,]\d{1,2})?`;

/** The ways to write a price, each with the groups that have its lower and its upper bound. */
const patternsOf = byText((key) => {
  const [currency = "", locale = ""] = key.split(" ");
  const sign = `(?:${signsOf(currency, locale).map(escaped).join("|")})`;
  const amount = (name: string) => String.raw`(?:${sign}\s*)?(?<${name}>${digits})(?:\s*(?:${sign}|,-))?`;
  const ways = [
    String.raw`${below}\s*${amount("to")}`,
    String.raw`${above}\s*${amount("from")}`,
    String.raw`${amount("to")}\s*${orBelow}`,
    String.raw`${amount("from")}\s*${orAbove}`,
    String.raw`between\s+${amount("from")}\s*(?:and|to|[-–—])\s*${amount("to")}`,
    String.raw`(?:from\s+)?${amount("from")}\s*(?:to|[-–—])\s*${amount("to")}`,
  ];
  const [before, after] = [String.raw`(?<![^\s,(])`, String.raw`(?![^\s,)])`];
  return {
    sign: new RegExp(`${sign}|,-`, "iu"),
    ways: ways.map((way) => new RegExp(`${before}(?:(?:priced?|costing) )?${way}${after}`, "iu")),
  };
});

/** How people write a currency: "NOK", "kr", "krone", "kroner". */
function signsOf(currency: string, locale: string) {
  const shown = (["narrowSymbol", "symbol", "name"] as const).flatMap((currencyDisplay) =>
    ["en", locale].flatMap((locale) =>
      [1, 2].map((amount) => {
        const format = new Intl.NumberFormat(locale, {
          style: "currency",
          currency,
          currencyDisplay,
          maximumFractionDigits: 0,
        });
        const sign = format.formatToParts(amount).find(({ type }) => type === "currency")?.value ?? currency;
        return sign.split(" ").at(-1) as string;
      }),
    ),
  );
  // The longest first: "kroner" begins with "kr".
  return [...new Set([currency, ...shown])].toSorted((one, other) => other.length - one.length);
}

function escaped(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The price that a search asks for; undefined if it names none. Without a currency, only what ends the search is one: "under 50 cm" isn't. */
export function readPricePhrase(text: string, { currency, locale }: Formats): PricePhrase | undefined {
  if (!/\d/.test(text)) return undefined;
  const { ways, sign } = patternsOf(`${currency} ${locale}`);
  for (const way of ways) {
    const found = way.exec(text);
    if (!found) continue;
    const [phrase] = found;
    const after = text.slice(found.index + phrase.length);
    const hasCurrency = sign.test(phrase);
    const band = bandOf(found.groups ?? {});
    if (!band || !(hasCurrency || after === "")) continue;
    const rest = `${text.slice(0, found.index)} ${after}`.replace(/\s+/g, " ").trim();
    return { rest, filter: filterOfBand(band), hasCurrency };
  }
  return undefined;
}

/** Bands have whole units: "under $49.99" is up to $50. */
function bandOf({ from, to }: { [bound: string]: string | undefined }): PriceBand | undefined {
  const band = {
    ...(from !== undefined && { above: Math.floor(amountOf(from)) }),
    ...(to !== undefined && { upTo: Math.ceil(amountOf(to)) }),
  };
  return parsePriceBand(filterOfBand(band));
}

/** "1,500", "1 500" and "1.500" are the same, and "49,90" is 49.9. */
function amountOf(text: string) {
  const [, whole = "", decimals = "0"] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return Number(`${whole.replace(/\D/g, "")}.${decimals}`);
}
