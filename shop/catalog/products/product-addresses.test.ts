import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../tests/support/any-text.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readCatalogVersion } from "../../changes/catalog-version.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readCartProducts } from "../../checkout/cart-products.ts";
import { addRedirect, findRedirect, importRedirects, readRedirects } from "../../redirects/redirects.ts";
import { readProductSegment } from "../../values/product-address.ts";
import { addressSlug } from "../fields/address-slug.ts";
import { readProduct, readProductPage, readStock, readSuggestions } from "../lists/read-products.ts";
import { readRelated } from "../lists/read-related.ts";
import { addProduct, duplicateProduct, newProductForm } from "./add-product.ts";
import { archiveProduct, unarchiveProduct } from "./archive-product.ts";
import { editProduct } from "./change-product.ts";
import { findProductAt } from "./find-product-at.ts";

const ada = "ada@example.com";

test("a slug made of a slug is the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const slug = addressSlug(text);
      expect(addressSlug(slug)).toBe(slug);
    }),
  );
});

forEnginesInTurns((_, engine) => {
  const openWith = async (...ids: string[]) => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(
      db,
      ids.map((id) => catalogRecord({ id, title: `Title of ${id}` })),
    );
    const move = (id: string, address: string, original?: string) =>
      editProduct(
        shop,
        id,
        { original: original === undefined ? {} : { address: original }, submitted: { address } },
        ada,
      );
    /** Where a shopper ends up: the product's id if its page is there, or else the address they are sent to. */
    const look = async (path: string) => {
      const segment = readProductSegment(path.split("?")[0] ?? "");
      const found = segment && (await findProductAt(db, segment));
      return found ? found.product.id : findRedirect(db, path);
    };
    return { shop, db, move, look };
  };

  test("a product moves to another address at once, wherever shoppers see it, and keeps its id", async () => {
    const { shop, db, move } = await openWith("mug", "cup");
    const before = await readCatalogVersion(db);
    expect(await move("mug", " Blå Kopp! ")).toMatchObject({ outcome: "saved", id: "mug", changed: ["address"] });
    expect(await readCatalogVersion(db)).not.toBe(before);
    const address = "bla-kopp";
    const { products } = await readProductPage(db, { page: 1, sort: "name" });
    expect(products.map(({ id, address }) => [id, address])).toEqual([
      ["cup", undefined],
      ["mug", address],
    ]);
    expect(await readSuggestions(db, "mug", 1)).toMatchObject([{ id: "mug", address }]);
    expect(await readCartProducts(db, ["mug"])).toMatchObject([{ id: "mug", address }]);
    const cup = await readProduct(db, "cup");
    expect((await readRelated(db, cup as NonNullable<typeof cup>)).ofBrand).toMatchObject([{ id: "mug", address }]);
    expect(await readStock(db, address)).toBe(40);
    const [change] = await readChanges(db, { kind: "product", subject: "mug", limit: 1 });
    expect(change).toMatchObject({ action: "edited", fields: { address: { before: "", after: address } } });
    await archiveProduct(shop, "mug", ada);
    expect(await findProductAt(db, address)).toMatchObject({ isArchived: true, product: { id: "mug" } });
    await unarchiveProduct(shop, "mug", ada);
    expect(await findProductAt(db, address)).toMatchObject({ isArchived: false, product: { id: "mug" } });
  });

  test("after several changes, each old address leads straight to the current one", async () => {
    const { db, move, look } = await openWith("mug");
    await addRedirect(db, { from: "/old-shop/mug", to: "/products/mug#size" }, ada);
    for (const address of ["first", "second", "third"])
      expect(await move("mug", address)).toMatchObject({ outcome: "saved" });
    expect(await look("/products/first?a=1")).toBe("/products/third?a=1");
    expect(await look("/products/SECOND")).toBe("/products/third");
    expect(await look("/old-shop/mug?utm_source=x")).toBe("/products/third?utm_source=x#size");
    await addRedirect(db, { from: "/newer", to: "/products/first" }, ada);
    expect(await look("/newer")).toBe("/products/third");
    await move("mug", "");
    for (const old of ["first", "second", "third"]) expect(await look(`/products/${old}`)).toBe("/products/mug");
    expect(await look("/newer")).toBe("/products/mug");
    await move("mug", "second");
    expect(await look("/products/second")).toBe("mug");
    expect(await look("/products/third")).toBe("/products/second");
    expect((await readRedirects(db)).map(({ from }) => from)).not.toContain("/products/second");
  });

  test("products swap addresses, and the one that is at an address now has it", async () => {
    const { move, look } = await openWith("a", "b");
    await move("a", "x");
    await move("b", "y");
    await move("a", "z");
    await move("b", "x");
    await move("a", "y");
    expect([await look("/products/x"), await look("/products/y"), await look("/products/z")]).toEqual([
      "b",
      "a",
      "/products/y",
    ]);
  });

  test("an id that differs from addresses in capitals only is found, and leads to its own product", async () => {
    const { move, look } = await openWith("Mug", "cup");
    await move("cup", "mug");
    await move("cup", "bowl");
    await move("Mug", "jug");
    await move("Mug", "");
    expect(await look("/products/Mug")).toBe("Mug");
    expect(await look("/products/jug")).toBe("/products/Mug");
    expect(await look("/products/mug")).toBe("/products/bowl");
    await move("Mug", "mug");
    await move("Mug", "");
    expect(await look("/products/mug")).toBe("/products/Mug");
  });

  test.each([
    ["another product's id", "cup", "Another product already uses this address"],
    ["another product's address", "Taken!", "Another product already uses this address"],
    ["an archived product's id", "gone", "An archived product already uses this address"],
    ["an archived product's address", "gone-at", "An archived product already uses this address"],
    ["a draft's id", "copy-of-title-of-cup", "A draft already uses this address"],
    ["an emoji", "🍋", "Address must have a letter or digit"],
    ["signs alone", "/products/%", "Address must have a letter or digit"],
    ["a text that is too long", "x".repeat(500_000), "Address must be at most 200 characters long"],
    ["a text that becomes too long", "ß".repeat(150), "Address must be at most 200 characters long"],
  ])("an address that is %s is refused, and nothing is changed", async (_, address, error) => {
    const { shop, db, move } = await openWith("mug", "cup", "other", "gone", "moved");
    await move("other", "taken");
    await move("moved", "gone-at");
    for (const id of ["gone", "moved"]) await archiveProduct(shop, id, ada);
    await duplicateProduct(shop, "cup", ada);
    const before = await readProduct(db, "mug");
    expect(await move("mug", address)).toEqual({ outcome: "invalid", errors: { address: error } });
    expect(await readProduct(db, "mug")).toEqual(before);
  });

  test.each([
    ["new", "new"],
    ["__proto__", "proto"],
    ["constructor", "constructor"],
    ["%2F", "2f"],
    ["a/b", "a-b"],
    ["tea.data", "tea-data"],
    ["/products/Green Tea", "green-tea"],
    ["cafe\u0301", "cafe"],
    ["한국 차".normalize("NFD"), "한국-차".normalize("NFC")],
    ["Mug", undefined],
    ["/products/mug", undefined],
    ["\u200b ", undefined],
  ])("the address %j becomes %j", async (typed, address) => {
    const { db, move, look } = await openWith("mug");
    await move("mug", "before");
    expect(await move("mug", typed)).toMatchObject({ outcome: "saved" });
    expect((await readProduct(db, "mug"))?.address).toBe(address);
    expect(await look(`/products/${encodeURIComponent(address ?? "mug")}`)).toBe("mug");
  });

  test("a product whose id has accents is found by them in any form", async () => {
    const id = "te\u0301";
    const { db, move, look } = await openWith(id);
    // An older version kept ids as they were written.
    await db.updateTable("products").set({ id }).execute();
    await move(id, "tea");
    await move(id, "");
    expect(await look("/products/tea")).toBe(`/products/${encodeURIComponent(id)}`);
    expect(await look("/products/t%C3%A9")).toBe(`/products/${encodeURIComponent(id)}`);
  });

  test("of two owners who save one address at once, for two products or for one, one gets an error", async () => {
    const { db, move } = await openWith("a", "b");
    const both = await Promise.all([move("a", "x", ""), move("b", "x", "")]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["invalid", "saved"]);
    const now = (await readProduct(db, "a"))?.address ?? "";
    const one = await Promise.all([move("a", "y", now), move("a", "z", now)]);
    expect(one.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "saved"]);
  });

  test("a new product can't have another product's address as its id, and an id made from a title avoids it", async () => {
    const { shop, move } = await openWith("mug");
    await move("mug", "green-tea");
    await move("mug", "black-tea");
    const add = (title: string, id = "") =>
      addProduct(shop, { ...newProductForm, title, id, price: "5", category: "groceries", stock: "1" }, ada);
    expect(await add("Tea", "black-tea")).toEqual({ errors: { id: "This ID is another product's address" } });
    expect(await add("Black tea")).toMatchObject({ id: "black-tea-2" });
    expect(await add("Green tea")).toMatchObject({ id: "green-tea-2" });
    expect(await add("Tea", "green-tea")).toMatchObject({ id: "green-tea" });
    expect(await readRedirects(shop.db)).toEqual([]);
  });

  test("an address stays as it is when links to it could not be redirected", async () => {
    const { shop, db, move } = await openWith("mug");
    await move("mug", "first");
    const many = Array.from({ length: 10_000 }, (_, index) => `/old-${index},/new`).join("\n");
    await importRedirects(shop, `from,to\n${many}`, ada);
    expect(await move("mug", "second")).toMatchObject({
      errors: { address: expect.stringContaining("10,000 redirects") },
    });
    expect((await readProduct(db, "mug"))?.address).toBe("first");
  });
});
