import { expect, test } from "vitest";
import { createOrderNumber } from "./order-number.ts";

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
