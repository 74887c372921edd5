import fc from "fast-check";
import { expect, test } from "vitest";
import { isSoldOut } from "../../stock/availability.ts";
import { CatalogIndex } from "./catalog-index.ts";
import type { IndexedProduct } from "./index-columns.ts";
import type { ListOrder } from "./product-orders.ts";
import { runAtOnce } from "./time-slices.ts";

type Kept = (product: IndexedProduct) => boolean;

const sizes = ["S", "M", "L"];
const colors = ["Blue", "blue", "Red"];

/** What each filter keeps of a product, and its facet, as someone would say it. */
const filters: Record<string, { facet: string; keeps: Kept }> = {
  inStock: { facet: "availability", keeps: ({ availabilityStatus }) => availabilityStatus === "In Stock" },
  lowStock: { facet: "availability", keeps: ({ availabilityStatus }) => availabilityStatus === "Low Stock" },
  highRated: { facet: "highRated", keeps: ({ rating }) => rating >= 4 },
  under10: { facet: "price", keeps: ({ priceCents }) => priceCents < 1000 },
  "10to50": { facet: "price", keeps: ({ priceCents }) => priceCents >= 1000 && priceCents <= 5000 },
  clothing: { facet: "category", keeps: ({ category }) => category !== "food" },
  shoes: { facet: "category", keeps: ({ category }) => category === "shoes" },
  new: { facet: "type", keeps: ({ tags }) => tags.includes("new") },
  wool: { facet: "type", keeps: ({ tags }) => tags.includes("wool") },
  anyBrand: { facet: "brand", keeps: ({ brand }) => brand !== null },
  "brand-lyng": { facet: "brand", keeps: ({ brandSlug }) => brandSlug === "lyng" },
  ...Object.fromEntries(
    ["s", "m", "l"].map((size) => [`option-size--${size}`, { facet: "size", keeps: hasOption("size", size) }]),
  ),
  ...Object.fromEntries(
    ["blue", "red"].map((color) => [`option-colour--${color}`, { facet: "colour", keeps: hasOption("colour", color) }]),
  ),
};
const choices = Object.keys(filters);
const kinds = new Map([
  ["clothing", { kind: "category" as const, children: ["shoes"] }],
  ["shoes", { kind: "category" as const, children: [] }],
  ["food", { kind: "category" as const, children: [] }],
  ["new", { kind: "tag" as const, children: [] }],
  ["wool", { kind: "tag" as const, children: [] }],
]);
const settings = { kinds, hidesSoldOut: false, scale: 100, sold: new Map() };

function hasOption(name: string, value: string): Kept {
  return ({ options }) =>
    Object.entries<string>(JSON.parse(options ?? "{}")).some(
      (option) => option.join().toLowerCase() === `${name},${value}`,
    );
}

const product = fc.record({
  titleKey: fc.constantFrom("tee", "tea", "jacket"),
  priceCents: fc.constantFrom(500, 999, 1000, 2000, 9000),
  rating: fc.constantFrom(3, 4, 5),
  stock: fc.constantFrom(0, 3, 20),
  availabilityStatus: fc.constantFrom("In Stock", "Low Stock", "Out of Stock"),
  category: fc.constantFrom("clothing", "shoes", "food"),
  brand: fc.constantFrom(null, "Lyng", "LYNG", "Nord"),
  tags: fc.constantFrom("[]", '["new"]', '["wool"]', '["new","wool"]'),
  group: fc.constantFrom(null, "tee", "jacket", "sock"),
  options: fc.option(
    fc
      .record({ Size: fc.constantFrom(...sizes), Colour: fc.constantFrom(...colors) }, { requiredKeys: [] })
      .map((options) => JSON.stringify(options)),
  ),
});

type Drawn = typeof product extends fc.Arbitrary<infer Each> ? Each : never;

function indexed(drawn: Drawn, number: number, position: number): IndexedProduct {
  const brandSlug = drawn.brand?.toLowerCase() ?? null;
  return { ...drawn, number, position, brandSlug, discountPercentage: 0, formerCents: null } as IndexedProduct;
}

function keepsAll(chosen: string[], each: IndexedProduct) {
  const byFacet = Map.groupBy(chosen, (filter) => filters[filter]?.facet);
  return [...byFacet.values()].every((own) => own.some((filter) => filters[filter]?.keeps(each)));
}

/** The cards of some products of the catalog, each as its products. */
function cardsOf(products: IndexedProduct[]) {
  const groups = Map.groupBy(products, ({ group, number }) => group ?? number);
  return [...groups.values()];
}

const compares: Record<ListOrder, (one: IndexedProduct, other: IndexedProduct) => number> = {
  position: () => 0,
  name: (one, other) => Number(one.titleKey > other.titleKey) - Number(one.titleKey < other.titleKey),
  highestPrice: (one, other) => other.priceCents - one.priceCents,
  lowestPrice: (one, other) => one.priceCents - other.priceCents,
  rating: (one, other) => other.rating - one.rating,
  newest: (one, other) => other.number - one.number,
  bestSelling: () => 0,
};

/** The product of a card by which it has its place in an order. */
function placed(card: IndexedProduct[], order: ListOrder) {
  const isByPrice = order === "lowestPrice" || order === "highestPrice";
  const buyable = card.filter((each) => !isSoldOut(each));
  const candidates = isByPrice && buyable.length > 0 ? buyable : card;
  return candidates.toSorted(compares[isByPrice ? "lowestPrice" : order])[0] as IndexedProduct;
}

/** Whole lists, found by looking at every product. */
function naiveList(catalog: IndexedProduct[], chosen: string[], order: ListOrder) {
  const cards = cardsOf(catalog.filter((each) => keepsAll(chosen, each)));
  const inOrder = cards
    .map((card) => ({ card, at: placed(card, order) }))
    .sort((one, other) => compares[order](one.at, other.at) || one.at.position - other.at.position);
  return inOrder.map(({ card }) => {
    const leader = card.find((each) => !isSoldOut(each)) ?? card[0];
    const buyable = card.filter((each) => !isSoldOut(each));
    const group = catalog.filter((each) => each.group !== null && each.group === leader?.group);
    const priced = placed(card, "lowestPrice");
    return {
      leader: leader?.number,
      ...(group.length > 1 && {
        priceCents: priced.priceCents,
        isFrom: buyable.some(({ priceCents }) => priceCents !== priced.priceCents),
        buyable: buyable.length,
      }),
    };
  });
}

function naiveCount(catalog: IndexedProduct[], chosen: string[], choice: string) {
  const others = chosen.filter((filter) => filters[filter]?.facet !== filters[choice]?.facet);
  return cardsOf(catalog.filter((each) => keepsAll([...others, choice], each))).length;
}

const orders: ListOrder[] = ["position", "name", "highestPrice", "lowestPrice", "rating"];

function expectListsRight(index: CatalogIndex, products: IndexedProduct[], chosen: string[]) {
  const catalog = products.toSorted((one, other) => one.position - other.position);
  const priceOf = new Map(catalog.map(({ number, priceCents }) => [number, priceCents]));
  for (const order of orders) {
    const wanted = naiveList(catalog, chosen, order);
    const page = index.readPage({ order, filters: chosen, among: undefined, page: 1, perPage: 100, choices });
    const cards = page.cards.map(({ number, siblings }) => ({
      leader: number,
      ...(siblings && {
        priceCents: priceOf.get(siblings.priced),
        isFrom: siblings.isFrom,
        buyable: siblings.buyable,
      }),
    }));
    expect({ total: page.total, cards }, `${order} of ${chosen}`).toEqual({ total: wanted.length, cards: wanted });
    const pages = [1, 2, 3].flatMap(
      (page) => index.readPage({ order, filters: chosen, among: undefined, page, perPage: 2, choices: [] }).cards,
    );
    if (wanted.length > 4)
      expect(pages.map(({ number }) => number)).toEqual(cards.slice(0, 6).map(({ leader }) => leader));
    for (const choice of choices) {
      expect(page.counts.get(choice), `${choice} with ${chosen}`).toBe(naiveCount(catalog, chosen, choice));
    }
    const offered = index.readOptions({ filters: chosen, among: undefined }).flatMap((facet) => facet.choices);
    for (const { value, count } of offered) expect(count, value).toBe(naiveCount(catalog, chosen, value));
  }
}

const chosen = fc.subarray(choices, { maxLength: 5 });
const catalog = fc.array(product, { minLength: 1, maxLength: 14 });

test("whatever products, groups, filters and orders there are, cards, totals and counts are those of looking at every product", async () => {
  await fc.assert(
    fc.asyncProperty(catalog, chosen, async (drawn, chosen) => {
      const products = drawn.map((each, index) => indexed(each, index + 1, index + 1));
      const index = new CatalogIndex();
      index.load(products);
      runAtOnce(index.sort("1", settings));
      expectListsRight(index, products, chosen);
    }),
    { numRuns: 300 },
  );
});

test("products that change, join, leave and move between groups are followed", async () => {
  const change = fc.record({
    changed: fc.array(
      fc.record({ number: fc.integer({ min: 1, max: 30 }), position: fc.integer({ min: 1, max: 40 }), product }),
      { maxLength: 5 },
    ),
    removed: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      catalog,
      fc.array(change, { minLength: 1, maxLength: 4 }),
      chosen,
      async (drawn, changes, chosen) => {
        const products = new Map(drawn.map((each, index) => [index + 1, indexed(each, index + 1, index + 1)]));
        const index = new CatalogIndex();
        index.load([...products.values()]);
        runAtOnce(index.sort("1", settings));
        for (const [version, { changed, removed }] of changes.entries()) {
          index.readPage({ order: "name", filters: chosen, among: undefined, page: 1, perPage: 9, choices });
          for (const number of removed) products.delete(number);
          const others = new Map(
            changed.map(({ number, position, product }) => [number, indexed(product, number, position * 100 + number)]),
          );
          for (const [number, each] of others) products.set(number, each);
          const gone = removed.filter((number) => !others.has(number));
          index.update(`${version + 2}`, { changed: [...others.values()], removed: gone, ...settings });
        }
        expectListsRight(index, [...products.values()], chosen);
      },
    ),
    { numRuns: 300 },
  );
});

async function indexOf(products: Partial<IndexedProduct>[]) {
  const index = new CatalogIndex();
  const plain = {
    titleKey: "tee",
    priceCents: 500,
    rating: 4,
    stock: 20,
    availabilityStatus: "In Stock",
    category: "clothing",
    brand: null,
    tags: "[]",
    group: null,
    options: null,
  } as const;
  index.load(products.map((each, at) => ({ ...indexed({ ...plain } as Drawn, at + 1, at + 1), ...each })));
  runAtOnce(index.sort("1", settings));
  return index;
}

const all = { filters: [], among: undefined };

test("an option is offered where it narrows a list: sizes from small to large, spellings as one", async () => {
  const sizes = ["XL", "s", "M", "S", "XXL"];
  const index = await indexOf([
    ...sizes.map((size) => ({ group: "tee", options: JSON.stringify({ Size: size, Material: "Wool" }) })),
    { options: JSON.stringify({ "Shoe size": "42" }), group: "shoe" },
    { options: JSON.stringify({ "Shoe size": "6.5" }), group: "shoe" },
    { category: "food" },
  ]);
  expect(index.readOptions(all)).toEqual([
    {
      label: "Size",
      choices: ["S", "M", "XL", "XXL"].map((label) => ({
        value: `option-size--${label.toLowerCase()}`,
        label,
        count: 1,
      })),
    },
    {
      label: "Shoe size",
      choices: [
        { value: "option-shoe-size--6.5", label: "6.5", count: 1 },
        { value: "option-shoe-size--42", label: "42", count: 1 },
      ],
    },
    { label: "Material", choices: [{ value: "option-material--wool", label: "Wool", count: 1 }] },
  ]);
  expect(index.readOptions({ ...all, filters: ["food"] })).toEqual([]);
  expect(index.readOptions({ ...all, filters: ["food", "option-size--m"] })).toMatchObject([
    { label: "Size", choices: [{ label: "M", count: 0 }] },
  ]);
  expect(index.findOptions(["option-size--m", "option-size--xs", "option-none--m"])).toEqual([
    { label: "Size", choices: [{ value: "option-size--m", label: "M" }] },
  ]);
});

test("a spelling that no product has any more is no label", async () => {
  const index = await indexOf([{ options: '{"COLOUR":"BLUE"}' }, { options: '{"Colour":"Blue"}' }, {}]);
  expect(index.readOptions(all)).toMatchObject([{ label: "COLOUR", choices: [{ label: "BLUE", count: 2 }] }]);
  index.update("2", { changed: [], removed: [1], ...settings });
  expect(index.readOptions(all)).toMatchObject([{ label: "Colour", choices: [{ label: "Blue", count: 1 }] }]);
});

test("the best rated are one of each group, by title where ratings tie", async () => {
  const index = await indexOf([
    { group: "tee", rating: 5, titleKey: "b" },
    { group: "tee", rating: 5, titleKey: "a" },
    { rating: 5, titleKey: "a2" },
    { rating: 4.5, titleKey: "z" },
    { rating: 4.5, titleKey: "y" },
  ]);
  expect(index.bestRated(3)).toEqual([3, 1, 5]);
  expect(index.bestRated(9)).toEqual([3, 1, 5, 4]);
});

test("near a product are others of its category, one of each group, also near one that isn't listed", async () => {
  const index = await indexOf([
    { group: "tee" },
    { group: "tee" },
    { group: "sock" },
    { group: "sock" },
    { category: "food" },
    { group: "tee" },
    {},
  ]);
  expect(index.nearest(2, "category", "clothing", 3)).toEqual([3, 7]);
  expect(index.nearest(7, "category", "clothing", 3)).toEqual([6, 4]);
  expect(index.nearest(99_999, "category", "clothing", 2)).toEqual([7, 6]);
});

test("a group of ten thousand is one card, found at once", async () => {
  const index = await indexOf(
    Array.from({ length: 10_000 }, (_, at) => ({ group: "all", priceCents: 20_000 - at, stock: at < 9999 ? 0 : 1 })),
  );
  for (const order of orders) {
    const { total, cards } = index.readPage({ ...all, order, page: 1, perPage: 24, choices });
    expect([total, cards]).toMatchObject([
      1,
      [{ number: 10_000, siblings: { priced: 10_000, isFrom: false, buyable: 1 } }],
    ]);
  }
});
