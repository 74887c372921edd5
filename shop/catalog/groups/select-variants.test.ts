import { expect, test } from "vitest";
import { selectVariants, signalsOf } from "./select-variants.ts";

const of = (Size: string, Color: string, isSoldOut = false) => ({ options: { Size, Color }, isSoldOut });
const tees = [of("M", "Blue"), of("L", "Blue", true), of("M", "Red")];
const sizeL = { name: "Size", label: "L" };
const red = { name: "Color", label: "Red" };

test("variants have all selected values, however they are written", () => {
  const { selected, matching } = selectVariants(tees, { selected: [{ name: "size", label: "m" }] });
  expect(matching).toEqual([tees[0], tees[2]]);
  expect(selected).toEqual([{ name: "size", label: "m" }]);
  expect(selectVariants(tees, { selected: [] }).matching).toEqual(tees);
});

test("where nothing has all values, the least wanted is dropped", () => {
  const bySize = selectVariants(tees, { selected: [red, sizeL], preferences: ["Size", "Color"] });
  expect(bySize).toEqual({ selected: [sizeL], matching: [tees[1]] });
  const byColor = selectVariants(tees, { selected: [sizeL, red], preferences: ["Color"] });
  expect(byColor).toEqual({ selected: [red], matching: [tees[2]] });
  const unknown = selectVariants(tees, { selected: [{ name: "Fit", label: "Wide" }] });
  expect(unknown).toEqual({ selected: [], matching: tees });
});

test("a value tells whether it is made with the other selected ones, and whether it can be bought", () => {
  expect(signalsOf(tees, "Size", [red])).toEqual(new Map([["m", { exists: true, available: true }]]));
  expect(signalsOf(tees, "Size", [sizeL])).toEqual(
    new Map([
      ["m", { exists: true, available: true }],
      ["l", { exists: true, available: false }],
    ]),
  );
});
