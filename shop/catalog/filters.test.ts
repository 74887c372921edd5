import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { categories, categoryLabel } from "./categories.ts";
import {
  brandChoices,
  brandOfFilter,
  filterGroups,
  filterLabel,
  filterMenu,
  filterOfBrand,
  groupOfFilter,
  parseFilter,
  parseFilters,
} from "./filters.ts";

test("the menu offers every listed filter once, in the order of its groups", () => {
  expect(filterGroups.flatMap(({ choices }) => choices.map(({ value }) => value))).toEqual([
    ...["onSale", "highRated", "inStock", "lowStock"],
    ...["beauty", "fragrances", "furniture", "groceries"],
    ...["under10", "10to50", "50to100", "over100"],
    ...["perfumes", "vegetables", "fruits", "meat"],
  ]);
});

test("the categories are the specification's four", () => {
  expect(categories.map(({ label }) => label)).toEqual(["Beauty", "Fragrances", "Furniture", "Groceries"]);
});

test("every filter of the menu is one that an address can ask for", () => {
  const values = filterGroups.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(values.map(parseFilter)).toEqual(values);
});

test("any brand, and a brand by its slug, are filters", () => {
  expect(parseFilter("anyBrand")).toBe("anyBrand");
  expect(parseFilter("brand-eik-ask")).toBe("brand-eik-ask");
});

test.each([
  null,
  "",
  "all",
  "onsale",
  " onSale",
  "brand-",
  "brand-a b",
  "brand-\0",
  "brand",
  "constructor",
  "__proto__",
])("%j in an address means no filter", (value) => {
  expect(parseFilter(value)).toBeUndefined();
});

test("a brand filter gives its slug, other filters give none", () => {
  expect(brandOfFilter("brand-eik-ask")).toBe("eik-ask");
  expect(brandOfFilter("brand-brand-new")).toBe("brand-new");
  expect(brandOfFilter("anyBrand")).toBeUndefined();
  expect(brandOfFilter(undefined)).toBeUndefined();
});

test("the brand group has any brand first, and then the named ones", () => {
  expect(brandChoices([{ slug: "solvene", name: "Solvène" }]).choices).toEqual([
    { value: "anyBrand", label: "Any brand" },
    { value: "brand-solvene", label: "Solvène" },
  ]);
});

// Security: 5.1.3
test("any value in an address is either a known filter or ignored", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyText.map(filterOfBrand)), (value) => {
      expect([undefined, value]).toContain(parseFilter(value));
      expect(brandOfFilter(parseFilter(value)) ?? "").not.toMatch(/[^\p{L}\p{N}-]/u);
    }),
  );
});

test("an address may ask for several filters: each once, in the menu's order, those of one group to widen the list", () => {
  const asked = ["brand-zeta", "anyBrand", "nonsense", "over100", "onSale", "brand-eik", "onSale"];
  const filters = parseFilters(asked);
  expect(filters).toEqual(["onSale", "over100", "anyBrand", "brand-eik", "brand-zeta"]);
  expect(filters.map(groupOfFilter)).toEqual(["onSale", "price", "brand", "brand", "brand"]);
  expect([groupOfFilter("highRated"), groupOfFilter("inStock")]).toEqual(["highRated", "availability"]);
  expect(parseFilters(Array.from({ length: 99 }, (_, number) => `brand-${number}`))).toHaveLength(40);
});

test("a filter is called what the menu calls it, and a list of one category by the category", () => {
  const brands = [{ slug: "solvene", name: "Solvène" }];
  expect(filterMenu(brands).map(({ label }) => label)).toEqual([
    "Deals and availability",
    "Category",
    "Price",
    "Type",
    "Brand",
  ]);
  expect(filterLabel("brand-solvene", brands)).toBe("Solvène");
  expect(filterLabel("10to50", brands)).toBe("$10 to $50");
  for (const filter of ["brand-eik", undefined] as const) expect(filterLabel(filter, brands)).toBeUndefined();
  expect(["beauty", "onSale", undefined].map(categoryLabel)).toEqual(["Beauty", undefined, undefined]);
});
