import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { migrate, migrations } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEnginesInTurns } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { findRedirects } from "./find-redirects.ts";
import { RedirectFileError } from "./redirect-file.ts";
import { RedirectError } from "./redirect-map.ts";
import {
  addRedirect,
  deleteRedirects,
  exportRedirects,
  findRedirect,
  importRedirects,
  readRedirects,
  redirectRenamed,
} from "./redirects.ts";

const actor = "olga@example.com";

forEnginesInTurns((openDatabase, engine) => {
  test("an old address leads to its new one, with the query of the request", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/old/", to: "/pages/new#top" }, actor);
    await addRedirect(db, { from: "/products?filter=old", to: "/products?filter=new" }, actor);
    expect(await findRedirect(db, "/old")).toBe("/pages/new#top");
    expect(await findRedirect(db, "/old/?a=1")).toBe("/pages/new?a=1#top");
    expect(await findRedirect(db, "/%6Fld")).toBe("/pages/new#top");
    expect(await findRedirect(db, "/products?filter=old")).toBe("/products?filter=new");
    expect(await findRedirect(db, "/products")).toBeUndefined();
    expect(await findRedirect(db, "/OLD")).toBe("/pages/new#top");
    expect(await findRedirect(db, "/%zz")).toBeUndefined();
  });

  test("redirects are found whatever the accents and apostrophes, written or percent-encoded", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/Gar%C3%A7on", to: "/pages/o'brien" }, actor);
    await addRedirect(db, { from: "/other", to: "/pages/other" }, actor);
    for (const text of ["garcon", "/garçon", "GAR%C3%87", "obrien", "O’Brien"])
      expect(await findRedirects(db, { text, after: "", limit: 9 }), text).toMatchObject([{ to: "/pages/o'brien" }]);
    expect(await findRedirects(db, { text: "garcons", after: "", limit: 9 })).toEqual([]);
    expect(await findRedirects(db, { text: "%", after: "", limit: 9 })).toEqual([]);
  });

  test("an old address is found whatever its capitals, accents and encoding, if only one redirect fits", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/Produkt/Blå-Kopp.html", to: "/products/mugg" }, actor);
    for (const path of ["/produkt/blå-kopp.html", "/Produkt/Bla\u030a-Kopp.html", "/PRODUKT/BL%c3%85-KOPP.HTML/"])
      expect(await findRedirect(db, path)).toBe("/products/mugg");
    await addRedirect(db, { from: "/a", to: "/one" }, actor);
    await addRedirect(db, { from: "/A", to: "/two" }, actor);
    expect([await findRedirect(db, "/a"), await findRedirect(db, "/A")]).toEqual(["/one", "/two"]);
    await addRedirect(db, { from: "/bb", to: "/one" }, actor);
    await addRedirect(db, { from: "/BB", to: "/two" }, actor);
    expect(await findRedirect(db, "/Bb")).toBeUndefined();
  });

  test.for([
    ["/side.php?navn=blåbær&id=5", "/side.php?id=5&navn=bla%CC%8Ab%C3%A6r"],
    ["/side.php?navn=bla\u030abær&id=5", "/side.php?id=5&navn=bl%C3%A5b%C3%A6r"],
    ["/side.php?navn=blåbær&id=5", "/side.php?navn=BL%C3%85B%C3%86R&id=5"],
    ["/side.php?navn=blåbær&id=5", "/Side.php?ID=5&navn=blåbær"],
    ["/index.php?id=8", "/index.php?Id=8"],
    ["/x?ID=7&cat=å", "/x?id=7&cat=A%CC%8A"],
    ["/x?größe=1", "/x?GRO%CC%88ßE=1"],
  ] as const)("a redirect from %s is followed from %s", async ([from, asked]) => {
    const { db } = await openDatabase();
    await addRedirect(db, { from, to: "/products/mug" }, actor);
    await addRedirect(db, { from: from.split("?")[0] ?? "", to: "/products" }, actor);
    expect(await findRedirect(db, asked)).toBe("/products/mug");
    expect(await findRedirect(db, `${asked}&Rest=Ja`)).toBe("/products/mug?Rest=Ja");
  });

  test("redirects whose parameters differ in capitals only stay apart", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/v?id=aB", to: "/one" }, actor);
    expect(await findRedirect(db, "/v?ID=Ab")).toBe("/one");
    await addRedirect(db, { from: "/v?id=Ab", to: "/two" }, actor);
    await addRedirect(db, { from: "/v?id=AB&b=1", to: "/three" }, actor);
    expect(await findRedirect(db, "/v?id=aB")).toBe("/one");
    expect(await findRedirect(db, "/v?id=Ab")).toBe("/two");
    expect(await findRedirect(db, "/v?id=ab")).toBeUndefined();
    expect(await findRedirect(db, "/v?B=1&id=ab")).toBe("/three");
    await addRedirect(db, { from: "/to-ab", to: "/v?id=Ab" }, actor);
    expect(await findRedirect(db, "/to-ab")).toBe("/two");
  });

  test("a redirect to its own address with other capitals and one more parameter ends there", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/Hjelp?side=A", to: "/hjelp?side=a&nytt=1" }, actor);
    expect(await findRedirect(db, "/Hjelp?side=A")).toBe("/hjelp?side=a&nytt=1");
    expect(await findRedirect(db, "/hjelp?nytt=1&side=a&x=1")).toBeUndefined();
    await addRedirect(db, { from: "/x?id=a", to: "/y?id=B" }, actor);
    await expect(addRedirect(db, { from: "/y?id=b", to: "/x?id=A" }, actor)).rejects.toBeInstanceOf(RedirectError);
  });

  test("an address with spaces inside is redirected, and can be a target", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: " /shop/Ünï Code?navn=Blå Kopp ", to: " /pages/new page?a=b c#d e " }, actor);
    const to = "/pages/new%20page?a=b+c#d%20e";
    expect(await findRedirect(db, "/shop/%C3%9Cn%C3%AF%20Code?navn=Bl%C3%A5+Kopp")).toBe(to);
    expect(await findRedirect(db, "/shop/u\u0308ni\u0308%20code?navn=bl%C3%A5%20kopp")).toBe(to);
    for (const text of ["ünï code", "Blå Kopp"])
      expect(await findRedirects(db, { text, after: "", limit: 9 }), text).toMatchObject([{ to }]);
  });

  test("redirects of an older version are found whatever the capitals and accents", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const provider = { getMigrations: async () => migrations(engine) };
    await new Migrator({ db, provider }).migrateTo("044-usual-compare-at");
    const from = "/Produkt/Bl%C3%A5%20Kopp.html?id=1";
    await sql`insert into redirects ("from", "to") values (${from}, '/products/mug')`.execute(db);
    await migrate(connection);
    expect(await findRedirect(db, "/produkt/bla\u030a%20kopp.html?a=2&id=1")).toBe("/products/mug?a=2");
  });

  test("a redirect with a query takes it in any order, and passes on what it doesn't name", async () => {
    const { db } = await openDatabase();
    const from = "/index.php?route=product/product&product_id=42";
    await addRedirect(db, { from, to: "/products/mug" }, actor);
    await addRedirect(db, { from: "/index.php", to: "/products" }, actor);
    expect(await findRedirect(db, "/index.php?product_id=42&route=product%2Fproduct")).toBe("/products/mug");
    expect(await findRedirect(db, `${from}&utm_source=x&a=1`)).toBe("/products/mug?utm_source=x&a=1");
    expect(await findRedirect(db, "/Index.php?utm_source=x&product_id=43")).toBe(
      "/products?utm_source=x&product_id=43",
    );
  });

  test("redirects that differ from a page only in capitals neither lead to themselves nor in a circle", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/Pages/Old", to: "/pages/old" }, actor);
    expect(await findRedirect(db, "/PAGES/OLD?a=1")).toBe("/pages/old?a=1");
    expect(await findRedirect(db, "/pages/old?a=1")).toBeUndefined();
    await addRedirect(db, { from: "/x", to: "/Y" }, actor);
    await expect(addRedirect(db, { from: "/y", to: "/X" }, actor)).rejects.toBeInstanceOf(RedirectError);
  });

  test("a renamed page is no longer redirected away, in whichever capitals its new address was", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/products?filter=HERBS", to: "/about" }, actor);
    await redirectRenamed(db, { from: "/products?filter=spices", to: "/products?filter=herbs" }, actor);
    expect(await findRedirect(db, "/products?filter=spices")).toBe("/products?filter=herbs");
    await redirectRenamed(db, { from: "/products?filter=herbs", to: "/products?filter=spices" }, actor);
    expect(await readRedirects(db)).toEqual([{ from: "/products?filter=herbs", to: "/products?filter=spices" }]);
  });

  test("redirects never lead to another redirect, in whichever order they were saved", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/a", to: "/b#x" }, actor);
    await addRedirect(db, { from: "/b", to: "/c" }, actor);
    await addRedirect(db, { from: "/z", to: "/a?q=1" }, actor);
    expect(await findRedirect(db, "/a")).toBe("/c");
    expect(await findRedirect(db, "/z")).toBe("/c?q=1");
  });

  test.for([
    ["/a", "/a"],
    ["/a", "/a/?q=1#x"],
    ["/c", "/a"],
    ["/a", "//evil.example"],
    ["/a", "/\\evil.example"],
    ["/a", "/..//evil.example"],
    ["/a", "/\t/evil.example"],
    ["/a", "https://evil.example/"],
    ["/a", "javascript:alert(1)"],
    ["/owner/orders", "/c"],
    ["/", "/c"],
    ["/products", "/c"],
    ["old", "/c"],
    ["/old#x", "/c"],
  ] as const)("a redirect from %j to %j is rejected", async ([from, to]) => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/a", to: "/c" }, actor);
    await expect(addRedirect(db, { from, to }, actor)).rejects.toBeInstanceOf(RedirectError);
  });

  test("a file's redirects that follow each other all lead to the last one's target, and a circle of them is refused", async () => {
    const { shop } = await openTestShop(engine);
    const chain = Array.from({ length: 50 }, (_, number) => `/i?id=${number},/I?id=${number + 1}`);
    await importRedirects(shop, ["from,to", ...chain, "/a,/b", "/b,/c"].join("\n"), actor);
    await importRedirects(shop, "from,to\n/c,/d\n/I?id=50,/end\n", actor);
    const all = await readRedirects(shop.db);
    const found = (from: string) => all.find((redirect) => redirect.from === from)?.to;
    expect(["/a", "/b", "/c"].map(found)).toEqual(["/d", "/d", "/d"]);
    expect([0, 25, 49].map((number) => found(`/i?id=${number}`))).toEqual(Array(3).fill("/end"));
    await expect(importRedirects(shop, "from,to\n/x,/y\n/y,/z\n/z,/x\n", actor)).rejects.toThrow(
      "Line 4: This redirect would lead back to itself",
    );
    const growing = Array.from({ length: 400 }, (_, number) => `/g?id=${number},/g?id=${number + 1}&page=2`);
    await expect(importRedirects(shop, ["from,to", ...growing].join("\n"), actor)).rejects.toThrow(
      "an address of more than 2,000 characters",
    );
    expect(await readRedirects(shop.db)).toEqual(all);
  });

  test.each([
    ["semicolons", "from;to\r\n/a1;/products/Mug\r\n"],
    ["UTF-16", Buffer.from("\ufefffrom\tto\r\n/a1\t/products/Mug\r\n", "utf16le")],
    ["whole addresses", "from,to\nhttps://old.example/a1,http://localhost:3000/products/Mug\n"],
    ["Shopify's columns", "Redirect from,Redirect to\n/a1,/products/Mug\n"],
    ["a title above", "My redirects,\nfrom,to\n/a1,/products/Mug\n"],
  ])("a file of redirects with %s is imported", async (_, file) => {
    const { shop } = await openTestShop(engine);
    expect(await importRedirects(shop, file, actor)).toBe(1);
    expect(await readRedirects(shop.db)).toEqual([{ from: "/a1", to: "/products/Mug" }]);
  });

  test.each([
    ["another shop's address", "from,to\n/a,https://evil.example/x", "Line 2: Use a path on this shop"],
    ["two targets for one address", "from,to\n/a,/b\n/a,/c", "Line 3: /a leads elsewhere on line 2"],
    [
      "two targets for one address in two spellings",
      "from,to\n/dup,/about\n/d%75p/,/cart",
      "Line 3: /d%75p/ leads elsewhere on line 2",
    ],
    [
      "two targets for parameters in another order",
      "from,to\n/a?b=1&c=å,/b\n/a?c=a\u030a&b=1,/c",
      "elsewhere on line 2",
    ],
    ["a million separators", `from,to\n${",".repeat(1_000_000)}`, "Line 2 has more than 1,000 cells"],
    ["a quote that never closes", 'from,to\n"/a,/b', "A quote on line 2 never closes"],
  ])("a file of redirects with %s is refused with its line", async (_, file, message) => {
    const { shop } = await openTestShop(engine);
    await expect(importRedirects(shop, file, actor)).rejects.toThrow(message);
    expect(await readRedirects(shop.db)).toEqual([]);
  });

  test("a file of redirects may name an address twice with one target, and addresses that differ in capitals", async () => {
    const { shop } = await openTestShop(engine);
    await importRedirects(shop, "from,to\n/a b,/x y\n/a%20b/,/x%20y/\n/A b,/z\n", actor);
    const found = await Promise.all(["/a%20b", "/A%20b"].map((address) => findRedirect(shop.db, address)));
    expect(found).toEqual(["/x%20y", "/z"]);
  });

  test("a file of redirects is imported whole or not at all, and exported as it was imported", async () => {
    const { shop } = await openTestShop(engine);
    const csv = "from,to\r\n/a,/c\r\n/b,/c?x=1\r\n";
    expect(await importRedirects(shop, csv, actor)).toBe(2);
    expect(await exportRedirects(shop.db)).toBe(csv);
    const withSemicolons = await exportRedirects(shop.db, ";");
    expect(withSemicolons).toBe("from;to\r\n/a;/c\r\n/b;/c?x=1\r\n");
    await importRedirects(shop, withSemicolons, actor);
    expect(await exportRedirects(shop.db)).toBe(csv);
    const wrong = "path;to\n/a;/c\n";
    await expect(importRedirects(shop, wrong, actor)).rejects.toThrow("Use a CSV file with the columns from and to");
    const refused = await importRedirects(shop, "to,from\n\n/z,/y\n//evil.example,/d\n\n/c,\n", actor).catch(
      (error) => error,
    );
    expect(refused).toBeInstanceOf(RedirectFileError);
    expect(refused.problems).toEqual([
      "Line 4: Use a path on this shop such as /new-page, not “//evil.example”",
      "Line 6: Use a path such as /old-page, not “”",
    ]);
    expect(await exportRedirects(shop.db)).toBe(csv);
    const many = Array.from({ length: 9998 }, (_, index) => `/old-${index},/new-${index}`).join("\n");
    expect(await importRedirects(shop, `from,to\n${many}`, actor)).toBe(9998);
    await expect(importRedirects(shop, "from,to\n/one-more,/x", actor)).rejects.toThrow("10,000");
    await expect(importRedirects(shop, `from,to\n${many}\n/x,/y\n/x2,/y\n/x3,/y`, actor)).rejects.toThrow("10,000");
    expect(await readRedirects(shop.db)).toHaveLength(10_000);
    expect(await findRedirects(shop.db, { text: "OLD-999", after: "/old-9990", limit: 2 })).toEqual([
      { from: "/old-9991", to: "/new-9991" },
      { from: "/old-9992", to: "/new-9992" },
    ]);
    expect(await deleteRedirects(shop, ["/a", "/nothing"], actor)).toBe(1);
    expect(await findRedirect(shop.db, "/a")).toBeUndefined();
  });
});
