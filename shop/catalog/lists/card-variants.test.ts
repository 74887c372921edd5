import { expect, test } from "vitest";
import { cardVariants } from "./card-variants.ts";

function summaryOf(...options: [name: string, ...values: string[]][]) {
  return cardVariants({
    isFrom: false,
    buyable: 2,
    isNamed: false,
    options: options.map(([name, ...values]) => ({ name, values })),
  }).summary;
}

test.each([
  [["Size", "S", "M", "L"], "3 sizes"],
  [["Colour", "Rosewood", "Smoke"], "2 colours"],
  [["Capacity", "1 l", "2 l"], "2 capacities"],
  [["Finish", "Matt", "Gloss"], "2 finishes"],
  [["Farge", "Rosentre", "Skodde"], "Farge: 2"],
] as [[string, ...string[]], string][])("%j is said as %j", (option, label) => {
  expect(summaryOf(option)).toEqual([{ label }]);
});

test("colors that the shop knows are dots, six at most; one that it doesn't know leaves them out", () => {
  expect(summaryOf(["Color", "Navy blue", "WHITE"])).toEqual([{ label: "2 colors", colors: ["#1e2a4a", "#ffffff"] }]);
  expect(summaryOf(["Farge", "Blå", "Rød"])).toEqual([{ label: "Farge: 2", colors: ["#2f5fb3", "#c62f2b"] }]);
  expect(summaryOf(["Color", "Navy", "Moonlight"])).toEqual([{ label: "2 colors" }]);
  expect(summaryOf(["Size", "Navy", "Red"])).toEqual([{ label: "2 sizes" }]);
  const many = summaryOf(["Color", "Navy", "White", "Red", "Green", "Blue", "Pink", "Black", "Beige"]);
  expect(many).toMatchObject([{ label: "8 colors", more: 2 }]);
  expect(many[0]?.colors).toHaveLength(6);
});

test("a card whose title and price are one product's own adds it", () => {
  const siblings = { priced: 1, isFrom: false, buyable: 3, options: [] };
  expect(cardVariants({ ...siblings, isNamed: true }).hasChoice).toBe(false);
  expect(cardVariants({ ...siblings, isNamed: true, isFrom: true }).hasChoice).toBe(true);
  expect(cardVariants({ ...siblings, isNamed: false }).hasChoice).toBe(true);
});

test("where only one can be chosen, its values are said", () => {
  const siblings = { priced: 1, isFrom: false, isNamed: true, options: [{ name: "Size", values: ["M", "L"] }] };
  expect(cardVariants({ ...siblings, buyable: 1, only: ["M", "Blue"] })).toEqual({
    isFrom: false,
    hasChoice: false,
    summary: [{ label: "M" }, { label: "Blue" }],
  });
});
