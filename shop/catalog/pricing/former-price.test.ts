import fc from "fast-check";
import { expect, test } from "vitest";
import { formerPrice, type PriceEntry, shownDiscount } from "./former-price.ts";

const day = 24 * 60 * 60_000;
const start = Date.UTC(2026, 0, 1);

/** @param changes the day, the price and the claim from then on, in units */
function history(...changes: [days: number, price: number, claim?: number][]): PriceEntry[] {
  return changes.map(([days, price, claim]) => ({
    changedAt: start + days * day,
    priceCents: price * 100,
    compareAtCents: claim === undefined ? null : claim * 100,
  }));
}

test.each<[name: string, changes: [days: number, price: number, claim?: number][], former: number | undefined]>([
  [
    "without a claim there is none",
    [
      [0, 100],
      [40, 80],
    ],
    undefined,
  ],
  ["without a history there is none", [], undefined],
  [
    "a reduction shows the price before it",
    [
      [0, 100],
      [40, 80, 100],
    ],
    100,
  ],
  [
    "a claim may come after the reduction",
    [
      [0, 100],
      [40, 80],
      [50, 80, 100],
    ],
    100,
  ],
  [
    "it never shows more than the owner claims",
    [
      [0, 100],
      [40, 70, 90],
    ],
    90,
  ],
  [
    "nor more than the lowest of the 30 days before",
    [
      [0, 100],
      [20, 60],
      [30, 90],
      [40, 50, 100],
    ],
    60,
  ],
  [
    "what was over 30 days before the reduction doesn't count",
    [
      [0, 60],
      [5, 100],
      [40, 80, 100],
    ],
    100,
  ],
  [
    "what was until 30 days before doesn't count, by the millisecond",
    [
      [0, 60],
      [10, 100],
      [40, 80, 100],
    ],
    100,
  ],
  [
    "what ended within the 30 days counts",
    [
      [0, 60],
      [11, 100],
      [40, 80, 100],
    ],
    undefined,
  ],
  [
    "a rise before the sale is found out",
    [
      [0, 50],
      [20, 100],
      [25, 60, 100],
    ],
    undefined,
  ],
  [
    "a reduction that grows counts from its first step",
    [
      [0, 100],
      [40, 90, 100],
      [45, 80, 100],
      [80, 70, 100],
    ],
    100,
  ],
  [
    "a fall that wasn't announced is no first step",
    [
      [0, 100],
      [60, 80],
      [100, 70, 100],
    ],
    80,
  ],
  [
    "one that was interrupted counts anew",
    [
      [0, 100],
      [40, 80, 100],
      [45, 90],
      [50, 70, 100],
    ],
    80,
  ],
  [
    "a price that rises isn't reduced",
    [
      [0, 100],
      [40, 120, 150],
    ],
    undefined,
  ],
  [
    "a price that came back isn't reduced",
    [
      [0, 100],
      [40, 80, 100],
      [50, 100, 120],
    ],
    undefined,
  ],
  [
    "an import that reverts for a moment leaves its price behind",
    [
      [0, 100],
      [39, 1],
      [39, 100],
      [40, 80, 100],
    ],
    undefined,
  ],
  [
    "after 30 days it is forgotten",
    [
      [0, 100],
      [5, 1],
      [5, 100],
      [40, 80, 100],
    ],
    100,
  ],
  ["a new product may claim what it cost elsewhere", [[0, 80, 100]], 100],
  [
    "a claim in its first days may be as old as its price",
    [
      [0, 80],
      [29, 80, 100],
    ],
    100,
  ],
  [
    "30 days at one price contradict a claim",
    [
      [0, 80],
      [30, 80, 100],
    ],
    undefined,
  ],
  [
    "a larger claim later is a claim of its own",
    [
      [0, 80, 90],
      [31, 80, 100],
    ],
    undefined,
  ],
  [
    "a product that is younger than 30 days shows its lowest since then",
    [
      [0, 100],
      [5, 95],
      [8, 100],
      [10, 70, 100],
    ],
    95,
  ],
  [
    "a claim below the price says nothing",
    [
      [0, 100],
      [40, 80, 80],
    ],
    undefined,
  ],
  [
    "a long sale keeps its former price",
    [
      [0, 100],
      [40, 80, 100],
      [400, 80, 99],
    ],
    99,
  ],
])("%s", (_, changes, former) => {
  expect(formerPrice(history(...changes))).toBe(former === undefined ? undefined : former * 100);
});

test("whatever happens, the former price is above the price, at most the claim, and a price that was recorded or claimed", () => {
  const entry = fc.record({
    hours: fc.nat({ max: 500 }),
    priceCents: fc.integer({ min: 1, max: 20 }),
    compareAtCents: fc.option(fc.integer({ min: 1, max: 25 })),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (changes) => {
      let changedAt = start;
      const entries = changes.map(({ hours, ...prices }) => {
        changedAt += hours * 60 * 60_000;
        return { changedAt, ...prices };
      });
      const former = formerPrice(entries);
      if (former === undefined) return;
      const current = entries.at(-1);
      expect(former).toBeGreaterThan(current?.priceCents ?? 0);
      expect(former).toBeLessThanOrEqual(current?.compareAtCents ?? 0);
      expect([current?.compareAtCents, ...entries.map(({ priceCents }) => priceCents)]).toContain(former);
    }),
  );
});

test("the percentage is computed from the former price, rounded down; without one, the catalog's own counts", () => {
  expect(shownDiscount({ priceCents: 667, formerCents: 1000, discountPercentage: 5 })).toBe(33);
  expect(shownDiscount({ priceCents: 667, discountPercentage: 5.5 })).toBe(5.5);
});
