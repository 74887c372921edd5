import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { anyText } from "../../../tests/support/any-text.ts";
import { catalogRecord } from "../../../tests/support/catalogs.ts";
import { catalogRecordSchema } from "./catalog-record.ts";

function problemOf(record: unknown) {
  const { issues } = v.safeParse(catalogRecordSchema("USD"), record);
  return issues && `${v.getDotPath(issues[0]) ?? "record"} ${issues[0].message}`;
}

test("a record with the specification's fields is a product, its price in cents", () => {
  expect(v.parse(catalogRecordSchema("USD"), catalogRecord())).toEqual({
    id: "coffee",
    title: "Filter Coffee",
    priceCents: 950,
    rating: 4.25,
    thumbnail: "/pictures/coffee.svg",
    images: ["/pictures/coffee.svg", "https://cdn.example.com/coffee.jpg"],
    brand: "Bakklandet",
    category: "groceries",
    tags: ["coffee", "Beverages"],
    stock: 40,
    discountPercentage: 12.5,
    minimumOrderQuantity: 2,
    description: "Light roast, ground for filters.",
    availabilityStatus: "In Stock",
  });
});

test.each(["id", "title", "description", "category", "price", "stock"])("a record without %s says so", (field) => {
  expect(problemOf(catalogRecord({ [field]: undefined }))).toMatch(new RegExp(`^${field} `));
  const { [field]: _, ...rest } = catalogRecord();
  expect(problemOf(rest)).toBe(`${field} is missing`);
});

test.each([undefined, null, "", "  "])("a record with the brand %j has no brand", (brand) => {
  expect(v.parse(catalogRecordSchema("USD"), catalogRecord({ brand })).brand).toBeNull();
});

test("a record whose brand is left out has no brand", () => {
  const { brand: _, ...rest } = catalogRecord();
  expect(v.parse(catalogRecordSchema("USD"), rest).brand).toBeNull();
});

test("unknown fields are left out", () => {
  expect(v.parse(catalogRecordSchema("USD"), catalogRecord({ reviews: [] }))).not.toHaveProperty("reviews");
});

test("a variant has a group, options in their order, and codes that may be numbers", () => {
  const options = { Size: 42, " Colour ": "Blue", Sleeves: "" };
  const record = catalogRecord({ group: " Tees ", options, sku: 1007, gtin: "70 3861-0000009", contentUnit: "ML" });
  const product = v.parse(catalogRecordSchema("USD"), record);
  expect(product).toMatchObject({ group: "Tees", sku: "1007", gtin: "7038610000009", contentUnit: "ml" });
  expect(Object.entries(product.options ?? {})).toEqual(Object.entries({ Size: "42", Colour: "Blue" }));
});

test.each([
  ["options", "M", 'must be an object such as {"Size": "M"}'],
  ["options", { A: "1", B: "2", C: "3", D: "4" }, "must have at most 3 names"],
  ["options", { Size: "M", size: "L" }, "must not name an option twice"],
  ["options", { "": "M" }, "must have a name for each value"],
  ["gtin", "123", "must have 8, 12, 13 or 14 digits"],
  ["contentUnit", "oz", "must be one of g, kg, ml, l, m, piece"],
  ["weightGrams", -1, "must be at least 0"],
])("a record whose %s is %j is refused", (field, value, message) => {
  expect(problemOf(catalogRecord({ [field]: value }))).toBe(`${field} ${message}`);
});

test.each(["options", "imageAlts", "group", "sku", "gtin", "contentUnit", "seoTitle"])(
  "an empty %s is none",
  (field) => {
    const empty = field === "options" ? {} : field === "imageAlts" ? ["", " "] : " ";
    expect(v.parse(catalogRecordSchema("USD"), catalogRecord({ [field]: empty }))).toMatchObject({ [field]: null });
  },
);

test("an id that is a number becomes text", () => {
  expect(v.parse(catalogRecordSchema("USD"), catalogRecord({ id: 17 })).id).toBe("17");
});

test.each([
  ["id", "", "must not be empty"],
  ["id", "   ", "must not be empty"],
  ["id", 1.5, "must be text or a whole number"],
  ["id", null, "must be text or a whole number"],
  ["id", "x".repeat(201), "must be at most 200 characters long"],
  ["title", 5, "must be text"],
  ["title", " ", "must not be empty"],
  ["title", "Te\0a", "must not contain NUL characters"],
  ["description", "\0", "must not contain NUL characters"],
  ["price", "9.99", "must be a number such as 12.50"],
  ["price", -1, "must be 0 or more, with at most 2 decimals"],
  ["price", 19.999, "must be 0 or more, with at most 2 decimals"],
  ["price", 1_000_000_000, "must be at most 999,999,999.99"],
  ["compareAtPrice", 99_999_999_999, "must be at most 999,999,999.99"],
  ["salePrice", 1e13, "must be at most 999,999,999.99"],
  ["rating", "4", "must be a number"],
  ["rating", -0.1, "must be at least 0"],
  ["rating", 5.01, "must be at most 5"],
  ["thumbnail", 5, "must be text"],
  ["thumbnail", "", "must not be empty"],
  ["thumbnail", "javascript:alert(1)", "must be a picture URL (https://… or /…)"],
  ["thumbnail", "data:text/html,<p>", "must be a picture URL (https://… or /…)"],
  ["thumbnail", "https://*/x", "must be a picture URL (https://… or /…)"],
  ["thumbnail", "https://*.example.com/a.jpg", "must be a picture URL (https://… or /…)"],
  ["thumbnail", "https://a;sandbox/x", "must be a picture URL (https://… or /…)"],
  ["thumbnail", "https://", "must be a picture URL (https://… or /…)"],
  ["images", "/a.svg", "must be a list of picture URLs"],
  ["brand", 5, "must be text"],
  ["category", "", "must not be empty"],
  ["category", 5, "must be text"],
  ["tags", "coffee", "must be a list of text values"],
  ["stock", "1.250", "must be a whole number"],
  ["stock", 1.5, "must be a whole number"],
  ["stock", -1, "must be at least 0"],
  ["stock", 2_147_483_648, "is too large"],
  ["discountPercentage", "10", "must be a number"],
  ["discountPercentage", -1, "must be at least 0"],
  ["discountPercentage", 100.5, "must be at most 100"],
  ["minimumOrderQuantity", 0, "must be at least 1"],
  ["minimumOrderQuantity", 1.5, "must be a whole number"],
  ["minimumOrderQuantity", 2_147_483_648, "is too large"],
  ["description", null, "must be text"],
  ["availabilityStatus", "in stock", "must be one of In Stock, Low Stock, Out of Stock"],
])("%s %j is refused: it %s", (field, value, message) => {
  expect(problemOf(catalogRecord({ [field]: value }))).toBe(`${field} ${message}`);
});

test("a wrong entry in a list is named with its place", () => {
  expect(problemOf(catalogRecord({ images: ["/a.svg", "ftp://a/b.svg"] }))).toBe(
    "images.1 must be a picture URL (https://… or /…)",
  );
  expect(problemOf(catalogRecord({ tags: ["tea", "green", 7] }))).toBe("tags.2 must be text");
});

test.each([
  ["price", 0],
  ["price", 999_999_999.99],
  ["rating", 0],
  ["rating", 5],
  ["stock", 0],
  ["stock", 2_147_483_647],
  ["discountPercentage", 0],
  ["discountPercentage", 100],
  ["minimumOrderQuantity", 1],
  ["images", []],
  ["tags", []],
  ["description", ""],
  ["id", "x".repeat(200)],
  ["id", 0],
  ["availabilityStatus", "Out of Stock"],
])("%s may be %j", (field, value) => {
  expect(problemOf(catalogRecord({ [field]: value }))).toBeUndefined();
});

test.each([
  ["/pictures/a.svg", "/pictures/a.svg"],
  ["pictures/a.svg?v=2", "/pictures/a.svg?v=2"],
  ["../../etc/a b.svg", "/etc/a%20b.svg"],
  ["https://cdn.example.com/a.webp", "https://cdn.example.com/a.webp"],
  ["HTTPS://cdn.example.com/a.webp", "HTTPS://cdn.example.com/a.webp"],
])("the picture %s is shown from %s", (picture, address) => {
  expect(v.parse(catalogRecordSchema("USD"), catalogRecord({ thumbnail: picture })).thumbnail).toBe(address);
});

// Security: 5.2.6
test.each([
  "data:image/png;base64,AAAA",
  "data:image/svg+xml,<svg/>",
  "//cdn.example.com/a.webp",
  "/\\cdn.example.com/a.webp",
  "\\\\cdn.example.com/a.webp",
  "/\t/cdn.example.com/a.webp",
  "/..//cdn.example.com/a.webp",
  "https:\\\\cdn.example.com/a.webp",
  "blob:http://shop.invalid/a",
  "ftp://shop.invalid/a.webp",
  "javascript:alert(1)",
  "https://",
])("the picture %j is refused: it is neither whole nor the shop's own", (picture) => {
  for (const record of [{ thumbnail: picture }, { images: ["/a.svg", picture] }]) {
    expect(problemOf(catalogRecord(record))).toMatch(/must be a picture URL \(https:\/\/… or \/…\)$/);
  }
});

test.each([null, undefined, 5, "coffee", []])("%j is no product", (record) => {
  expect(problemOf(record)).toBeDefined();
});

test.each([".", ".."])("the id %s, which no address can hold, is refused", (id) => {
  expect(problemOf(catalogRecord({ id }))).toBe("id must not be . or ..");
});

// Security: 5.1.4
test("any value in a file is a valid product or has a problem; a valid product stays the same when it is parsed again", () => {
  const value = fc.oneof(anyText, fc.jsonValue(), fc.double(), fc.array(fc.oneof(anyText, fc.webUrl())));
  const changes = fc.dictionary(fc.constantFrom(...Object.keys(catalogRecord())), value, { maxKeys: 2 });
  fc.assert(
    fc.property(fc.oneof(changes.map(catalogRecord), fc.jsonValue()), (record) => {
      const { success, output, issues } = v.safeParse(catalogRecordSchema("USD"), record);
      if (success) {
        const { priceCents = 0, ...fields } = output;
        expect(v.parse(catalogRecordSchema("USD"), { ...fields, price: priceCents / 100 })).toEqual(output);
      } else expect(issues[0].message).toMatch(/^(must|is) /);
    }),
  );
});
