import { byText, defaultLocale, type Formats, type NumberMarks } from "./locale.ts";
import { marksOf } from "./number-marks.ts";

/** A number as people read it: 12345 → "12,345", "12 345". @param most decimals that are written; others are rounded */
export function formatNumber(number: number, formats: Formats, most = 3) {
  if (formats.locale === defaultLocale) return englishNumbers(String(most)).format(number);
  return writeNumber(String(Number(number.toFixed(most))), marksIn(formats));
}

/** A percentage: 12.5 → "12.5%", "12,5 %". */
export function formatPercent(percent: number, formats: Formats) {
  if (formats.locale === defaultLocale) return `${percent}%`;
  const marks = marksIn(formats);
  return marks.percent[0] + writeNumber(String(percent), marks) + marks.percent[1];
}

/** The marks that came with the formats, or this machine's. Browsers have no others than those the server sent (`scripts/vite-plugins.ts`). */
export function marksIn({ currency, locale, marks }: Formats) {
  return marks?.currency === currency ? marks : (marksOf(locale, currency) ?? marks);
}

/** Writes digits with a point, such as "1895.50", with a locale's marks. */
export function writeNumber(plain: string, { decimal, group, grouping, groupedFrom, digits }: NumberMarks) {
  const [whole = "", decimals] = plain.split(".");
  const grouped = whole.length < groupedFrom ? whole : whole.replace(new RegExp(grouping, "g"), group);
  const text = decimals === undefined ? grouped : grouped + decimal + decimals;
  return digits ? text.replace(/\d/g, (digit) => [...digits][+digit] as string) : text;
}

const englishNumbers = byText((most) => new Intl.NumberFormat("en", { maximumFractionDigits: Number(most) }));
