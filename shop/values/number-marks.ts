import { type Currency, decimalsOf } from "./currencies.ts";
import { byText, type Locale, type NumberMarks } from "./locale.ts";

/** How this machine writes amounts by a locale. */
export function marksOf(locale: Locale, currency: Currency) {
  return cachedMarks(`${locale} ${currency}`);
}

const cachedMarks = byText((key) => {
  const [locale = "", currency = ""] = key.split(" ");
  return readMarks(locale, currency);
});

function readMarks(locale: Locale, currency: Currency): NumberMarks {
  const decimals = decimalsOf(currency);
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const written = { ...style, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(locale, written);
  const parts = format.formatToParts(1_234_567_890);
  // A currency without decimals doesn't show the mark that its locale has.
  const withDecimals = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 2 }).formatToParts(1);
  const groups = parts.flatMap(({ type, value }) => (type === "integer" ? [value.length] : []));
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  const hasOwnDigits = digits !== "9876543210";
  const isGroupedEarly = format.formatToParts(1234).some(({ type }) => type === "group");
  const price = aroundDigits(parts);
  return {
    currency,
    decimal: markIn(withDecimals, "decimal"),
    group: markIn(parts, "group"),
    grouping: `\\B(?=(\\d{${groups.at(-2) ?? 3}})*\\d{${groups.at(-1) ?? 3}}$)`,
    groupedFrom: isGroupedEarly ? 4 : 5,
    ...(hasOwnDigits && { digits: [...digits].toReversed().join("") }),
    ...withNorwegian(locale, { price, negative: aroundDigits(format.formatToParts(-1)) }),
    percent: aroundDigits(new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.25)),
  };
}

/** Norwegian shops write "kr 2 999,00"; CLDR has the currency after the amount since version 36. */
function withNorwegian(locale: Locale, { price, negative }: Pick<NumberMarks, "price" | "negative">) {
  const symbol = (price[0] + price[1]).trim();
  const isNorwegian = ["nb", "nn", "no"].includes(new Intl.Locale(locale).language);
  if (!isNorwegian) return { price, negative };
  const around: [string, string] = [`${symbol}\u{a0}`, ""];
  return { price: around, negative: [`−${around[0]}`, ""] as [string, string] };
}

function aroundDigits(parts: Intl.NumberFormatPart[]): [before: string, after: string] {
  const isNumber = ({ type }: Intl.NumberFormatPart) => ["integer", "group", "decimal", "fraction"].includes(type);
  const [first, last] = [parts.findIndex(isNumber), parts.findLastIndex(isNumber)];
  const join = (some: Intl.NumberFormatPart[]) => some.map(({ value }) => value).join("");
  return [join(parts.slice(0, first)), join(parts.slice(last + 1))];
}

function markIn(parts: Intl.NumberFormatPart[], wanted: Intl.NumberFormatPart["type"]) {
  return parts.find(({ type }) => type === wanted)?.value ?? "";
}
