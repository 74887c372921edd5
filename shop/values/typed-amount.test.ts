import { expect, test } from "vitest";
import { centsFromTypedAmount } from "./typed-amount.ts";

test.each([
  ["12.50", 1250],
  ["12,50", 1250],
  ["4,9", 490],
  ["$12.5", 1250],
  ["12", 1200],
  ["0", 0],
  [" $1,895.00 ", 189_500],
  ["1,234,567", 123_456_700],
  ["1.895,00", 189_500],
  ["1 299,50", 129_950],
  ["1\u00a0299,50 kr", 129_950],
  ["1\u202f299,50\u00a0€", 129_950],
  ["1’299.50 CHF", 129_950],
  ["1'299,-", 129_900],
  ["1 234 567", 123_456_700],
  ["kr 12", 1200],
  ["kr. 1 895,00", 189_500],
  ["nok 12,5", 1250],
  ["12 zł", 1200],
  ["R$ 12,50", 1250],
])('"%s" is typed for %d cents', (text, cents) => {
  expect(centsFromTypedAmount(text, "USD")).toBe(cents);
});

test.each([
  ...["", "$", "-5", "1e3", "0x10", "twelve", "12 50", "12.345", "9".repeat(500_000), " ".repeat(500_000)],
  ...["1,895,00", "1895,000", "0.100000000000000000001", "5 apples"],
  // These could be two amounts.
  ...["1,895", "1.895", "kr 1.299", "12,500"],
])('"%.24s" is no amount', (text) => {
  expect(centsFromTypedAmount(text, "USD")).toBeUndefined();
});
