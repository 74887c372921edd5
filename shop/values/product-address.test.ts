import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { productAddress, readProductSegment } from "./product-address.ts";

const shop = "https://torg.example";

const anyId = fc
  .oneof(
    anyText,
    fc
      .array(fc.constantFrom("a", "/", "%", "2F", "2f", "?", "#", ".", "\\", " ", "é", "😀", ".data"), { maxLength: 8 })
      .map((parts) => parts.join("")),
    fc.constantFrom("..data", "tea.data", ".data", "a/../b", "...", "//evil.example", "%2e", "\\", "?#"),
  )
  .map((text) => text.toWellFormed())
  .filter((text) => !["", ".", ".."].includes(text));

test("whatever a product's id, its page is below /products, and the address leads back to the id", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const address = productAddress({ id });
      const { origin, pathname, search, hash } = new URL(address, shop);
      expect({ origin, pathname, search, hash }).toEqual({ origin: shop, pathname: address, search: "", hash: "" });
      expect(pathname.split("/")).toHaveLength(3);
      expect(readProductSegment(pathname)).toBe(id);
      // That is how the address of a page's data ends.
      expect(pathname).not.toMatch(/\.data$/);
    }),
  );
});

test("two products have two addresses", () => {
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      expect(productAddress({ id: one }) === productAddress({ id: other })).toBe(one === other);
    }),
  );
});

test.for(["/products", "/products/", "/products/a/b", "/products/%", "/about", ""])(
  "%s is no product's address",
  (path) => {
    expect(readProductSegment(path)).toBeUndefined();
  },
);
