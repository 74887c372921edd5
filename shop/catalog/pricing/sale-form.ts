import * as v from "valibot";
import { typedDecimal, typedText } from "../../forms/form-rules.ts";
import { safeParse } from "../../forms/validate.ts";
import type { Currency } from "../../values/currencies.ts";
import { addDays, isDay, parseMoment, startOfDay } from "../../values/days.ts";
import type { Formats } from "../../values/locale.ts";
import { mostPriceCents, mostPriceInWords } from "../../values/money.ts";
import { centsFromTypedAmount } from "../../values/typed-amount.ts";
import { typedAmount } from "../../values/typed-numbers.ts";

const moment = v.pipe(
  typedText(20),
  v.check(
    (typed) => typed === "" || parseMoment(typed, "UTC") !== undefined,
    "Use a day such as 2026-12-24, or a time such as 2026-12-24 18:00",
  ),
);

/** The form of a sale. Without a start it begins at once, without an end it lasts until the owner ends it. */
export function saleForm(formats: Formats) {
  const centsOf = (typed: string) => centsFromTypedAmount(typed, formats.currency) ?? 0;
  return v.object({
    salePrice: v.pipe(
      typedDecimal(20),
      v.check((typed) => centsOf(typed) > 0, `Use an amount such as ${typedAmount(1250, formats)}`),
      v.check((typed) => centsOf(typed) <= mostPriceCents, `Use an amount of at most ${mostPriceInWords(formats)}`),
    ),
    saleStarts: moment,
    saleEnds: moment,
  });
}

/** A sale of a product. Moments are milliseconds since 1970 (UTC). */
export interface Sale {
  saleCents: number;
  /** null once it is on */
  saleStartsAt: number | null;
  /** null for one without an end */
  saleEndsAt: number | null;
}

/** What the form means. A day ends when the next one starts. */
export function toSale(
  { salePrice, saleStarts, saleEnds }: v.InferOutput<ReturnType<typeof saleForm>>,
  { timeZone, currency }: { timeZone: string; currency: Currency },
): Sale {
  return {
    saleCents: centsFromTypedAmount(salePrice, currency) ?? 0,
    saleStartsAt: parseMoment(saleStarts, timeZone) ?? null,
    saleEndsAt: endOfSale(saleEnds, timeZone),
  };
}

/** A day ends when the next one starts. @returns null for anything that isn't a moment */
function endOfSale(typed: string, timeZone: string) {
  const end = isDay(typed) ? startOfDay(addDays(typed, 1), timeZone) : parseMoment(typed, timeZone);
  return end ?? null;
}

/** The typed moments of a sale of many products; a message by field if one isn't right. */
export function readSaleTimes({ starts, ends }: { starts: string; ends: string }, timeZone: string) {
  const { issues: wrongStart } = safeParse(moment, starts);
  if (wrongStart) return { field: "starts" as const, error: wrongStart[0].message };
  const { issues: wrongEnd } = safeParse(moment, ends);
  if (wrongEnd) return { field: "ends" as const, error: wrongEnd[0].message };
  const [startsAt, endsAt] = [parseMoment(starts, timeZone) ?? null, endOfSale(ends, timeZone)];
  if (endsAt !== null && endsAt <= (startsAt ?? 0))
    return { field: "ends" as const, error: "Choose a time after it starts" };
  return { startsAt, endsAt };
}
