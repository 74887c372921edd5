import { expect, test } from "vitest";
import { defaultFormats } from "#shop/values/locale.ts";
import { discountFields } from "../../tests/support/discounts.ts";
import { validate } from "../forms/validate.ts";
import { discountForm, toDiscountColumns, toDiscountForm } from "./discount-form.ts";

const oslo = "Europe/Oslo";

test.each([
  [{ value: "12.5" }, { kind: "percent", value: 1250 }],
  [{ value: "12,5 %" }, { value: 1250 }],
  [
    { kind: "amount", value: "1 299,50 kr", minimum: "2.500,00 NOK" },
    { value: 129_950, minimumCents: 250_000 },
  ],
  [
    { kind: "amount", value: "$5" },
    { kind: "amount", value: 500 },
  ],
  [
    { kind: "freeDelivery", value: "" },
    { kind: "freeDelivery", value: 0 },
  ],
  [{ kind: "freeDelivery", value: "10" }, { value: 0 }],
  [
    { minimum: "50", uses: "10", category: "tea" },
    { minimumCents: 5000, usesLimit: 10, category: "tea" },
  ],
  [{}, { minimumCents: 0, usesLimit: null, category: null, startsAt: null, endsAt: null }],
  [{ starts: "2026-12-01" }, { startsAt: Date.parse("2026-11-30T23:00:00Z") }],
  // Its last day is included.
  [{ ends: "2026-12-24" }, { endsAt: Date.parse("2026-12-24T23:00:00Z") }],
  [{ starts: "1.12.2026" }, { startsAt: Date.parse("2026-11-30T23:00:00Z") }],
  [{ ends: "24.12.2026 18:00" }, { endsAt: Date.parse("2026-12-24T17:00:00Z") }],
  [{ ends: "2026-12-24 18:00" }, { endsAt: Date.parse("2026-12-24T17:00:00Z") }],
] as const)("%j means %j", (typed, columns) => {
  expect(toDiscountColumns(discountFields(typed), { timeZone: oslo, currency: "USD" })).toMatchObject(columns);
});

test("a form is shown as it was saved, and a settings file means the same in any time zone", () => {
  const saved = toDiscountColumns(
    discountFields({ starts: "2026-12-01 09:30", ends: "2026-12-24", oncePerCustomer: "on" }),
    { timeZone: oslo, currency: "USD" },
  );
  expect(toDiscountForm(saved, { timeZone: oslo, currency: "USD" })).toMatchObject({
    starts: "2026-12-01 09:30",
    ends: "2026-12-24",
    disabled: "",
  });
  const exported = toDiscountForm(saved, { currency: "USD" });
  expect(exported).toMatchObject({ starts: "2026-12-01T08:30:00Z", ends: "2026-12-24T23:00:00Z" });
  expect(toDiscountColumns(discountFields(exported), { timeZone: "America/New_York", currency: "USD" })).toEqual(saved);
});

test.each([
  [{ code: " " }, { code: "Enter a code" }],
  [{ code: "A".repeat(41) }, { code: "Use at most 40 characters" }],
  [{ code: "A\u0001B" }, { code: "Use letters and digits" }],
  [{ kind: "gift" }, { kind: "Choose a kind" }],
  [{ value: "0" }, { value: "Use a percentage from 0.01 to 100" }],
  [{ value: "100.01" }, { value: "Use a percentage from 0.01 to 100" }],
  [{ kind: "amount", value: "0" }, { value: "Use an amount such as 10.00" }],
  [{ kind: "amount", value: "" }, { value: "Use an amount such as 10.00" }],
  [{ kind: "amount", value: "-5" }, { value: "Use an amount such as 10.00" }],
  [{ kind: "amount", value: "1.299" }, { value: "Use an amount such as 10.00" }],
  [{ value: "10 kr" }, { value: "Use a percentage from 0.01 to 100" }],
  [{ minimum: "much" }, { minimum: "Use an amount such as 50.00" }],
  [{ uses: "1.5" }, { uses: "Use a whole number, or leave it empty for any number of orders" }],
  [{ starts: "12.24.2026" }, { starts: "Use a day such as 2026-12-24, or a time such as 2026-12-24 18:00" }],
  [{ starts: "soon" }, { starts: "Use a day such as 2026-12-24, or a time such as 2026-12-24 18:00" }],
  [{ starts: "2026-12-24 18:00", ends: "2026-12-24 18:00" }, { ends: "Choose a time after it starts" }],
])("%j is refused", (typed, errors) => {
  expect(
    validate(discountForm(defaultFormats), { code: "SPRING", kind: "percent", value: "10", ...typed }).errors,
  ).toEqual(errors);
});
