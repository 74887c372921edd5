import type { Currency } from "../values/currencies.ts";
import { numberFromCents } from "../values/money.ts";
import type { Discount, DiscountField } from "./discount-form.ts";

/** A code as programs see it. Amounts are in units of the shop's currency. */
export function toDiscountJson(discount: Discount, currency: Currency) {
  const { id, code, kind, value, minimumCents, category, usesLimit, uses, startsAt, endsAt } = discount;
  const values = { percent: value / 100, amount: numberFromCents(value, currency), freeDelivery: null };
  return {
    id,
    code,
    kind,
    value: values[kind],
    minimum: minimumCents > 0 ? numberFromCents(minimumCents, currency) : null,
    category,
    usesLimit,
    uses,
    oncePerCustomer: discount.oncePerCustomer === 1,
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    disabled: discount.isDisabled === 1,
  };
}

type DiscountJson = ReturnType<typeof toDiscountJson>;

/** Fields that programs may set. Null empties one. */
export type SetDiscount = Partial<Omit<DiscountJson, "id" | "uses">>;

/** What they are in the form. */
export const discountNames = {
  code: "code",
  kind: "kind",
  value: "value",
  minimum: "minimum",
  category: "category",
  usesLimit: "uses",
  oncePerCustomer: "oncePerCustomer",
  startsAt: "starts",
  endsAt: "ends",
  disabled: "disabled",
} as const satisfies Record<keyof SetDiscount, DiscountField>;

/** The form's fields of those that are set. */
export function toDiscountFields(set: SetDiscount): Partial<Record<DiscountField, string>> {
  const given = (Object.keys(discountNames) as (keyof SetDiscount)[]).filter((name) => set[name] !== undefined);
  return Object.fromEntries(given.map((name) => [discountNames[name], typedOf(set[name] ?? "")]));
}

function typedOf(value: string | number | boolean) {
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" ? withoutOffset(value) : String(value);
}

/** The form knows moments in UTC, to the second: 2026-12-24T18:00:00+01:00 is 2026-12-24T17:00:00Z. Other texts stay. */
function withoutOffset(text: string) {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? text : `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
