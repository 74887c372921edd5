import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "../checkout/describe-changes.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import { defaultFormats } from "../values/locale.ts";
import { findProblems, type LineProblem, reconcileCart, remainingCart, withPricing } from "./compare-cart.ts";

const tea = { id: "tea", title: "Tea", priceCents: 450, thumbnail: "/tea.svg", quantity: 3 };
const cup = { id: "cup", title: "Cup", priceCents: 1200, thumbnail: "/cup.svg", quantity: 1 };

test("a cart without problems doesn't change", () => {
  expect(reconcileCart([tea, cup], [])).toEqual([tea, cup]);
});

test.each<LineProblem>([
  { kind: "gone", id: "tea" },
  { kind: "soldOut", id: "tea", title: "Tea" },
])("a product that is $kind is taken out of the cart", (problem) => {
  expect(reconcileCart([tea, cup], [problem])).toEqual([cup]);
});

test("a product whose stock is short stays with what is left", () => {
  const problem: LineProblem = { kind: "stock", id: "tea", title: "Tea", priceCents: 450, stock: 2 };
  expect(reconcileCart([tea, cup], [problem])).toEqual([{ ...tea, quantity: 2 }, cup]);
});

test("a product with another price stays at today's price and title, and never with more pieces than before", () => {
  const problem: LineProblem = { kind: "price", id: "tea", title: "Green Tea", priceCents: 500, stock: 40 };
  expect(reconcileCart([tea, cup], [problem])).toEqual([{ ...tea, title: "Green Tea", priceCents: 500 }, cup]);
});

test("a product with another price and too little stock is reconciled in both", () => {
  const problem: LineProblem = { kind: "price", id: "tea", title: "Tea", priceCents: 500, stock: 1 };
  expect(reconcileCart([tea], [problem])).toEqual([{ ...tea, priceCents: 500, quantity: 1 }]);
});

test("every problem is reconciled at once, in the cart's order", () => {
  const problems: LineProblem[] = [
    { kind: "price", id: "cup", title: "Cup", priceCents: 1100, stock: 9 },
    { kind: "stock", id: "tea", title: "Tea", priceCents: 450, stock: 1 },
  ];
  expect(reconcileCart([tea, cup], problems)).toEqual([
    { ...tea, quantity: 1 },
    { ...cup, priceCents: 1100 },
  ]);
});

test.each<[LineProblem, string, string]>([
  [{ kind: "gone", id: "tea" }, "Tea is no longer available.", "Not available"],
  [{ kind: "soldOut", id: "tea", title: "Green Tea" }, "Green Tea is out of stock.", "Not available"],
  [{ kind: "stock", id: "tea", title: "Tea", priceCents: 450, stock: 2 }, "Tea: only 2 left.", "2 × $4.50"],
  [{ kind: "price", id: "tea", title: "Tea", priceCents: 500, stock: 3 }, "Tea is now $5.00 (was $4.50).", "3 × $5.00"],
  [
    { kind: "price", id: "tea", title: "Tea", priceCents: 500, stock: 2 },
    "Tea is now $5.00 (was $4.50). Only 2 left.",
    "2 × $5.00",
  ],
])("%j is described with the line before and now", (problem, text, now) => {
  const { changes } = differenceOf([cup, tea], [problem], { formats: defaultFormats });
  expect(changes).toMatchObject([{ id: "tea", text, before: "3 × $4.50", now }]);
  expect(text).toContain(changes[0]?.title);
});

test("totals include delivery, and a changed delivery cost is described", () => {
  const terms = { priceCents: 490, freeFromCents: 2500, days: 3 };
  const cheaper: LineProblem = { kind: "price", id: "tea", title: "Tea", priceCents: 400, stock: 9 };
  expect(differenceOf([cup, tea], [cheaper], { formats: defaultFormats, delivery: terms })).toMatchObject({
    changes: [{ id: "tea" }, { id: "", text: "Shipping is now $4.90 (was free).", now: "$4.90" }],
    ...{ totalBefore: 2550, totalNow: 2890, isDeliveryAlone: false },
  });
  expect(
    differenceOf([cup, tea], [], {
      formats: defaultFormats,
      delivery: { ...terms, freeFromCents: null },
      seenDeliveryCents: 690,
    }),
  ).toMatchObject({
    changes: [{ text: "Shipping is now $4.90 (was $6.90).", before: "$6.90", now: "$4.90" }],
    ...{ totalBefore: 3240, totalNow: 3040, isDeliveryAlone: true },
  });
  expect(differenceOf([cup], [], { formats: defaultFormats, seenDeliveryCents: 690 })).toMatchObject({
    changes: [{ text: "Shipping is now free." }],
    ...{ totalBefore: 1890, totalNow: 1200 },
  });
});

test("totals are after the discount, and a discount by other terms is described", () => {
  const discount: DiscountTerms = { code: "TEN", kind: "percent", value: 1000, minimumCents: 0, category: "drinks" };
  const lines = withPricing([cup, tea], new Map([["tea", { ...tea, category: "drinks", stock: 9 }]]));
  const cheaper: LineProblem = { kind: "price", id: "tea", title: "Tea", priceCents: 400, stock: 9 };
  expect(differenceOf(lines, [cheaper], { formats: defaultFormats, discount, seenDiscountCents: 135 })).toMatchObject({
    changes: [{ id: "tea" }],
    ...{ totalBefore: 2415, totalNow: 2280, isDeliveryAlone: false, isDiscountAlone: false },
  });
  expect(differenceOf(lines, [], { formats: defaultFormats, discount, seenDiscountCents: 270 })).toMatchObject({
    changes: [{ text: "Your discount is now $1.35 (was $2.70).", before: "$2.70", now: "$1.35" }],
    ...{ totalBefore: 2280, totalNow: 2415, isDeliveryAlone: false, isDiscountAlone: true },
  });
});

test("a cart is compared with what the catalog says, as far as that is known", () => {
  const today = { ...tea, category: "drinks", stock: 9 };
  const problemWith = (products: object | null) =>
    findProblems([tea, cup], new Map([["tea", products as typeof today]]));
  expect(findProblems([tea, cup], new Map())).toEqual([]);
  expect(problemWith({ ...today, stock: 3 })).toEqual([]);
  expect(problemWith(null)).toEqual([{ kind: "gone", id: "tea" }]);
  expect(problemWith({ ...today, stock: 0 })).toMatchObject([{ kind: "soldOut", id: "tea" }]);
  expect(problemWith({ ...today, stock: 2 })).toMatchObject([{ kind: "stock", stock: 2 }]);
  expect(problemWith({ ...today, priceCents: 400, stock: 2 })).toMatchObject([
    { kind: "price", priceCents: 400, stock: 2 },
  ]);
});

test("a reconciled cart holds its own lines in their order, none of more pieces than there are", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const lines = fc.uniqueArray(
    fc.record({
      id,
      title: fc.string(),
      priceCents: fc.nat(),
      thumbnail: fc.string(),
      quantity: fc.integer({ min: 1 }),
    }),
    { selector: (line) => line.id },
  );
  const common = { title: fc.string(), priceCents: fc.nat(), stock: fc.integer({ min: 1, max: 9 }) };
  const problems: fc.Arbitrary<LineProblem[]> = fc.uniqueArray(
    fc.oneof(
      fc.record({ kind: fc.constant("gone" as const), id }),
      fc.record({ kind: fc.constant("soldOut" as const), id, title: fc.string() }),
      fc.record({ kind: fc.constantFrom("price" as const, "stock" as const), id, ...common }),
    ),
    { selector: (problem) => problem.id },
  );
  fc.assert(
    fc.property(lines, problems, (lines, problems) => {
      const reconciled = reconcileCart(lines, problems);
      const problemOf = (id: string) => problems.find((problem) => problem.id === id);
      const left = lines.filter((line) => !["gone", "soldOut"].includes(problemOf(line.id)?.kind ?? ""));
      expect(reconciled.map((line) => line.id)).toEqual(left.map((line) => line.id));
      for (const { id, quantity } of reconciled) {
        const problem = problemOf(id);
        expect(quantity).toBeGreaterThanOrEqual(1);
        if (problem && "stock" in problem) expect(quantity).toBeLessThanOrEqual(problem.stock);
      }
    }),
  );
});

test.each([
  ["the same things were ordered", [tea, cup], []],
  ["fewer pieces were ordered", [{ id: "tea", quantity: 1 }], [{ ...tea, quantity: 2 }, cup]],
  ["more pieces were ordered", [{ id: "tea", quantity: 9 }], [cup]],
  ["something else was ordered", [{ id: "pot", quantity: 1 }], [tea, cup]],
])("a cart keeps what wasn't ordered when %s", (_, ordered, left) => {
  expect(remainingCart([tea, cup], ordered)).toEqual(left);
});
