import { wholeNumber } from "../forms/form-rules.ts";
import type { Country } from "../values/countries.ts";

/** For how many years orders and invoices keep a customer who deleted their account, after the year that they are of. */
export const keptYears = wholeNumber(1, 30, "years");

/**
 * What bookkeeping asks for after the end of the accounting year: bokføringsloven § 13 (NO), bogføringsloven (DK), bokföringslagen 7 kap. 2 §
 * (SE), kirjanpitolaki 2:10 (FI), § 147 Abs. 3 AO for invoices (DE). `docs/law.md` has the sources.
 */
const yearsByLaw: Record<string, number> = { NO: 5, DK: 5, SE: 7, FI: 6, DE: 8 };
/** Elsewhere: the longest that is usual in the EU, such as in France (Code de commerce, art. L123-22). */
const yearsElsewhere = 10;

/** The shop's own years, or those of its first country. @param saved "" for the country's */
export function keptYearsOf(saved: string, countries: Country[]) {
  return Number(saved) || (yearsByLaw[countries[0]?.code ?? ""] ?? yearsElsewhere);
}
