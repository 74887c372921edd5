import { expect, test } from "vitest";
import { defaultFormats } from "#shop/values/locale.ts";
import { validate } from "../forms/validate.ts";
import { type DeliveryField, deliveryForm, toDeliveryColumns, toDeliveryForm } from "./delivery-form.ts";

test.for<[field: DeliveryField, good: [typed: string, kept: string][], wrong: string[], message: string]>([
  ["name", [[` ${"x".repeat(60)} `, "x".repeat(60)]], ["x".repeat(61)], "Use at most 60 characters"],
  [
    "price",
    [
      ["4,90", "4.90"],
      ["$5", "5.00"],
      ["100,000.00", "100000.00"],
    ],
    ["free", "-1", "4.905", "100,000.01"],
    "Use an amount such as 4.90",
  ],
  [
    "days",
    [
      ["1", "1"],
      ["60", "60"],
    ],
    ["0", "61", "100", "2.5", "x1", "-1"],
    "Use a number of days, from 1 to 60",
  ],
  [
    "countries",
    [["no se, DK;no", "NO, SE, DK"]],
    ["Norway", "XX"],
    "Use ISO 3166 codes of two letters, such as NO, SE, DK",
  ],
  [
    "postcodes",
    [
      ["0001 - 1299; sw1*,SW1*\n115 23", "0001-1299, SW1*, 11523"],
      ["0001–1299", "0001-1299"],
    ],
    ["Oslo", "1-20", "2000-1000", "*", "50**", "Oslo!", "1299-0001"],
    "Use zip codes such as 5003, ranges such as 0001-1299, or 50*",
  ],
])("%s is read as people type it, and invalid values show an error", ([field, good, wrong, message]) => {
  for (const [typed, kept] of good)
    expect(validate(deliveryForm(defaultFormats), { name: "A", [field]: typed }).values, typed).toMatchObject({
      [field]: kept,
    });
  for (const typed of wrong)
    expect(validate(deliveryForm(defaultFormats), { name: "A", [field]: typed }).errors, typed).toEqual({
      [field]: message,
    });
});

test("an option needs a name alone, and its form shows what is stored", () => {
  expect(validate(deliveryForm(defaultFormats), {}).errors).toEqual({ name: "Enter a name" });
  const { values } = validate(deliveryForm(defaultFormats), { name: "Standard", disabled: "on" });
  if (!values) throw new Error("not valid");
  const columns = toDeliveryColumns(values, "USD");
  expect(columns).toMatchObject({ priceCents: 0, freeFromCents: null, days: 3, isPickup: 0, isActive: 0 });
  expect(toDeliveryForm(columns, "USD")).toEqual({ ...values, days: "3" });
});
