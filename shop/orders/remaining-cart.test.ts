import { expect, test } from "vitest";
import { remainingCart } from "./remaining-cart.ts";

const tea = { id: "tea", title: "Tea", priceCents: 450, thumbnail: "/tea.svg", quantity: 3 };
const cup = { id: "cup", title: "Cup", priceCents: 1200, thumbnail: "/cup.svg", quantity: 1 };

test.each([
  ["the same things were ordered", [tea, cup], []],
  ["fewer pieces were ordered", [{ id: "tea", quantity: 1 }], [{ ...tea, quantity: 2 }, cup]],
  ["more pieces were ordered", [{ id: "tea", quantity: 9 }], [cup]],
  ["something else was ordered", [{ id: "pot", quantity: 1 }], [tea, cup]],
])("of a cart, after %s, what isn't ordered is left", (_, ordered, left) => {
  expect(remainingCart([tea, cup], ordered)).toEqual(left);
});
