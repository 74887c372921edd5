import { expect } from "vitest";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";

function plain(html: string) {
  return html.replaceAll("<!-- -->", "");
}

test("staff add, edit, move and delete categories; wrong fields and other people's changes keep what was typed", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "staff@example.com", role: "manager" });
  const read = async (path: string) => plain(await (await browser.open(path)).text());
  const at = "/owner/categories/kitchen";
  const wrong = await browser.sendForm("/owner/categories/new", { name: "Kitchen", slug: "Under 10", kind: "x" });
  expect(wrong.status).toBe(422);
  const refused = await wrong.text();
  expect(refused).toContain("Choose category or tag");
  expect(refused).toContain('value="Under 10"');
  const added = await browser.sendForm("/owner/categories/new", { name: "Kitchen", kind: "category", inMenu: "on" });
  expect([added.status, added.headers.get("location")]).toEqual([303, "/owner/categories"]);
  expect(await read("/owner/categories")).toContain("Category Kitchen added");
  expect(await read("/owner/categories")).toContain("5 of 8 places in the menu are taken");
  const lines = { name: "Kitchen", slug: "kitchen", kind: "category", inMenu: "on", description: "Pots\r\nand pans" };
  expect((await browser.sendForm(at, { ...lines, ...seenOn(await read(at)) })).status).toBe(303);
  const seen = seenOn(await read(at));
  const edit = { name: "Kitchen Bar", slug: "kitchen", kind: "category", inMenu: "on", ...seen };
  expect((await browser.sendForm(at, edit)).status).toBe(303);
  const late = await browser.sendForm(at, { ...edit, name: "Kitchens" });
  expect(late.status).toBe(409);
  const conflict = plain(await late.text());
  expect(conflict).toContain("Name: now “Kitchen Bar”, you entered “Kitchens”");
  expect((await browser.sendForm(at, { ...edit, name: "Kitchens", ...seenOn(conflict) })).status).toBe(303);
  const screen = await read(at);
  expect(screen).toContain("Category kitchen edited");
  expect(screen).toContain("staff@example.com");
  const places = async () => {
    const list = await read("/owner/categories");
    return ["Furniture", "Groceries", "Kitchens"].toSorted((a, b) => list.indexOf(`>${a}<`) - list.indexOf(`>${b}<`));
  };
  await browser.sendForm("/owner/categories", { slug: "kitchen", step: "up" });
  expect(await places()).toEqual(["Furniture", "Kitchens", "Groceries"]);
  expect((await browser.sendForm("/owner/categories", { slug: "nothing", step: "up" })).status).toBe(404);
  expect((await browser.sendForm(at, { ...edit, color: "octarine" })).status).toBe(422);
  const named = await browser.sendForm("/owner/categories/new", { name: "New", kind: "category" });
  expect(named.status).toBe(303);
  expect(await read("/owner/categories")).toContain('href="/owner/categories/new/edit"');
  expect(await read("/owner/categories/new/edit")).toContain('value="New"');
  const deleted = await browser.sendForm(at, { step: "delete" });
  expect(deleted.headers.get("location")).toBe("/owner/categories");
  expect((await browser.open(at)).status).toBe(404);
});

test("a category's parent is chosen from a list, and one that can't be is refused by name", async ({ shop }) => {
  const browser = await ownerBrowser(shop);
  const read = async (path: string) => plain(await (await browser.open(path)).text());
  const form = await read("/owner/categories/new");
  expect(form).toMatch(/name="inMenu"[^>]* checked=""/);
  const tag = { name: "Vegan", kind: "tag", inMenu: "on" };
  expect((await browser.sendForm("/owner/categories/new", tag)).status).toBe(303);
  expect(await read("/products")).not.toContain("Vegan");
  expect(form).toMatch(/Parent category.*<option value="furniture">Furniture<\/option>/);
  const fields = { name: "Lamps", kind: "category", parent: "furniture" };
  expect((await browser.sendForm("/owner/categories/new", fields)).status).toBe(303);
  const at = "/owner/categories/lamps";
  expect(await read(at)).toContain('<option value="furniture" selected="">Furniture</option>');
  expect(await read(at)).not.toContain('<option value="lamps">');
  const beauty = { name: "Beauty", slug: "beauty", kind: "category", parent: "lamps" };
  const seen = seenOn(await read("/owner/categories/beauty"));
  const refused = await browser.sendForm("/owner/categories/beauty", { ...beauty, ...seen });
  expect([refused.status, plain(await refused.text())]).toEqual([
    422,
    expect.stringContaining("Lamps is in another category itself"),
  ]);
  expect(await read("/owner/products")).toContain('<option value="lamps">Furniture &gt; Lamps</option>');
});

test("a category's products move with its address, and to another category before it is deleted", async ({ shop }) => {
  const [browser, inside] = [await ownerBrowser(shop), await shop.inside()];
  await importRecords(inside.db, [catalogRecord({ category: "fragrances" })]);
  const at = "/owner/categories/fragrances";
  const seen = seenOn(plain(await (await browser.open(at)).text()));
  const renamed = await browser.sendForm(at, {
    name: "Scents",
    slug: "scents",
    kind: "category",
    inMenu: "on",
    ...seen,
  });
  expect(renamed.headers.get("location")).toBe("/owner/categories/scents");
  const list = await (await browser.open("/owner/products?category=scents")).text();
  expect(list).toContain("Filter Coffee");
  const kept = await browser.sendForm("/owner/categories/scents", { step: "delete" });
  expect(kept.status).toBe(422);
  expect(await kept.text()).toContain("Move them to another category first.");
  const moved = await browser.sendForm("/owner/categories/scents", { step: "delete", moveTo: "groceries" });
  expect(moved.status).toBe(303);
  const { category } = await inside.db
    .selectFrom("products")
    .select("category")
    .where("id", "=", "coffee")
    .executeTakeFirstOrThrow();
  expect(category).toBe("groceries");
});

test("a category's search words find its products and are in its activity; wrong ones are named and kept", async ({
  shop,
}) => {
  const [browser, inside] = [await ownerBrowser(shop), await shop.inside()];
  await importRecords(inside.db, [catalogRecord({ category: "furniture", title: "Oslo" })]);
  const at = "/owner/categories/furniture";
  const read = async (path: string) => plain(await (await browser.open(path)).text());
  const save = async (fields: Record<string, string>) => {
    const form = { name: "Furniture", slug: "furniture", kind: "category", inMenu: "on", ...seenOn(await read(at)) };
    return browser.sendForm(at, { ...form, ...fields });
  };
  const many = Array.from({ length: 31 }, (_, index) => `w${index}`).join(",");
  for (const [searchWords, message] of [
    ["sofa, !?", "“!?” has no letters or digits"],
    [many, "Use at most 30 search words"],
    ["x".repeat(501), "Use at most 500 characters"],
  ] as const) {
    const refused = await save({ searchWords });
    expect(refused.status).toBe(422);
    const html = plain(await refused.text());
    expect(html).toContain(message);
    expect(html).toContain(searchWords);
  }
  const tag = await browser.sendForm("/owner/categories/new", { name: "Seats", kind: "tag", searchWords: "sofa" });
  expect(await tag.text()).toContain("Only categories can have search words");
  expect(await (await fetch(`${shop.url}/products?q=sofa`)).text()).not.toContain("Oslo");
  expect((await save({ searchWords: " sofa,, Sofas ,Canapé," })).status).toBe(303);
  expect(await read(at)).toContain('value="sofa, Canapé"');
  expect(await read(at)).toContain(">sofa, Canapé</ins>");
  expect(await (await fetch(`${shop.url}/products?q=sofas`)).text()).toContain("Oslo");
  expect(await (await fetch(`${shop.url}/search-suggestions?q=cana`)).text()).toContain('"category":"furniture"');
  expect((await save({ searchWords: "" })).status).toBe(303);
  await expect.poll(async () => (await fetch(`${shop.url}/products?q=sofas`)).text()).not.toContain("Oslo");
});
