import { expect, test } from "vitest";
import { readNumber, readPercent } from "./read-number.ts";

test.each([
  ["9.99", 9.99],
  ["9,99", 9.99],
  ["9,9", 9.9],
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1234,5", 1234.5],
  ["1.234.567", 1_234_567],
  ["1,234,567", 1_234_567],
  ["1,234,567.89", 1_234_567.89],
  ["1 234,50", 1234.5],
  ["1\u00a0234,50", 1234.5],
  ["1\u202f234\u202f567", 1_234_567],
  ["1\u2009250", 1250],
  ["1'299.50", 1299.5],
  ["1’299,50", 1299.5],
  ["9,99 €", 9.99],
  ["$1,234.00", 1234],
  ["kr 199,00", 199],
  ["199,50 kr.", 199.5],
  ["NOK 1 299,50", 1299.5],
  ["12,50 zł", 12.5],
  ["199,-", 199],
  ["199.– CHF", 199],
  ["-5", -5],
  ["−5", -5],
  ["0", 0],
  ["0.125", 0.125],
  ["1 234.567", 1234.567],
  ["３,５", 3.5],
  ["1e-7", 1e-7],
  ["1,5E-07", 1.5e-7],
  ["3,3000000000000003", 3.3000000000000003],
])("the number %j is %s, whichever country wrote it", (text, value) => {
  expect([readNumber(text), readNumber(text, "."), readNumber(text, ",")]).toEqual([value, value, value]);
});

test.each([
  ["1.299", 1.299, 1299],
  ["1,299", 1299, 1.299],
  ["19.999", 19.999, 19_999],
  ["$1,895", 1895, 1.895],
])("the number %j could be two numbers, unless it is known what marks decimals", (text, withPoints, withCommas) => {
  expect([readNumber(text), readNumber(text, "."), readNumber(text, ",")]).toEqual([
    "ambiguous",
    withPoints,
    withCommas,
  ]);
});

test.each([
  "",
  "four",
  "9. Mai",
  "1 2 3",
  "12,345,6",
  "1.234,567.8",
  "1,23,456",
  "5 pcs",
  "1.2.3",
  "#N/A",
  "1_000",
  "1＿000,50",
  "_5",
  "9".repeat(100),
])("%j is not a number", (text) => {
  expect([readNumber(text), readNumber(text, "."), readNumber(text, ",")]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["25", 2500],
  ["12,5", 1250],
  [" 12.50 % ", 1250],
  ["%10", 1000],
  ["+7,25 %", 725],
  ["−12.5", -1250],
  ["1 000 %", 100_000],
])("the percentage %j is %d hundredths", (text, hundredths) => {
  expect(readPercent(text)).toBe(hundredths);
});

test.each(["", "%", "12.345", "10 kr", "$5", "1e3", "five", "9".repeat(500_000), "%".repeat(500_000)])(
  '"%.20s" is no percentage',
  (text) => {
    expect(readPercent(text)).toBeUndefined();
  },
);
