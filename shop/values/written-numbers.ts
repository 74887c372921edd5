import { defaultLocale, type Formats, type NumberMarks } from "./locale.ts";
import { marksOf } from "./number-marks.ts";

/** A count as people read it: 12345 → "12,345", "12 345". */
export function formatNumber(number: number, formats: Formats) {
  if (formats.locale === defaultLocale) return number.toLocaleString("en");
  return writeNumber(String(number), marksIn(formats));
}

/** A percentage: 12.5 → "12.5%", "12,5 %". */
export function formatPercent(percent: number, formats: Formats) {
  if (formats.locale === defaultLocale) return `${percent}%`;
  const marks = marksIn(formats);
  return marks.percent[0] + writeNumber(String(percent), marks) + marks.percent[1];
}

/** What a browser was told, or what this machine has. */
export function marksIn({ currency, locale, marks }: Formats) {
  return marks?.currency === currency ? marks : marksOf(locale, currency);
}

/** Writes digits with a point, such as "1895.50", with a locale's marks. */
export function writeNumber(plain: string, { decimal, group, groups, fewest, digits }: NumberMarks) {
  const [whole = "", decimals] = plain.split(".");
  const [last, others] = groups;
  let written = whole.slice(-last);
  if (whole.length >= last + fewest)
    for (let end = whole.length - last; end > 0; end -= others)
      written = whole.slice(Math.max(0, end - others), end) + group + written;
  else written = whole;
  const text = decimals === undefined ? written : written + decimal + decimals;
  return digits ? text.replaceAll(/\d/g, (digit) => [...digits][Number(digit)] ?? digit) : text;
}
