import { expect, test } from "vitest";
import { addItems, type ItemRequest } from "./add-items.ts";
import type { CartProduct } from "./compare-cart.ts";

const tea = { id: "tea", title: "Tea", priceCents: 450, thumbnail: "/tea.svg" };
const cup = { id: "cup", title: "Cup", priceCents: 1200, thumbnail: "/cup.svg" };

const products = new Map<string, CartProduct | null>([
  ["tea", { ...tea, category: "drinks", stock: 4 }],
  ["cup", { ...cup, category: "kitchen", stock: 0 }],
  ["jug", null],
]);

test.for<[what: string, wanted: ItemRequest[], quantity: number, missing: string[]]>([
  ["nothing is nothing", [], 1, []],
  ["what there is comes to what is there", [{ id: "tea", quantity: 3 }], 4, []],
  ["of what is short, as much as there is", [{ id: "tea", quantity: 4 }], 4, ["Tea: only 4 available."]],
  ["a product by its name of today", [{ id: "cup", quantity: 1, title: "Mug" }], 1, ["Cup is out of stock."]],
  ["a product by the name it had", [{ id: "jug", quantity: 1, title: "Jug" }], 1, ["Jug is no longer available."]],
  ["an unknown product", [{ id: "pot", quantity: 1 }], 1, ["One item is no longer available."]],
  [
    "all that is missing, in turn, and the rest",
    [
      { id: "jug", quantity: 1, title: "Jug" },
      { id: "tea", quantity: 1 },
      { id: "cup", quantity: 1 },
    ],
    2,
    ["Jug is no longer available.", "Cup is out of stock."],
  ],
])("items are added at current prices, up to the stock: %s", ([, wanted, quantity, missing]) => {
  const lines = [{ ...tea, quantity: 1 }];
  const added = addItems(lines, wanted, products);
  expect(added).toMatchObject({ lines: [{ ...tea, quantity }], pieces: quantity - 1 });
  expect(added.missing.map(({ text }) => text)).toEqual(missing);
  for (const { name, text } of added.missing) expect(text).toContain(name);
});

test("a product that the cart hasn't yet is a line with what the catalog says of it, and nothing else", () => {
  expect(addItems([], [{ id: "tea", quantity: 2, title: "Old Tea" }], products)).toEqual({
    lines: [{ ...tea, quantity: 2 }],
    ...{ pieces: 2, missing: [] },
  });
});
