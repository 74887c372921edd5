import type { Selectable } from "kysely";
import * as v from "valibot";
import type { DiscountsTable } from "#database/schema.ts";
import { atMost, checkbox, typedDecimal, typedText } from "../forms/form-rules.ts";
import { typedMoment } from "../forms/typed-moment.ts";
import { formWithRules } from "../forms/validate.ts";
import type { Currency } from "../values/currencies.ts";
import { dayOf, formatTimestamp, parseEnd, parseMoment, startOfDay, typedEnd } from "../values/days.ts";
import type { Formats } from "../values/locale.ts";
import { decimalAmount } from "../values/money.ts";
import { readPercent } from "../values/read-number.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { typedAmount, typedNumber } from "../values/typed-numbers.ts";
import { type DiscountTerms, discountKinds } from "./discount.ts";
import { normalizeCode } from "./normalize-code.ts";

/** Larger amounts are typing errors. */
const mostCents = 10_000_000;
const codeLimit = 40;
/** Characters. */
const amountLimit = 20;

const firstFields = {
  code: v.pipe(
    v.optional(v.string(), ""),
    v.maxLength(100, `Use at most ${codeLimit} characters`),
    v.transform(normalizeCode),
    v.nonEmpty("Enter a code"),
    atMost(codeLimit),
    v.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u, "Use letters and digits"),
  ),
  kind: v.picklist(Object.keys(discountKinds) as DiscountTerms["kind"][], "Choose a kind"),
  value: typedDecimal(amountLimit),
};
const furtherFields = {
  uses: v.pipe(
    typedText(12),
    v.regex(/^([1-9]\d{0,8})?$/, "Use a whole number, or leave it empty for any number of orders"),
  ),
  starts: typedMoment,
  ends: typedMoment,
  category: typedText(60),
  oncePerCustomer: checkbox,
  disabled: checkbox,
};

/** The form of a discount code. Empty fields set no limit. */
export function discountForm(formats: Formats) {
  const centsOf = (typed: string) => centsFromTypedAmount(typed, formats.currency) ?? Infinity;
  const minimum = v.pipe(
    typedDecimal(amountLimit),
    v.check(
      (typed) => typed === "" || centsOf(typed) <= mostCents,
      `Use an amount such as ${typedAmount(5000, formats)}`,
    ),
  );
  return formWithRules(
    v.object({ ...firstFields, minimum, ...furtherFields }),
    v.forward(
      v.partialCheck(
        [["kind"], ["value"]],
        ({ kind, value }) => kind !== "percent" || percentOf(value) !== undefined,
        `Use a percentage from ${typedNumber("0.01", formats)} to 100`,
      ),
      ["value"],
    ),
    v.forward(
      v.partialCheck(
        [["kind"], ["value"]],
        ({ kind, value }) => kind !== "amount" || (centsOf(value) > 0 && centsOf(value) <= mostCents),
        `Use an amount such as ${typedAmount(1000, formats)}`,
      ),
      ["value"],
    ),
    v.forward(
      v.partialCheck(
        [["starts"], ["ends"]],
        ({ starts, ends }) => (parseMoment(starts, "UTC") ?? 0) < (parseEnd(ends, "UTC") ?? Infinity),
        "Choose a time after it starts",
      ),
      ["ends"],
    ),
  );
}

export type DiscountFields = v.InferOutput<ReturnType<typeof discountForm>>;
export type DiscountField = keyof DiscountFields;

/** A code as it is stored. Moments are milliseconds since 1970 (UTC). */
export type Discount = Selectable<DiscountsTable>;

/** What a form's fields mean. @param timeZone the shop's: its clock decides when a code starts and ends */
export function toDiscountColumns(
  fields: DiscountFields,
  { timeZone, currency }: { timeZone: string; currency: Currency },
): Omit<Discount, "id" | "uses"> {
  const { code, kind, value, minimum, uses, starts, ends, category, oncePerCustomer, disabled } = fields;
  const values = { percent: percentOf(value), amount: centsFromTypedAmount(value, currency), freeDelivery: 0 };
  return {
    ...{ code, kind, value: values[kind] ?? 0 },
    minimumCents: centsFromTypedAmount(minimum, currency) ?? 0,
    usesLimit: uses === "" ? null : Number(uses),
    startsAt: parseMoment(starts, timeZone) ?? null,
    endsAt: parseEnd(ends, timeZone) ?? null,
    category: category || null,
    oncePerCustomer: oncePerCustomer ? 1 : 0,
    isDisabled: disabled ? 1 : 0,
  };
}

/** A stored code as its form shows it. @param timeZone undefined for a settings file, which may be read in another time zone */
export function toDiscountForm(
  discount: Omit<Discount, "id" | "uses">,
  { timeZone, currency }: { timeZone?: string; currency: Currency },
): DiscountFields {
  const { code, kind, value, minimumCents, usesLimit, startsAt, endsAt, category } = discount;
  const values = { percent: String(value / 100), amount: decimalAmount(value, currency), freeDelivery: "" };
  return {
    ...{ code, kind, value: values[kind] },
    minimum: minimumCents > 0 ? decimalAmount(minimumCents, currency) : "",
    uses: usesLimit === null ? "" : String(usesLimit),
    starts: written(startsAt, timeZone, typedStart),
    ends: written(endsAt, timeZone, typedEnd),
    category: category ?? "",
    oncePerCustomer: discount.oncePerCustomer ? "on" : "",
    disabled: discount.isDisabled ? "on" : "",
  };
}

function written(at: number | null, timeZone: string | undefined, inZone: (at: number, timeZone: string) => string) {
  if (at === null) return "";
  return timeZone === undefined ? new Date(at).toISOString().replace(".000", "") : inZone(at, timeZone);
}

/** Only the day, if it starts with one. */
function typedStart(at: number, timeZone: string) {
  const day = dayOf(at, timeZone);
  return startOfDay(day, timeZone) === at ? day : formatTimestamp(at, timeZone);
}

/** Hundredths of a percent, from 1 to 10,000. */
function percentOf(typed: string) {
  const value = readPercent(typed);
  return value !== undefined && value >= 1 && value <= 10_000 ? value : undefined;
}
