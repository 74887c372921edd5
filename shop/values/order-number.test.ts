import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { contactForm } from "../contact/contact-form.ts";
import { correctOrderNumber, createOrderNumber, isOrderNumber } from "./order-number.ts";

test("order numbers are 10 letters and digits without O, 0, I and 1", () => {
  for (const number of numbers(1000)) expect(number).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
});

test("order numbers differ, and use every other letter and digit", () => {
  const made = numbers(1000);
  expect(new Set(made).size).toBe(1000);
  expect(new Set(made.join("")).size).toBe(32);
});

function numbers(count: number) {
  return Array.from({ length: count }, createOrderNumber);
}

test("every order number can be told in the contact form, and no other text is taken for one", () => {
  const field = contactForm.entries.orderNumber;
  for (const number of numbers(100)) expect(v.parse(field, number.toLowerCase())).toBe(number);
  fc.assert(
    fc.property(anyText, (text) => {
      if (isOrderNumber(text)) expect(v.parse(field, text)).toBe(text);
      for (const around of [`${text} `, `${text}\n`, `\0${text}`]) expect(isOrderNumber(around)).toBe(false);
    }),
  );
});

forEachEngine((_, engine) => {
  test("a typed number is corrected if it means exactly one order", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 100 })]);
    const uid = await register(shop);
    const place = async (orderNumber: string) => {
      const placed = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now());
      await shop.db.updateTable("orders").set({ orderNumber }).where("orderNumber", "=", placed).execute();
    };
    for (const number of ["ABC0EFIH29", "TWIN000000", "TWINOOOOOO", "PLAIN23456"]) await place(number);
    const correct = (typed: string) => correctOrderNumber(shop.db, typed);
    for (const typed of ["ABC0EFIH29", " abc-0ef ih29", "abcoef1h29", "ABCOEFIH29"])
      expect(await correct(typed)).toBe("ABC0EFIH29");
    expect(await correct("TWIN000000")).toBe("TWIN000000");
    // Which of the two is meant?
    expect(await correct("TW1N00OO00")).toBe("TW1N00OO00");
    for (const unknown of ["PLAIN23457", "", "x".repeat(500_000)])
      expect(await correct(unknown)).toBe(unknown.toUpperCase());
  });
});
