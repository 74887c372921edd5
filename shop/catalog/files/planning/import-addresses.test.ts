import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../../tests/support/databases.ts";
import { openTestShop } from "../../../../tests/support/open-test-shop.ts";
import { findRedirect, importRedirects } from "../../../redirects/redirects.ts";
import { readProduct } from "../../lists/read-products.ts";
import { duplicateProduct } from "../../products/add-product.ts";
import { archiveProduct } from "../../products/archive-product.ts";
import { findProductAt } from "../../products/find-product-at.ts";
import { exportCatalog } from "../export-catalog.ts";
import { importCatalog } from "../import-catalog.ts";
import { previewImport } from "../import-preview.ts";

const ada = "ada@example.com";

forEnginesInTurns((_, engine) => {
  /** @param addresses by id; undefined for a file that says nothing of it */
  const openWith = async (addresses: Record<string, string | undefined>) => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const recordsOf = (some: Record<string, unknown>) =>
      Object.entries(some).map(([id, address]) => catalogRecord({ id, title: `Title of ${id}`, address }));
    const load = (some: Record<string, unknown>, options = {}) => importRecords(db, recordsOf(some), options);
    await load(addresses);
    const addressOf = async (id: string) => (await readProduct(db, id))?.address ?? null;
    return { shop, db, load, recordsOf, addressOf };
  };

  test("a file sets, keeps and clears addresses, and old ones lead to where their products are", async () => {
    const { db, load, addressOf } = await openWith({ mug: "Blue Mug", cup: "cup", jug: undefined });
    expect([await addressOf("mug"), await addressOf("cup"), await addressOf("jug")]).toEqual(["blue-mug", null, null]);
    await load({ mug: undefined, jug: "Krug" });
    expect([await addressOf("mug"), await addressOf("jug")]).toEqual(["blue-mug", "krug"]);
    await load({ mug: "red-mug", jug: null });
    expect([await addressOf("mug"), await addressOf("jug")]).toEqual(["red-mug", null]);
    expect(await findRedirect(db, "/products/blue-mug?a=1")).toBe("/products/red-mug?a=1");
    expect(await findRedirect(db, "/products/krug")).toBe("/products/jug");
    await load({ mug: "blue-mug", jug: "" });
    expect(await findProductAt(db, "blue-mug")).toMatchObject({ product: { id: "mug" } });
    expect(await findRedirect(db, "/products/red-mug")).toBe("/products/blue-mug");
  });

  test.each([3, 1200])(
    "the products of a catalog of %i swap addresses in one file",
    { timeout: 60_000 },
    async (count) => {
      const { shop } = await openTestShop(engine);
      const { db } = shop;
      const records = (address: (number: number) => string) =>
        catalogRecords(count, (number) => ({ address: address(number) }));
      await importRecords(
        db,
        records((number) => `at-${number}`),
      );
      await importRecords(
        db,
        records((number) => `at-${(number % count) + 1}`),
      );
      const rows = await db.selectFrom("products").select("address").orderBy("position").execute();
      expect(rows.map(({ address }) => address)).toEqual(rows.map((_, index) => `at-${((index + 1) % count) + 1}`));
      expect(await db.selectFrom("redirects").selectAll().execute()).toEqual([]);
    },
  );

  test.each([
    ["two products' address", { a: "x", new: "X" }, 'address "x" is already the address of product "a"'],
    [
      "an address that another product keeps",
      { new: "taken" },
      'address "taken" is already the address of product "c"',
    ],
    [
      "an address that is an id in the file",
      { a: "new", new: undefined },
      'address "new" is the id of another product',
    ],
    ["an address that is an id in the catalog", { new: "b" }, 'address "b" is the id of another product'],
    ["an archived product's id", { new: "gone" }, 'address "gone" is the id of another product'],
    ["an archived product's address", { new: "gone-at" }, 'is already the address of product "gone"'],
    ["a draft's id", { new: "copy-of-title-of-b" }, 'address "copy-of-title-of-b" is the id of another product'],
    ["a new id that is an address", { taken: undefined }, 'this id is the address of product "c"'],
    ["signs", { new: "🍋" }, 'address must have a letter or digit, but got "🍋"'],
    ["half a megabyte", { new: "x".repeat(500_000) }, "address must be at most 200 characters long, but got 500000"],
  ])("a file with %s is refused and names the product, and nothing is changed", async (_, file, message) => {
    const { shop, db, load, recordsOf } = await openWith({ a: undefined, b: undefined, c: "taken", gone: "gone-at" });
    await archiveProduct(shop, "gone", ada);
    await duplicateProduct(shop, "b", ada);
    const before = await db.selectFrom("products").selectAll().execute();
    await expect(load(file)).rejects.toThrow(message);
    await expect(load(file)).rejects.toThrow(/^Product \d \(id "(new|taken)"|^Product 1 \(id "a"\)/);
    await expect(previewImport(db, await writeCatalog(recordsOf(file)))).rejects.toThrow(message);
    expect(await db.selectFrom("products").selectAll().execute()).toEqual(before);
  });

  test("a file may take what its other products leave, and with --replace what it removes", async () => {
    const { db, load, addressOf } = await openWith({ a: "x", b: "y", c: "z" });
    await load({ a: "moved", x: undefined, b: null, new: "y" });
    expect([await addressOf("a"), await addressOf("b"), await addressOf("new")]).toEqual(["moved", null, "y"]);
    expect(await findProductAt(db, "x")).toMatchObject({ product: { id: "x" } });
    expect(await findRedirect(db, "/products/x")).toBe("/products/x");
    await load({ a: "c", b: "z" }, { replace: true });
    expect([await addressOf("a"), await addressOf("b")]).toEqual(["c", "z"]);
  });

  test("an archived product comes back to its address, and a file may give it another", async () => {
    const { shop, db, load, addressOf } = await openWith({ a: "x", b: "y" });
    for (const id of ["a", "b"]) await archiveProduct(shop, id, ada);
    await load({ a: undefined, b: "z" });
    expect([await addressOf("a"), await addressOf("b")]).toEqual(["x", "z"]);
    expect(await findRedirect(db, "/products/y")).toBe("/products/z");
  });

  test("exports have the addresses and come back as they were, and the preview shows what changes", async () => {
    const { db, recordsOf } = await openWith({ a: "x", b: undefined });
    const exported = async (format: "csv" | "json") => {
      let text = "";
      for await (const part of exportCatalog(db, format)) text += part;
      return text;
    };
    const [csv, json] = [await exported("csv"), await exported("json")];
    expect(csv).toContain('"a","Title of a","x",');
    expect(JSON.parse(json)).toMatchObject([{ id: "a", address: "x" }, { id: "b" }]);
    expect(json.match(/"address"/g)).toHaveLength(1);
    await importCatalog(db, await writeCatalog(json));
    expect([await exported("csv"), await exported("json")]).toEqual([csv, json]);
    const { rows } = await previewImport(db, await writeCatalog(recordsOf({ a: null, b: "Y" })));
    expect(rows).toEqual([
      { id: "a", what: "address", before: "x", after: "none" },
      { id: "b", what: "address", before: "none", after: "y" },
    ]);
  });

  test("a file is refused whose products' old links could not be redirected", async () => {
    const { shop, load, addressOf } = await openWith({ a: "x", b: "y" });
    const many = Array.from({ length: 9999 }, (_, index) => `/old-${index},/new`).join("\n");
    await importRedirects(shop, `from,to\n${many}`, ada);
    await expect(load({ a: "x2", b: "y2" })).rejects.toThrow("This file changes 2 addresses");
    await load({ a: "x2", b: "y" });
    expect(await addressOf("a")).toBe("x2");
  });
});
