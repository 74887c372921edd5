import { expect, test } from "vitest";
import { parseAmount, parseNumber, parseWhole } from "./csv-numbers.ts";

test.each([
  ["9.99", 9.99],
  ["9,99", 9.99],
  ["9,9", 9.9],
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1234,5", 1234.5],
  ["1.234.567", 1_234_567],
  ["9,99 €", 9.99],
  ["$1,234.00", 1234],
  ["0", 0],
  ["1.234", "1.234"],
  ["1,234", "1,234"],
  ["-1", -1],
  ["19.999", "19.999"],
  ["12,345,6", "12,345,6"],
  ["9. Mai", "9. Mai"],
])("the amount %s is read as %s, whichever country wrote it", (text, value) => {
  expect([parseAmount(text, ","), parseAmount(text, ".")]).toEqual([value, value]);
});

test.each([
  ["4.5", 4.5, 4.5],
  ["4,125", 4.125, "4,125"],
  ["3,3000000000000003", 3.3000000000000003, "3,3000000000000003"],
  ["1e-7", 1e-7, 1e-7],
  ["1,5E-07", 1.5e-7, "1,5E-07"],
  ["four", "four", "four"],
])("the number %s is %s where commas mark decimals, otherwise %s", (text, withCommas, withPoints) => {
  expect([parseNumber(text, ","), parseNumber(text, ".")]).toEqual([withCommas, withPoints]);
});

test.each([
  ["1250", 1250, 1250],
  ["1.250", 1250, 1.25],
  ["1,250", 1.25, 1250],
  ["12.50", 12.5, 12.5],
])("the whole number %s is %s where commas mark decimals, otherwise %s", (text, withCommas, withPoints) => {
  expect([parseWhole(text, ","), parseWhole(text, ".")]).toEqual([withCommas, withPoints]);
});
