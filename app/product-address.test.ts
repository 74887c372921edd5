import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../tests/support/any-text.ts";
import { productAddress } from "./product-address.ts";

const shop = "https://torg.example";

test("whatever a product's id, its page is below /products, and the address leads back to the id", () => {
  const id = fc
    .oneof(
      anyText,
      fc.constantFrom("..data", "tea.data", ".data", "a/../b", "...", "//evil.example", "%2e", "\\", "?#"),
    )
    .filter((text) => !["", ".", ".."].includes(text));
  fc.assert(
    fc.property(id, (id) => {
      const { origin, pathname, search, hash } = new URL(productAddress(id), shop);
      expect({ origin, search, hash }).toEqual({ origin: shop, search: "", hash: "" });
      const [, folder, name = "", ...more] = pathname.split("/");
      expect({ folder, more }).toEqual({ folder: "products", more: [] });
      expect(decodeURIComponent(name)).toBe(id.toWellFormed());
      // That is how the address of a page's data ends.
      expect(pathname).not.toMatch(/\.data$/);
    }),
  );
});
