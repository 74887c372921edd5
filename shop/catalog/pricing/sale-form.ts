import * as v from "valibot";
import { typedDecimal } from "../../forms/form-rules.ts";
import { typedMoment } from "../../forms/typed-moment.ts";
import { safeParse } from "../../forms/validate.ts";
import type { Currency } from "../../values/currencies.ts";
import { formatTimestamp, parseEnd, parseMoment, typedEnd } from "../../values/days.ts";
import type { Formats } from "../../values/locale.ts";
import { mostPriceCents, mostPriceInWords } from "../../values/money.ts";
import { centsFromTypedAmount } from "../../values/typed-amount.ts";
import { typedAmount } from "../../values/typed-numbers.ts";

/** The form of a sale. Without a start it begins at once, without an end it lasts until the owner ends it. */
export function saleForm(formats: Formats) {
  const centsOf = (typed: string) => centsFromTypedAmount(typed, formats.currency) ?? 0;
  return v.object({
    salePrice: v.pipe(
      typedDecimal(20),
      v.check((typed) => centsOf(typed) > 0, `Use an amount such as ${typedAmount(1250, formats)}`),
      v.check((typed) => centsOf(typed) <= mostPriceCents, `Use an amount of at most ${mostPriceInWords(formats)}`),
    ),
    saleStarts: typedMoment,
    saleEnds: typedMoment,
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
    saleEndsAt: parseEnd(saleEnds, timeZone) ?? null,
  };
}

/** A sale as its form has it. */
export function typedSale(
  { saleCents, saleStartsAt, saleEndsAt }: Sale,
  formats: Formats & { timeZone: string },
): Record<"salePrice" | "saleStarts" | "saleEnds", string> {
  const { timeZone } = formats;
  return {
    salePrice: typedAmount(saleCents, formats),
    saleStarts: saleStartsAt === null ? "" : formatTimestamp(saleStartsAt, timeZone),
    saleEnds: saleEndsAt === null ? "" : typedEnd(saleEndsAt, timeZone),
  };
}

/** The typed moments of a sale of many products; a message by field if one isn't right. */
export function readSaleTimes({ starts, ends }: { starts: string; ends: string }, timeZone: string) {
  const start = safeParse(typedMoment, starts);
  if (start.issues) return { field: "starts" as const, error: start.issues[0].message };
  const end = readSaleEnd(ends, timeZone);
  if (end.error !== undefined) return end;
  const [startsAt, { endsAt }] = [parseMoment(start.output, timeZone) ?? null, end];
  if (endsAt !== null && endsAt <= (startsAt ?? 0))
    return { field: "ends" as const, error: "Choose a time after it starts" };
  return { startsAt, endsAt };
}

/** The typed end of the sales of many products; a message if it isn't right. */
export function readSaleEnd(typed: string, timeZone: string) {
  const end = safeParse(typedMoment, typed);
  if (end.issues) return { field: "ends" as const, error: end.issues[0].message };
  return { endsAt: parseEnd(end.output, timeZone) ?? null };
}
