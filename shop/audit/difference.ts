import type { Currency } from "../values/currencies.ts";
import { decimalAmount } from "../values/money.ts";

/** Something that isn't as it follows from an order's lines and events. */
export interface Difference {
  /** "Order ABCDEFGHIJ", "Invoice 2026-0001" */
  where: string;
  /** "Total" */
  what: string;
  expected: string;
  found: string;
}

/** Collects what differs at one place. @param currency of the amounts there */
export function createComparison(where: string, currency: Currency) {
  const differences: Difference[] = [];
  return {
    differences,
    compare(what: string, expected: string, found: string) {
      if (expected !== found) differences.push({ where, what, expected, found });
    },
    compareCents(what: string, expected: number, found: number) {
      if (expected !== found)
        differences.push({
          where,
          what,
          expected: decimalAmount(expected, currency),
          found: decimalAmount(found, currency),
        });
    },
  };
}

/** "Order ABCDEFGHIJ: Total should be 19.00, is 18.00" */
export function describeDifference({ where, what, expected, found }: Difference) {
  return `${where}: ${what} should be ${expected}, is ${found}`;
}
