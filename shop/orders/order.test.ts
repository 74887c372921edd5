import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { contactForm } from "../contact/contact-form.ts";
import { createOrderNumber, isOrderNumber } from "./order.ts";

test("order numbers are 10 characters of A–Z and 0–9", () => {
  for (const number of numbers(1000)) expect(number).toMatch(/^[A-Z0-9]{10}$/);
});

test("order numbers differ, and use every letter and digit", () => {
  const made = numbers(1000);
  expect(new Set(made).size).toBe(1000);
  expect(new Set(made.join("")).size).toBe(36);
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
