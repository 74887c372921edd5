import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { addRedirect, findRedirect, RedirectError } from "./redirects.ts";

forEachEngine((openDatabase) => {
  test("an old address leads to its new one, with the query of the request", async () => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/old/", to: "/pages/new#top" });
    await addRedirect(db, { from: "/products?filter=old", to: "/products?filter=new" });
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
    await addRedirect(db, { from: "/a", to: "/b#x" });
    await addRedirect(db, { from: "/b", to: "/c" });
    await addRedirect(db, { from: "/z", to: "/a?q=1" });
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
    ["old", "/c"],
    ["/old#x", "/c"],
  ] as const)("a redirect from %j to %j is rejected", async ([from, to]) => {
    const { db } = await openDatabase();
    await addRedirect(db, { from: "/a", to: "/c" });
    await expect(addRedirect(db, { from, to })).rejects.toBeInstanceOf(RedirectError);
  });
});
