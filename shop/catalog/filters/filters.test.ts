import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../tests/support/any-text.ts";
import type { ShopCategory } from "../categories.ts";
import {
  brandOfFilter,
  facetOfFilter,
  filterMenu,
  filterOfBrand,
  fixedFilters,
  namedFilters,
  parseFilter,
  parseFilters,
} from "./filters.ts";

const categories: ShopCategory[] = [
  { slug: "beauty", name: "Beauty", kind: "category" as const },
  { slug: "møbler", name: "Møbler", kind: "category" as const },
  { slug: "fruits", name: "Fruit", kind: "tag" as const },
].map((category) => ({
  ...{ ...category, description: "", searchWords: "", withdrawalException: "", picture: null, color: null },
  ...{ inMenu: false, parent: null },
}));
const brands = [{ slug: "solvene", name: "Solvène" }];

test("the menu offers each filter once, in groups: the shop's categories, tags and brands, and the fixed ones", () => {
  const menu = filterMenu(categories, brands).map(({ label, choices }) => [label, choices.map(({ value }) => value)]);
  expect(menu).toEqual([
    ["Deals and availability", ["onSale", "highRated", "inStock", "lowStock"]],
    ["Category", ["beauty", "møbler"]],
    ["Price", ["under10", "10to50", "50to100", "over100"]],
    ["Type", ["fruits"]],
    ["Brand", ["anyBrand", "brand-solvene"]],
  ]);
  expect(filterMenu([], []).map(({ label }) => label)).toEqual(["Deals and availability", "Price", "Brand"]);
});

test("every filter of the menu is one that an address can ask for", () => {
  const values = filterMenu(categories, brands).flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(values.map(parseFilter)).toEqual(values);
  expect(parseFilter("brand-eik-ask")).toBe("brand-eik-ask");
});

test.each([
  null,
  "",
  "Beauty",
  "onsale ",
  " onSale",
  "mens--shirts",
  "-beauty",
  "beauty-",
  "a".repeat(61),
  "brand-",
  "brand-a b",
  "brand-\0",
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

// Security: 5.1.3
test("any value in an address is either a possible filter or ignored", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyText.map(filterOfBrand)), (value) => {
      expect([undefined, value]).toContain(parseFilter(value));
      expect(parseFilter(value) ?? "").not.toMatch(/[^\p{L}\p{N}-]/u);
    }),
  );
});

test("an address may ask for several filters: each once, in one order, those of one group to widen the list", () => {
  const asked = ["brand-zeta", "anyBrand", "no sense", "fruits", "over100", "beauty", "onSale", "brand-eik", "onSale"];
  const filters = parseFilters(asked);
  expect(filters).toEqual(["onSale", "over100", "anyBrand", "beauty", "fruits", "brand-eik", "brand-zeta"]);
  const groups = ["onSale", "price", "brand", "category", "type", "brand", "brand"];
  const kinds = new Map([["fruits", { kind: "tag" as const, children: [] }]]);
  expect(filters.map((filter) => facetOfFilter(filter, kinds))).toEqual(groups);
  expect(["highRated", "inStock"].map((filter) => facetOfFilter(filter, kinds))).toEqual(["highRated", "availability"]);
  expect(parseFilters(Array.from({ length: 99 }, (_, number) => `brand-${number}`))).toHaveLength(40);
});

test("filters are called what the menu calls them, and those that the shop doesn't have are dropped", () => {
  const filters = ["10to50", "møbler", "junk", "brand-solvene", "brand-eik"];
  expect(namedFilters(filters, categories, brands)).toEqual([
    { value: "10to50", label: "$10 to $50" },
    { value: "møbler", label: "Møbler" },
    { value: "brand-solvene", label: "Solvène" },
  ]);
  expect(namedFilters(["10to50"], categories, brands, { currency: "NOK", locale: "en" })).toEqual([
    { value: "10to50", label: "kr\u00a010 to kr\u00a050" },
  ]);
  expect(fixedFilters).toHaveLength(9);
});

test("any price band has a name, unless a category or tag has its slug", () => {
  const label = "kr\u00a0100 to kr\u00a0250";
  expect(namedFilters(["100to250", "250to100"], categories, brands, { currency: "NOK", locale: "en" })).toEqual([
    { value: "100to250", label },
  ]);
  const ages = { ...(categories[0] as ShopCategory), slug: "3to6", name: "Ages 3 to 6" };
  expect(namedFilters(["3to6"], [ages], [])).toEqual([{ value: "3to6", label: "Ages 3 to 6" }]);
  expect(facetOfFilter("3to6", new Map([["3to6", { kind: "category", children: [] }]]))).toBe("category");
  expect(facetOfFilter("3to6", new Map())).toBe("price");
});
