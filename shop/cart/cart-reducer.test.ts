import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CartAction,
  type CartLine,
  cartReducer,
  cartSubtotal,
  linesLimit,
  lineTotal,
  quantityLimit,
  totalQuantity,
} from "./cart-reducer.ts";

const tea = { id: "tea", title: "Tea", priceCents: 450, thumbnail: "/tea.svg" };
const cup = { id: "cup", title: "Cup", priceCents: 1200, thumbnail: "/cup.svg" };

/** A frozen cart: changing it in place throws. */
function cart(...lines: CartLine[]) {
  return Object.freeze(lines.map((line) => Object.freeze(line))) as CartLine[];
}

test("an added product becomes the last line, with quantity 1", () => {
  const lines = cartReducer(cart({ ...tea, quantity: 3 }), { type: "add", product: cup });
  expect(lines).toEqual([
    { ...tea, quantity: 3 },
    { ...cup, quantity: 1 },
  ]);
});

test("adding a product that is in the cart raises its quantity by 1", () => {
  const lines = cartReducer(cart({ ...tea, quantity: 2 }, { ...cup, quantity: 1 }), { type: "add", product: tea });
  expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["tea", 3],
    ["cup", 1],
  ]);
});

test("adding another product with the same title raises the quantity of the line that has it", () => {
  const lines = cartReducer(cart({ ...tea, quantity: 1 }), { type: "add", product: { ...tea, id: "other-tea" } });
  expect(lines).toEqual([{ ...tea, quantity: 2 }]);
});

test("a variant gets a line of its own, though its siblings have the same title, and browsers store it as any other", () => {
  const medium = { ...tea, id: "tea-m", isVariant: true };
  const lines = cartReducer(cart({ ...tea, quantity: 1 }), { type: "add", product: medium });
  expect(lines).toEqual([
    { ...tea, quantity: 1 },
    { ...tea, id: "tea-m", quantity: 1 },
  ]);
  expect(cartReducer(lines, { type: "add", product: medium }).map(({ quantity }) => quantity)).toEqual([1, 2]);
});

test("several pieces are added at once, up to what one line may hold", () => {
  const add = { type: "add", product: tea, quantity: 5 } as const;
  expect(cartReducer(cart(), add)).toEqual([{ ...tea, quantity: 5 }]);
  expect(cartReducer(cart({ ...tea, quantity: 2 }), add)).toEqual([{ ...tea, quantity: 7 }]);
  expect(cartReducer(cart(), { ...add, quantity: quantityLimit + 1 })).toEqual([{ ...tea, quantity: quantityLimit }]);
});

test("increase and decrease change only the line they name", () => {
  const lines = cart({ ...tea, quantity: 2 }, { ...cup, quantity: 2 });
  const quantities = (changed: CartLine[]) => changed.map(({ quantity }) => quantity);
  expect(quantities(cartReducer(lines, { type: "increase", id: "cup" }))).toEqual([2, 3]);
  expect(quantities(cartReducer(lines, { type: "decrease", id: "tea" }))).toEqual([1, 2]);
});

test("a quantity never falls below 1", () => {
  expect(cartReducer(cart({ ...tea, quantity: 1 }), { type: "decrease", id: "tea" })).toEqual([
    { ...tea, quantity: 1 },
  ]);
});

test("a quantity never rises above what an order may have", () => {
  const full = cart({ ...tea, quantity: quantityLimit });
  for (const action of [{ type: "increase", id: "tea" } as const, { type: "add", product: tea } as const]) {
    expect(cartReducer(full, action)).toEqual(full);
  }
});

test("a cart of as many lines as an order may have takes no other product, and still one that it has", () => {
  const full = cart(
    ...Array.from({ length: linesLimit }, (_, number) => ({
      ...tea,
      id: `${number}`,
      title: `${number}`,
      quantity: 1,
    })),
  );
  expect(cartReducer(full, { type: "add", product: cup })).toBe(full);
  const added = cartReducer(full, { type: "add", product: { ...tea, id: "7", title: "7" } });
  expect(added[7]?.quantity).toBe(2);
});

test("remove takes out the line it names", () => {
  const lines = cart({ ...tea, quantity: 5 }, { ...cup, quantity: 1 });
  expect(cartReducer(lines, { type: "remove", id: "tea" })).toEqual([{ ...cup, quantity: 1 }]);
});

test.each(["remove", "increase", "decrease"] as const)("%s of a product that isn't there changes nothing", (type) => {
  const lines = cart({ ...tea, quantity: 2 });
  expect(cartReducer(lines, { type, id: "cup" })).toEqual([{ ...tea, quantity: 2 }]);
});

test("restore brings a removed line back to its place", () => {
  const lines = cart({ ...tea, quantity: 2 }, { ...cup, quantity: 3 });
  const removed = cartReducer(lines, { type: "remove", id: tea.id });
  expect(cartReducer(removed, { type: "restore", line: { ...tea, quantity: 2 }, position: 0 })).toEqual(lines);
});

test("restore leaves a product alone that has been added again", () => {
  const lines = cart({ ...tea, quantity: 1 });
  expect(cartReducer(lines, { type: "restore", line: { ...tea, quantity: 2 }, position: 0 })).toEqual(lines);
});

test("clear empties the cart", () => {
  expect(cartReducer(cart({ ...tea, quantity: 2 }), { type: "clear" })).toEqual([]);
});

test("replace puts other lines in the place of all", () => {
  const lines = cartReducer(cart({ ...tea, quantity: 2 }), { type: "replace", lines: [{ ...cup, quantity: 4 }] });
  expect(lines).toEqual([{ ...cup, quantity: 4 }]);
});

test("the badge counts pieces, not lines", () => {
  expect(totalQuantity(cart({ ...tea, quantity: 2 }, { ...cup, quantity: 3 }))).toBe(5);
  expect(totalQuantity([])).toBe(0);
});

test("totals are exact to the cent", () => {
  expect(lineTotal({ priceCents: 1999, quantity: 3 })).toBe(5997);
  expect(
    cartSubtotal([
      { priceCents: 10, quantity: 1 },
      { priceCents: 20, quantity: 1 },
      { priceCents: 1999, quantity: 3 },
    ]),
  ).toBe(6027);
  expect(cartSubtotal([])).toBe(0);
});

test("whatever is done to a cart, each product has one line, of one piece at least", () => {
  const id = fc.constantFrom("a", "b", "c");
  const product = fc.record({ id, title: fc.string(), priceCents: fc.nat(), thumbnail: fc.string() });
  const actions: fc.Arbitrary<CartAction[]> = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("add" as const), product }),
      fc.record({ type: fc.constantFrom("remove" as const, "increase" as const, "decrease" as const), id }),
      fc.record({
        type: fc.constant("restore" as const),
        line: product.map((product) => ({ ...product, quantity: 2 })),
        position: fc.nat(5),
      }),
    ),
  );
  fc.assert(
    fc.property(actions, (actions) => {
      const lines = actions.reduce(cartReducer, []);
      expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
      for (const { quantity } of lines) expect(quantity).toBeGreaterThanOrEqual(1);
      expect(totalQuantity(lines)).toBeGreaterThanOrEqual(lines.length);
    }),
  );
});
