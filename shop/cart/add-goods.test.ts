import { expect, test } from "vitest";
import { addGoods, type Wanted } from "./add-goods.ts";
import type { Goods } from "./compare-cart.ts";

const tea = { id: "tea", title: "Tea", priceCents: 450, thumbnail: "/tea.svg" };
const cup = { id: "cup", title: "Cup", priceCents: 1200, thumbnail: "/cup.svg" };

const goods = new Map<string, Goods | null>([
  ["tea", { ...tea, stock: 4 }],
  ["cup", { ...cup, stock: 0 }],
  ["jug", null],
]);

test.for<[what: string, wanted: Wanted[], quantity: number, missing: string[]]>([
  ["nothing is nothing", [], 1, []],
  ["what there is comes to what is there", [{ id: "tea", quantity: 3 }], 4, []],
  ["of what is short, as much as there is", [{ id: "tea", quantity: 4 }], 4, ["Only 4 of Tea can be had."]],
  ["a product by its name of today", [{ id: "cup", quantity: 1, title: "Mug" }], 1, ["Cup is sold out."]],
  ["a product by the name it had", [{ id: "jug", quantity: 1, title: "Jug" }], 1, ["Jug is no longer sold."]],
  ["a product that nobody knows", [{ id: "pot", quantity: 1 }], 1, ["One product is no longer sold."]],
  [
    "all that is missing, in turn, and the rest",
    [
      { id: "jug", quantity: 1, title: "Jug" },
      { id: "tea", quantity: 1 },
      { id: "cup", quantity: 1 },
    ],
    2,
    ["Jug is no longer sold.", "Cup is sold out."],
  ],
])("goods are added as far as they can be had, at today's price: %s", ([, wanted, quantity, missing]) => {
  const lines = [{ ...tea, quantity: 1 }];
  expect(addGoods(lines, wanted, goods)).toEqual({ lines: [{ ...tea, quantity }], pieces: quantity - 1, missing });
});

test("a product that the cart hasn't yet is a line with what the catalog says of it, and nothing else", () => {
  expect(addGoods([], [{ id: "tea", quantity: 2, title: "Old Tea" }], goods)).toEqual({
    lines: [{ ...tea, quantity: 2 }],
    ...{ pieces: 2, missing: [] },
  });
});
