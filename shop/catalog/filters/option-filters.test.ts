import fc from "fast-check";
import { expect, test } from "vitest";
import { facetOfFilter, parseFilter, parseFilters } from "./filters.ts";
import { filterOfOption, optionSlug, parseOptionFilter } from "./option-filters.ts";

test.each([
  ["Blue", "blue"],
  ["  Navy  Blue", "navy-blue"],
  ["Navy–blue", "navy-blue"],
  ["Blå", "bla"],
  ["S", "s"],
  ["S+", "s+"],
  ["6 1/2", "6-1/2"],
  ["6.5", "6.5"],
  ["-", "2d"],
  ["赤", "赤"],
])("%j has the slug %j", (text, slug) => {
  expect(optionSlug(text)).toBe(slug);
});

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }).filter((text) => text.trim() !== "");

test("any option has a filter that says which it is, and that is no other kind of filter", () => {
  fc.assert(
    fc.property(text, text, (name, value) => {
      const slugs = { name: optionSlug(name), value: optionSlug(value) };
      const filter = filterOfOption(slugs);
      expect(parseFilter(filter)).toBe(filter);
      expect(parseOptionFilter(filter)).toEqual(slugs);
      expect(facetOfFilter(filter, new Map())).toBe(`option-${slugs.name}`);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  "option-",
  "option---",
  "option-size--",
  "option---m",
  "option-Size--M",
  "option-size--m ",
  "option-size-m",
  `option-size--${"m".repeat(101)}`,
])("%j is no option's filter", (filter) => {
  expect(parseOptionFilter(filter)).toBeUndefined();
});

test("a category's slug may look like an option", () => {
  expect(parseFilter("option-size-m")).toBe("option-size-m");
  expect(facetOfFilter("option-size-m", new Map([["option-size-m", { kind: "tag", children: [] }]]))).toBe("type");
});

test("a hundred thousand filters of options are parsed as one", () => {
  expect(parseFilters(Array.from({ length: 100_000 }, () => "option-size--m"))).toEqual(["option-size--m"]);
  expect(parseOptionFilter(`option-${"-".repeat(500_000)}`)).toBeUndefined();
});
