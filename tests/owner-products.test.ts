import { expect } from "vitest";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { changeStock } from "#shop/catalog/stock/change-stock.ts";
import { setRole } from "#shop/owners/owners.ts";
import { catalogRecord, importRecords, writeCatalog } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { toForm } from "./support/to-form.ts";

/** A browser of an account, and the shop with some products. */
async function openAs(running: RunningShop, role: "owner" | "manager" | undefined, records = [catalogRecord()]) {
  const shop = await running.inside();
  const email = `${crypto.randomUUID()}@example.com`;
  await registerVerified(shop, { email });
  await setRole(shop, email, role, "command line");
  await importCatalog(shop.db, await writeCatalog(records));
  return { shop, email, browser: plainBrowser(running.url, await signInCookies(shop, { email })) };
}

/** The fields of a page's form, as a browser would send them. */
function fieldsOf(html: string) {
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1];
    if (name && name !== "step") fields[name] = decodeHtml(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name = "", text = ""] of html.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g))
    fields[name] = decodeHtml(text);
  return fields;
}

/** The text of the alert. */
function alertOf(html: string) {
  return decodeHtml(/role="alert"[^>]*>([\s\S]*?)<\/(?:form|main)>/.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ");
}

const screens = [
  "/owner/products",
  "/owner/products/bulk?q=coffee&change=archive",
  "/owner/products/coffee",
  "/owner/products/new",
  "/owner/products/import",
];

test("GET and POST /owner/products answer 404 to a customer and read no body", async ({ shop: running }) => {
  const { browser } = await openAs(running, undefined);
  for (const visitor of [plainBrowser(running.url), browser]) {
    for (const path of [...screens, "/owner/products.csv", "/owner/products.json"]) {
      expect((await visitor.open(path)).status, path).toBe(404);
      expect((await visitor.sendForm(path, { title: "Theirs", step: "archive" })).status, path).toBe(404);
    }
    const large = await visitor.sendForm("/owner/products/import", { file: "x".repeat(100_000) });
    expect(large.status).toBe(413);
  }
  expect(await (await fetch(`${running.url}/products/coffee`)).text()).toContain("Filter Coffee");
});

test("editing a product updates the shop; invalid fields show an error next to the input", async ({
  shop: running,
}) => {
  const { browser, email } = await openAs(running, "manager");
  const form = fieldsOf(await (await browser.open("/owner/products/coffee")).text());
  expect(form).toMatchObject({ title: "Filter Coffee", price: "9.50", stock: "40", tags: "coffee, Beverages" });
  const refused = await browser.sendForm("/owner/products/coffee", { ...form, title: 'Es"presso<', price: "cheap" });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(fieldsOf(page)).toMatchObject({ title: 'Es"presso<', price: "cheap", "original-title": "Filter Coffee" });
  expect(page).toContain("Price must be a number such as 12.50");
  const saved = await browser.sendForm("/owner/products/coffee", { ...form, title: 'Es"presso<', price: "1000,00" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/owner/products/coffee"]);
  const after = await (await browser.open("/owner/products/coffee")).text();
  expect(after).toContain("Saved: title, price");
  expect(after).toContain(email);
  await expect
    .poll(async () => decodeHtml(await (await fetch(`${running.url}/products/coffee`)).text()))
    .toContain("$1,000.00");
});

test("when two people edit a product, the second sees the conflict, keeps the input and can save again", async ({
  shop: running,
}) => {
  const [first, second] = [await openAs(running, "owner"), await openAs(running, "owner")];
  const form = fieldsOf(await (await first.browser.open("/owner/products/coffee")).text());
  await second.browser.sendForm("/owner/products/coffee", { ...form, price: "11" });
  await changeStock(second.shop, "coffee", { by: -3 }, "x@example.com");
  const told = await first.browser.sendForm("/owner/products/coffee", { ...form, price: "12", brand: "Mine" });
  expect(told.status).toBe(409);
  const page = await told.text();
  expect(alertOf(page)).toMatch(/Price\s+9\.50\s+11\.00\s+12/);
  const again = fieldsOf(page);
  expect(again).toMatchObject({ price: "12", brand: "Mine", "original-price": "11.00" });
  expect((await first.browser.sendForm("/owner/products/coffee", again)).status).toBe(303);
  expect(await readProduct(first.shop.db, "coffee")).toMatchObject({ priceCents: 1200, brand: "Mine", stock: 37 });
});

test("the list searches by title and ID, adjusts stock in its row, and accepts any text as ID", async ({
  shop: running,
}) => {
  const ids = ["a/b", "new", "import", "bulk", "x.data", "100%", "ø?#"];
  const { browser, shop } = await openAs(
    running,
    "manager",
    ids.map((id) => catalogRecord({ id, title: `Odd ${id}`, stock: 3 })),
  );
  const list = await (await browser.open("/owner/products?q=odd&sort=title")).text();
  const links = Array.from(
    list.matchAll(/href="(\/owner\/products\/[^"]*)" class="text-link/g),
    ([, href = ""]) => href,
  );
  expect(links).toHaveLength(ids.length);
  for (const link of links) {
    const page = await browser.open(link);
    expect(page.status, link).toBe(200);
    const form = fieldsOf(await page.text());
    expect((await browser.sendForm(link, { ...form, brand: `Of ${form.title}` })).headers.get("location")).toBe(link);
  }
  for (const id of ids) expect(await readProduct(shop.db, id)).toMatchObject({ brand: `Of Odd ${id}` });
  const at = "/owner/products?q=100%25";
  expect(await (await browser.open(at)).text()).toContain("Odd 100%");
  const change = (written: string) => browser.sendForm(at, { "stock-100%": written });
  expect((await change("+5")).headers.get("location")).toBe(at);
  expect(await (await browser.open(at)).text()).toContain("Stock of 100%: 3 → 8");
  expect((await change("=10")).status).toBe(303);
  const refused = await change("-11");
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Only 10 of 100% in stock");
  expect((await change("many")).status).toBe(409);
  const low = await (await browser.open("/owner/products?show=low&sort=fewest&q=odd")).text();
  expect(low).not.toContain("Odd 100%");
  expect((await browser.open("/owner/products/none")).status).toBe(404);
});

test("one form saves the valid stock changes of a page and keeps the others as typed", async ({ shop: running }) => {
  const records = ["fork", "knife", "spoon"].map((id) => catalogRecord({ id, title: `Steel ${id}`, stock: 3 }));
  const { browser, shop } = await openAs(running, "manager", records);
  const at = "/owner/products?q=steel";
  const stockOf = async (id: string) => (await readProduct(shop.db, id))?.stock;
  const typed = { "stock-fork": "+5", "stock-knife": "-4", "stock-spoon": "" };
  const refused = await browser.sendForm(at, typed);
  expect(refused.status).toBe(409);
  const again = await refused.text();
  expect(alertOf(again)).toContain("Stock of fork: 3 → 8");
  expect(again).toContain("Only 3 of knife in stock");
  const { "stock-fork": fork, "stock-knife": knife } = fieldsOf(again);
  expect([fork, knife]).toEqual(["", "-4"]);
  expect([await stockOf("fork"), await stockOf("knife"), await stockOf("spoon")]).toEqual([8, 3, 3]);
  const saved = await browser.sendForm(at, { "stock-fork": "1", "stock-knife": "+1" });
  expect(saved.status).toBe(303);
  expect(await (await browser.open(at)).text()).toContain("Stock of 2 products updated.");
  expect([await stockOf("fork"), await stockOf("knife")]).toEqual([1, 4]);
  const unsaved = await browser.sendForm(at, { "stock-spoon": "+2", step: "all" });
  expect(fieldsOf(await unsaved.text())["stock-spoon"]).toBe("+2");
  expect(await stockOf("spoon")).toBe(3);
});

test("a product on sale at a price of 0 is asked about first; what was typed stays", async ({ shop: running }) => {
  const { shop, browser } = await openAs(running, "owner");
  await importRecords(shop.db, [catalogRecord({ id: "free-tea", title: "Free Tea", price: 5 })]);
  const form = fieldsOf(await (await browser.open("/owner/products/free-tea")).text());
  const asked = await browser.sendForm("/owner/products/free-tea", { ...form, price: "0", brand: "Mine" });
  const page = await asked.text();
  expect(asked.status).toBe(422);
  expect(page).toContain("A price of 0 sells this product for free.");
  expect(page).toMatch(/<input[^>]*type="checkbox"[^>]*name="isFree"/);
  expect(fieldsOf(page)).toMatchObject({ price: "0", brand: "Mine" });
  expect(await readProduct(shop.db, "free-tea")).toMatchObject({ priceCents: 500 });
  const saved = await browser.sendForm("/owner/products/free-tea", {
    ...form,
    price: "0",
    brand: "Mine",
    isFree: "on",
  });
  expect(saved.status).toBe(303);
  expect(await readProduct(shop.db, "free-tea")).toMatchObject({ priceCents: 0, brand: "Mine" });
});

test("all products that match get another price after a preview, and one that changed since is skipped and named", async ({
  shop: running,
}) => {
  const records = ["red", "blue"].map((id) => catalogRecord({ id: `${id}-yarn`, title: `Yarn ${id}`, price: 10 }));
  const { browser, shop } = await openAs(running, "manager", records);
  const bulk = await browser.sendForm("/owner/products?q=yarn", { step: "all" });
  expect(bulk.headers.get("location")).toBe("/owner/products/bulk?q=yarn");
  const at = "/owner/products/bulk?q=yarn&change=price&percent=60&rounding=ninetyNine";
  const html = await (await browser.open(at)).text();
  for (const text of ["15.99", "Apply to 2 products", "more than 50%"])
    expect(html.replaceAll("<!-- -->", "")).toContain(text);
  const { version = "", digest = "" } = fieldsOf(html);
  const form = fieldsOf(await (await browser.open("/owner/products/red-yarn")).text());
  await browser.sendForm("/owner/products/red-yarn", { ...form, brand: "Knit" });
  const applied = await browser.sendForm(at, { version, digest });
  expect(applied.status).toBe(409);
  const alert = alertOf((await applied.text()).replaceAll("<!-- -->", ""));
  expect(alert).toContain("1 product changed.");
  expect(alert).toContain("Yarn red (red-yarn): Changed since the preview");
  expect(await readProduct(shop.db, "red-yarn")).toMatchObject({ priceCents: 1000, brand: "Knit" });
  expect(await readProduct(shop.db, "blue-yarn")).toMatchObject({ priceCents: 1599 });
  expect((await browser.sendForm(at, { version: "other:1", digest })).status).toBe(409);
  expect(await (await browser.open(at.replace("60", "lots"))).text()).toContain("Use a percentage from -99 to 1000");
  const none = await browser.sendForm("/owner/products?q=yarn", { step: "selected" });
  expect(alertOf(await none.text())).toContain("Select at least one product.");
});

test("a new product is on sale at once, and can be archived and unarchived", async ({ shop: running }) => {
  const { browser } = await openAs(running, "owner");
  const form = fieldsOf(await (await browser.open("/owner/products/new")).text());
  expect((await browser.sendForm("/owner/products/new", { ...form, title: "Goat Cheese" })).status).toBe(422);
  const added = await browser.sendForm("/owner/products/new", {
    ...form,
    title: "Goat Cheese",
    price: "8",
    stock: "4",
    category: "groceries",
  });
  expect(added.headers.get("location")).toBe("/owner/products/goat-cheese");
  const found = async () => (await (await fetch(`${running.url}/products?q=goat`)).text()).includes("Goat Cheese");
  await expect.poll(found).toBe(true);
  await browser.sendForm("/owner/products/goat-cheese", { step: "archive" });
  await expect.poll(found).toBe(false);
  const page = await fetch(`${running.url}/products/goat-cheese`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("This product is no longer available.");
  expect(html).toContain('content="noindex"');
  expect(await (await browser.open("/owner/products?show=archived&q=goat")).text()).toContain(
    "/owner/products/goat-cheese",
  );
  await browser.sendForm("/owner/products/goat-cheese", { step: "unarchive" });
  await expect.poll(found).toBe(true);
});

test("selected drafts are published, incomplete ones are named and stay, and others are deleted once confirmed", async ({
  shop: running,
}) => {
  const { browser, shop } = await openAs(running, "manager");
  const add = async (title: string, fields: Record<string, string>) =>
    browser.sendForm("/owner/products/new", { title, ...fields, step: "draft" });
  await add("Whole Draft", { price: "4", category: "Groceries" });
  await add("Odd Draft & Co", { price: "", category: "" });
  await add("Other Draft", { price: "5", category: "groceries" });
  const at = "/owner/products?show=drafts&q=draft";
  const send = (step: string, ...drafts: string[]) =>
    browser.sendForm(at, [["step", step], ...drafts.map((id) => ["draft", id])]);
  const published = await send("publish", "whole-draft", "odd-draft-co", "gone");
  expect(published.status).toBe(409);
  const alert = alertOf((await published.text()).replaceAll("<!-- -->", ""));
  expect(alert).toContain("1 draft published. These are incomplete:");
  expect(alert).toContain("Odd Draft & Co: Price must be more than 0 to publish. Category is needed to publish");
  expect(await readProduct(shop.db, "whole-draft")).toMatchObject({ priceCents: 400, category: "groceries" });
  const none = await send("publish");
  expect(alertOf(await none.text())).toContain("Select at least one draft.");
  const asked = await send("delete", "odd-draft-co", "other-draft");
  expect(asked.status).toBe(200);
  expect(alertOf(await asked.text())).toContain("Delete 2 drafts?");
  expect(await (await browser.open(at)).text()).toContain("odd-draft-co");
  expect((await send("deleteForGood", "odd-draft-co", "other-draft")).headers.get("location")).toBe(at);
  const after = await (await browser.open(at)).text();
  expect(after).toContain("2 drafts deleted.");
  expect(after).not.toContain("odd-draft-co");
  const twice = await send("deleteForGood", "odd-draft-co", "other-draft");
  expect(alertOf(await twice.text())).toContain("The selected drafts are already published or deleted.");
  const log = await (await browser.open("/owner/log")).text();
  expect(log).toContain("2 drafts deleted");
  expect(log).not.toContain("Draft of product other-draft deleted");
  const undo = /href="(\/owner\/log\/\d+)"/.exec(after)?.[1] ?? "";
  expect((await browser.sendForm(undo, { step: "catalog" })).status).toBe(303);
  expect(await (await browser.open("/owner/log")).text()).toContain("Undone: 2 drafts deleted");
  expect(await (await browser.open(at)).text()).toContain("odd-draft-co");
});

test("a copy's page and its address in the shop follow its title, also if a picture fails in the same press of Publish", async ({
  shop: running,
}) => {
  const { browser } = await openAs(running, "manager");
  const duplicate = async () =>
    (await browser.sendForm("/owner/products/coffee", { step: "duplicate" })).headers.get("location") ?? "";
  const press = async (at: string, typed: Record<string, string>, file?: File) => {
    const body = toForm({ ...fieldsOf(await (await browser.open(at)).text()), stock: "3", ...typed });
    body.delete("pictures");
    if (file) body.set("pictures", file);
    return browser.send(at, body);
  };
  const copy = await duplicate();
  expect(copy).toBe("/owner/products/copy-of-filter-coffee");
  const saved = await press(copy, { title: "Dark Roast" });
  expect(saved.headers.get("location")).toBe("/owner/products/dark-roast");
  expect(decodeHtml(await (await browser.open("/owner/products/dark-roast")).text())).toContain(
    "copy-of-filter-coffee",
  );
  await press("/owner/products/dark-roast", { step: "publish" });
  expect((await browser.open("/products/dark-roast")).status).toBe(200);
  const notAPicture = new File(["text"], "list.txt");
  const published = await press(await duplicate(), { title: "Light Roast", step: "publish" }, notAPicture);
  expect(published.headers.get("location")).toBe("/owner/products/light-roast");
  expect(await (await browser.open("/owner/products/light-roast")).text()).toMatch(/Product published\. list\.txt/);
  expect((await browser.open("/products/light-roast")).status).toBe(200);
  expect((await browser.open("/products/copy-of-filter-coffee")).status).toBe(404);
});

test("a category's field shows its name and takes its name or address, and the log names fields as forms do", async ({
  shop: running,
}) => {
  const records = [catalogRecord({ id: "pear", title: "Pear", category: "groceries" })];
  const { browser, shop, email } = await openAs(running, "owner", records);
  const at = "/owner/products/pear";
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  const form = fieldsOf(await read(at));
  expect(form).toMatchObject({ category: "Groceries", "original-category": "groceries" });
  await browser.sendForm(at, form);
  expect(await read(at)).toContain("No changes to save");
  for (const [typed, slug] of [
    ["furniture", "furniture"],
    ["beauty", "beauty"],
    ["groceries", "groceries"],
    ["FURNITURE", "furniture"],
  ] as const) {
    await browser.sendForm(at, { ...fieldsOf(await read(at)), category: typed });
    expect(await readProduct(shop.db, "pear")).toMatchObject({ category: slug });
  }
  const picture = "/pictures/groceries/main-800.webp?other";
  await browser.sendForm(at, { ...fieldsOf(await read(at)), minimumOrder: "3", thumbnail: picture });
  const [, activity = ""] = (await read(at)).split("Changes</caption>");
  expect(activity).toContain("Minimum quantity: <del");
  expect(activity).toContain("Thumbnail: changed");
  expect(activity).not.toMatch(/minimumOrder|thumbnail|main-800/);
  await browser.sendForm("/owner/categories/new", { name: "Jams", kind: "category", inMenu: "" });
  const log = await read(`/owner/log?q=${email.slice(0, 20)}&kind=category`);
  expect(log).toContain("Category Jams added");
  expect(log).not.toMatch(/product pear|In the menu|Description/);
  expect(await read(`/owner/log?q=${email}&kind=page`)).toContain("No changes match.");
});

test("the catalog is exported as CSV and JSON, edited, previewed and imported", async ({ shop: running }) => {
  const records = [catalogRecord(), catalogRecord({ id: "=1", title: "=SUM(A1)" })];
  const { browser, shop } = await openAs(running, "owner", records);
  for (const format of ["csv", "json"]) {
    const answer = await browser.open(`/owner/products.${format}`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="products.${format}"`);
    const file = (await answer.text()).replace(/Filter Coffee|Coffee of csv/, `Coffee of ${format}`);
    const body = new FormData();
    body.set("file", new Blob([file]), `goods.${format}`);
    const taken = await browser.send("/owner/products/import", body);
    expect(taken.status).toBe(303);
    const at = taken.headers.get("location") ?? "";
    const shown = await (await browser.open(at)).text();
    expect(decodeHtml(shown.replaceAll("<!-- -->", ""))).toContain(`goods.${format}: 0 new, 1 changed, 0 removed`);
    expect(shown).toContain(`Coffee of ${format}`);
    expect((await readProduct(shop.db, "coffee"))?.title).not.toBe(`Coffee of ${format}`);
    const other = await openAs(running, "owner", records.toReversed().concat());
    const id = new URL(at, running.url).searchParams.get("file") ?? "";
    expect((await other.browser.sendForm("/owner/products/import", { step: "import", file: id })).status).toBe(409);
    const press = () => browser.sendForm("/owner/products/import", { step: "import", file: id });
    const pressedTwice = await Promise.all([press(), press()]);
    expect(pressedTwice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect((await readProduct(shop.db, "coffee"))?.title).toBe(`Coffee of ${format}`);
    expect((await press()).status).toBe(409);
  }
  const one = new FormData();
  one.set("file", new Blob([JSON.stringify([catalogRecord({ price: 3 })])]), "one.json");
  one.set("others", "remove");
  const preview = (await browser.send("/owner/products/import", one)).headers.get("location") ?? "";
  const file = new URL(preview, running.url).searchParams.get("file") ?? "";
  const removing = { step: "import", file, others: "remove", warnings: "accept" };
  expect((await browser.sendForm("/owner/products/import", removing)).status).toBe(303);
  const list = (await (await browser.open("/owner/products")).text()).replaceAll("<!-- -->", "");
  expect(list).toMatch(/role="status"[^>]*>1 product imported from one\.json, \d+ removed<[^>]*><a [^>]*>Undo<\/a>/);
  const bad = new FormData();
  bad.set("file", new Blob(['[{"id":"tea"},7]']), "bad.json");
  const at = (await browser.send("/owner/products/import", bad)).headers.get("location") ?? "";
  const alert = alertOf(await (await browser.open(at)).text());
  expect(alert).toMatch(
    /Product 1 \(id "tea"\): title is missing; price is missing; .*\s+Product 2: must be an object/,
  );
});

test("an import's preview names the categories that it creates, and which of them the menu has room for", async ({
  shop: running,
}) => {
  const { browser } = await openAs(running, "manager");
  const names = ["Tea & Coffee", "mens-shirts", "Tools", "Lamps", "Møbler"];
  const records = names.map((category, index) => catalogRecord({ id: `n${index}`, category }));
  const body = new FormData();
  body.set("file", new Blob([JSON.stringify(records)]), "new.json");
  const taken = await browser.send("/owner/products/import", body);
  const at = taken.headers.get("location") ?? "";
  const preview = decodeHtml((await (await browser.open(at)).text()).replaceAll("<!-- -->", ""));
  expect(preview).toContain("5 new categories are created with the import.");
  expect(preview).toContain("In the menu: Tea & Coffee, Mens shirts, Tools, Lamps<");
  expect(preview).toContain("Under “All categories”: Møbler<");
  const file = new URL(at, running.url).searchParams.get("file") ?? "";
  expect((await browser.sendForm("/owner/products/import", { step: "import", file })).status).toBe(303);
  const list = decodeHtml(await (await browser.open("/owner/categories")).text());
  for (const name of ["Tea & Coffee", "Mens shirts", "Møbler"]) expect(list).toContain(`>${name}</a>`);
});

test("an import's preview warns of unusual prices, and products keep their order unless the owner asks", async ({
  shop: running,
}) => {
  const records = ["a", "b", "c"].map((id) => catalogRecord({ id, title: `Lamp ${id}`, price: 10 }));
  const { browser, shop } = await openAs(running, "owner", records);
  const upload = async (order?: string) => {
    const body = new FormData();
    body.set("file", new Blob(["id;price\nc;0,00\na;4,50\n"]), "prices.csv");
    if (order) body.set("order", order);
    const at = (await browser.send("/owner/products/import", body)).headers.get("location") ?? "";
    return { preview: (await (await browser.open(at)).text()).replaceAll("<!-- -->", ""), file: fileIn(at) };
  };
  const fileIn = (at: string) => new URL(at, running.url).searchParams.get("file") ?? "";
  const { preview, file } = await upload();
  expect(preview).toContain("Check these prices");
  expect(preview).toContain("Lamp c (c): $10.00 → $0.00");
  expect(preview).toContain("Lamp a (a): $10.00 → $4.50");
  expect(preview).toContain("nothing else changes: id, price");
  expect(preview).not.toContain("takes the file's order");
  const places = async () => {
    const rows = await shop.db
      .selectFrom("products")
      .select("id")
      .where("title", "like", "Lamp _")
      .orderBy("position")
      .execute();
    return rows.map(({ id }) => id);
  };
  await browser.sendForm("/owner/products/import", { step: "import", file });
  expect([await places(), (await readProduct(shop.db, "c"))?.priceCents]).toEqual([["a", "b", "c"], 0]);
  const ordered = await upload("file");
  expect(ordered.preview).toMatch(/name="order" value="file"/);
  await browser.sendForm("/owner/products/import", { step: "import", file: ordered.file, order: "file" });
  expect(await places()).toEqual(["c", "a", "b"]);
});

test("a compare-at price is struck through in lists and on the product's page, and search engines read it", async ({
  shop: running,
}) => {
  const { browser } = await openAs(running, "owner", [catalogRecord({ id: "teapot", title: "Teapot", price: 40 })]);
  const page = await (await browser.open("/owner/products/teapot")).text();
  expect(page).toContain("Compare-at price");
  const answer = await browser.sendForm("/owner/products/teapot", {
    ...fieldsOf(page),
    price: "30",
    compareAtPrice: "45",
  });
  expect(answer.status).toBe(303);
  const visitor = plainBrowser(running.url);
  for (const path of ["/products/teapot", "/products?q=teapot"]) {
    const text = async () => (await (await visitor.open(path)).text()).replaceAll("<!-- -->", "");
    await expect
      .poll(text, { message: path })
      .toMatch(/Regular price <\/span><s [^>]*>\$40\.00<\/s><span [^>]*>now <\/span>\$30\.00/);
    expect(await text()).toContain("25% off");
  }
  const product = await (await visitor.open("/products/teapot")).text();
  expect(product).toContain('"priceType":"https://schema.org/StrikethroughPrice","price":"40.00"');
  expect(product, "what the owner claims stays with the owner").not.toContain("4500");
});

test("a sale is scheduled and changed on the product's screen, which keeps what was typed after an error", async ({
  shop: running,
}) => {
  const kettleOf = (id: string, Size: string) =>
    catalogRecord({ id, title: "Kettle", price: 40, group: "kettles", options: { Size } });
  const { browser } = await openAs(running, "owner", [kettleOf("kettle", "1 l"), kettleOf("large-kettle", "2 l")]);
  const path = "/owner/products/kettle";
  const readGroup = async () =>
    (await (await browser.open("/owner/products/groups/kettles")).text()).match(/>(?:Sale for|On sale)[^<]*/g);
  const typed = { step: "sale", salePrice: "50", saleStarts: "2026-11-27 08:00", saleEnds: "2999-11-30" };
  const refused = await browser.sendForm(path, typed);
  expect(refused.status).toBe(422);
  const again = await refused.text();
  expect(again).toContain("Use less than the price, 40.00");
  expect(again).toContain('value="2999-11-30"');
  expect((await browser.sendForm(path, { ...typed, salePrice: "30", saleStarts: "2999-11-27" })).status).toBe(303);
  const screen = await (await browser.open(path)).text();
  expect(screen).toContain("$30.00 from 27 November 2999, 00:00, until 30 November 2999.");
  expect(await readGroup()).toEqual([">Sale for $30.00 from 27 November 2999, 00:00 until 30 November 2999"]);
  expect(screen, "the log").toMatch(/Sale ends.*<ins[^>]*>30 November 2999</);
  expect(fieldsOf(screen)).toMatchObject({
    salePrice: "30.00",
    saleStarts: "2999-11-27 00:00",
    saleEnds: "2999-11-30",
  });
  expect((await browser.sendForm(path, { step: "changeSale", salePrice: "25", saleEnds: "2999-11-30" })).status).toBe(
    303,
  );
  expect(await (await browser.open(path)).text()).toContain("On sale for $25.00 until 30 November 2999.");
  const list = await (await browser.open("/owner/products?show=sale")).text();
  expect(list).toContain("On sale until 30 November 2999");
  expect(await readGroup()).toEqual([">On sale for $25.00 until 30 November 2999"]);
  expect((await browser.sendForm(path, { step: "endSale" })).status).toBe(303);
  expect(await (await browser.open(path)).text()).toContain("Schedule sale");
  expect(await (await browser.open("/owner/products?show=sale")).text()).toContain("No products match.");
});

test("a product for a later day says when it appears, and an error of its time shows one as it is typed", async ({
  shop: running,
}) => {
  const { browser } = await openAs(running, "owner");
  const later = { title: "Later Lamp", price: "9", category: "Groceries" };
  const wrong = await browser.sendForm("/owner/products/new", { ...later, publishAt: "soon" });
  expect(await wrong.text()).toContain("Publish at must be a time such as 2026-12-24 18:00");
  await browser.sendForm("/owner/products/new", { ...later, publishAt: "2999-01-02 09:00", step: "draft" });
  const path = "/owner/products/later-lamp";
  const draft = await (await browser.open(path)).text();
  expect(draft).toContain("Publish it to schedule it for 2 January 2999, 09:00");
  expect((await browser.sendForm(path, { ...fieldsOf(draft), step: "publish" })).status).toBe(303);
  expect(await (await browser.open(path)).text()).toContain("Product scheduled for 2 January 2999, 09:00");
});
