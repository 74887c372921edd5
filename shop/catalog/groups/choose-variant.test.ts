import { expect, test } from "vitest";
import { chooseVariant } from "./choose-variant.ts";
import type { Variant } from "./read-variants.ts";

type Made = [options: Record<string, string>, stock?: "out of stock"];

/** Siblings named by their values, such as "M Blue", in the catalog's order. */
function group(...made: Made[]) {
  return made.map(([options, stock]): Variant => {
    const id = Object.values(options).join(" ");
    const product = { id, address: null, title: "Soft tee", priceCents: 2500, thumbnail: "/tee.svg" };
    return { ...product, options, isSoldOut: stock === "out of stock" };
  });
}

/** Each option's values as links: "[M]" is chosen, "L → L Blue (out of stock)" leads to another page. */
function shown(id: string, variants: Variant[]) {
  const { options } = chooseVariant(id, variants);
  return options.map(({ name, values }) => {
    const links = values.map(({ value, variant, isChosen, note }) =>
      [isChosen ? `[${value}]` : `${value} → ${variant.id}`, note && `(${note})`].filter(Boolean).join(" "),
    );
    return `${name}: ${links.join(", ")}`;
  });
}

const of = (Size: string, Colour: string) => ({ Size, Colour });

test("a value keeps the other values that are chosen", () => {
  const tees = group([of("M", "Blue")], [of("L", "Blue")], [of("M", "Red")], [of("L", "Red")]);
  expect(shown("L Red", tees)).toEqual(["Size: M → M Red, [L]", "Colour: Blue → L Blue, [Red]"]);
});

test("what is out of stock leads to its page and says so, also the chosen one", () => {
  const tees = group([of("M", "Blue"), "out of stock"], [of("L", "Blue")], [of("L", "Red"), "out of stock"]);
  expect(shown("L Blue", tees)).toEqual([
    "Size: M → M Blue (out of stock), [L]",
    "Colour: [Blue], Red → L Red (out of stock)",
  ]);
  expect(shown("M Blue", tees)).toEqual([
    "Size: [M] (out of stock), L → L Blue",
    "Colour: [Blue] (out of stock), Red → L Red (not made in M)",
  ]);
});

test("what isn't made leads to the nearest sibling: with the most of the values, the first options first, one that can be bought before others", () => {
  const three = (Size: string, Colour: string, Fit: string) => ({ Size, Colour, Fit });
  const jeans = group(
    [three("32", "Blue", "Slim")],
    [three("34", "Black", "Wide")],
    [three("34", "Black", "Slim"), "out of stock"],
    [three("36", "Blue", "Wide")],
    [three("36", "Black", "Slim")],
  );
  expect(shown("32 Blue Slim", jeans)[0]).toBe(
    "Size: [32], 34 → 34 Black Slim (not made in Blue), 36 → 36 Blue Wide (not made in Slim)",
  );
  const tied = group([of("M", "Blue")], [of("L", "Red"), "out of stock"], [of("L", "Green")]);
  expect(shown("M Blue", tied)[0]).toBe("Size: [M], L → L Green (not made in Blue)");
});

test("siblings may have other options", () => {
  const mixed = group([{ Size: "M" }], [{ Size: "L" }], [{ Size: "L", Colour: "Red" }], [{ Material: "Wool" }]);
  expect(shown("L", mixed)).toEqual([
    "Size: M → M, [L]",
    "Colour: Red → L Red",
    "Material: Wool → Wool (not made in L)",
  ]);
  expect(shown("Wool", mixed)).toEqual([
    "Material: [Wool]",
    "Size: M → M (not made in Wool), L → L (not made in Wool)",
    "Colour: Red → L Red (not made in Wool)",
  ]);
});

test("names and values that differ in capitals or accents alone are the same", () => {
  const tees = group([{ Size: "M", Colour: "Blue" }], [{ size: "L", COLOUR: "blue" }]);
  expect(shown("M Blue", tees)).toEqual(["Size: [M], L → L blue", "Colour: [Blue]"]);
});

test("two with the same values lead to each other, and what has no values stays reachable", () => {
  const [one, plain, large] = group([{ Size: "M" }], [{}], [{ Size: "L" }]) as [Variant, Variant, Variant];
  const twin = { ...one, id: "twin", isSoldOut: true };
  const tees = [one, twin, { ...plain, id: "plain" }, large];
  const others = (id: string) => chooseVariant(id, tees).others.map((other) => other.id);
  expect(others("M")).toEqual(["twin", "plain"]);
  expect(others("twin")).toEqual(["M", "plain"]);
  expect(others("L")).toEqual(["plain"]);
  expect(others("plain")).toEqual([]);
  expect(shown("twin", tees)).toEqual(["Size: [M] (out of stock), L → L"]);
  expect(shown("L", tees), "the twin that can be bought").toEqual(["Size: M → M, [L]"]);
});

test("sizes and numbers are in their order, and anything else as in the catalog", () => {
  const tees = group([of("XL", "Red")], [of("S", "Blue")], [of("M", "Amber")]);
  expect(shown("S Blue", tees).map((line) => line.replaceAll(/ →[^,]*|[[\]]/g, ""))).toEqual([
    "Size: S, M, XL",
    "Colour: Red, Blue, Amber",
  ]);
  const shoes = group([{ Size: "44" }], [{ Size: "9½" }], [{ Size: "40.5" }]);
  expect(shown("44", shoes)).toEqual(["Size: 9½ → 9½, 40.5 → 40.5, [44]"]);
});

test("a group without options is a choice of products", () => {
  const variants = ["a", "b"].map((id): Variant => {
    const product = { id, address: null, title: id, priceCents: 1, thumbnail: "", isSoldOut: false };
    return { ...product, options: null };
  });
  expect(chooseVariant("a", variants)).toEqual({ options: [], others: [variants[1]] });
});
