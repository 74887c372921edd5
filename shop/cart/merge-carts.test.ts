import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartLine } from "./cart-reducer.ts";
import { addedSince, changesOf, mergeCarts, type Quantities, quantitiesOf } from "./merge-carts.ts";

function cart(quantities: Quantities): CartLine[] {
  return Object.entries(quantities).map(([id, quantity]) => ({
    id,
    title: id,
    priceCents: 100,
    thumbnail: "",
    quantity,
  }));
}

test.each<[what: string, local: Quantities, saved: Quantities, before: Quantities | undefined, merged: Quantities]>([
  ["a new device finds the cart", {}, { tea: 2 }, undefined, { tea: 2 }],
  ["a first meeting keeps both, and the larger number", { tea: 1, cup: 1 }, { tea: 2 }, undefined, { tea: 2, cup: 1 }],
  ["the same twice doesn't double", { tea: 2 }, { tea: 2 }, undefined, { tea: 2 }],
  ["what was added elsewhere is added here", { tea: 1 }, { tea: 1, cup: 1 }, { tea: 1 }, { tea: 1, cup: 1 }],
  ["what was bought elsewhere goes here", { tea: 1, cup: 1 }, {}, { tea: 1, cup: 1 }, {}],
  ["what was taken out here stays out", {}, { tea: 1 }, { tea: 1 }, {}],
  ["fewer here stay fewer", { tea: 1 }, { tea: 3 }, { tea: 3 }, { tea: 1 }],
  ["changed on both, the larger quantity counts", { tea: 2 }, { tea: 5 }, { tea: 1 }, { tea: 5 }],
  ["bought here and raised elsewhere, what was added there stays", {}, { tea: 3 }, { tea: 2 }, { tea: 1 }],
  ["raised here and bought elsewhere, what was added here stays", { tea: 3 }, {}, { tea: 2 }, { tea: 1 }],
  ["lowered here and raised elsewhere, both count", { tea: 1 }, { tea: 5 }, { tea: 2 }, { tea: 4 }],
  ["lowered on both, the larger quantity counts", { tea: 1 }, { tea: 2 }, { tea: 4 }, { tea: 2 }],
])("%s", (_what, local, saved, before, merged) => {
  expect(quantitiesOf(mergeCarts(cart(local), cart(saved), before))).toEqual(merged);
});

test.each<
  [what: string, local: Quantities, saved: Quantities, before: Quantities, sent: Quantities, merged: Quantities]
>([
  ["taken out, and put in again", { tea: 1 }, {}, { tea: 1 }, { tea: 0 }, { tea: 1 }],
  ["put in, and taken out again", {}, { tea: 1 }, {}, { tea: 1 }, {}],
  ["raised, and lowered again", { tea: 1 }, { tea: 3 }, { tea: 1 }, { tea: 3 }, { tea: 1 }],
  ["sent twice, of which the first is saved", { tea: 1 }, {}, { tea: 1 }, { tea: 1 }, { tea: 1 }],
  [
    "sent, while something else was taken out elsewhere",
    { tea: 1, cup: 1 },
    {},
    { tea: 1, cup: 1 },
    { tea: 0 },
    { tea: 1 },
  ],
])("after a lost answer the newest quantity counts: %s", (_what, local, saved, before, sent, merged) => {
  expect(quantitiesOf(mergeCarts(cart(local), cart(saved), before, sent))).toEqual(merged);
});

test("what a cart has changed is what it holds another number of, be it none", () => {
  expect(changesOf({ tea: 1, cup: 2 }, { cup: 1, pot: 1 })).toEqual({ tea: 1, cup: 2, pot: 0 });
  expect(changesOf({ tea: 1 }, { tea: 1 })).toEqual({});
});

function own(quantities: Quantities, id: string) {
  return Object.hasOwn(quantities, id) ? (quantities[id] ?? 0) : 0;
}

test("merging again with either cart changes nothing", () => {
  const quantities = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(
      quantities,
      quantities,
      fc.option(quantities, { nil: undefined }),
      quantities,
      (local, saved, before, sent) => {
        const merged = mergeCarts(cart(local), cart(saved), before, sent);
        expect(mergeCarts(merged, merged, quantitiesOf(merged))).toEqual(merged);
        expect(mergeCarts(merged, merged, before, sent)).toEqual(merged);
        for (const { id, quantity } of merged) {
          expect(quantity).toBeGreaterThanOrEqual(Math.min(own(local, id), own(saved, id)));
          expect(quantity).toBeLessThanOrEqual(Math.max(own(local, id), own(saved, id)));
        }
      },
    ),
  );
});

test("of a cart that another customer left, only what was added since stays", () => {
  const left = addedSince(cart({ tea: 3, cup: 1, constructor: 1 }), { tea: 2, cup: 1, pot: 1 });
  expect(quantitiesOf(left)).toEqual({ tea: 1, constructor: 1 });
});
