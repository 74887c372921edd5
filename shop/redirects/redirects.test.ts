import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { RedirectError } from "./redirect-map.ts";
import {
  addRedirect,
  deleteRedirects,
  exportRedirects,
  findRedirect,
  findRedirects,
  importRedirects,
  RedirectFileError,
  readRedirects,
} from "./redirects.ts";

const actor = "olga@example.com";

forEachEngine((openDatabase, engine) => {
  test("an old address leads to its new one, with the query of the request", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/old/", to: "/pages/new#top" }, actor);
    await addRedirect(db, { from: "/products?filter=old", to: "/products?filter=new" }, actor);
    expect(await findRedirect(db, "/old")).toBe("/pages/new#top");
    expect(await findRedirect(db, "/old/?a=1")).toBe("/pages/new?a=1#top");
    expect(await findRedirect(db, "/%6Fld")).toBe("/pages/new#top");
    expect(await findRedirect(db, "/products?filter=old")).toBe("/products?filter=new");
    expect(await findRedirect(db, "/products")).toBeUndefined();
    expect(await findRedirect(db, "/OLD")).toBeUndefined();
    expect(await findRedirect(db, "/%zz")).toBeUndefined();
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

  test("a file of redirects is imported whole or not at all, and exported as it was imported", async () => {
    const { shop } = await openTestShop(engine);
    const csv = "from,to\r\n/a,/c\r\n/b,/c?x=1\r\n";
    expect(await importRedirects(shop, csv, actor)).toBe(2);
    expect(await exportRedirects(shop.db)).toBe(csv);
    const wrong = "from;to\n/a;/c\n";
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
