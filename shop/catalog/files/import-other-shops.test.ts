import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine, forEnginesInTurns } from "../../../tests/support/databases.ts";
import {
  everShopRows,
  prestaShopRows,
  shopifyRows,
  squarespaceRows,
  tableOf,
  wooRows,
  writeExport,
} from "../../../tests/support/shop-exports.ts";
import { readChanges } from "../../changes/change-log.ts";
import { findRedirect, readRedirects, saveRedirect } from "../../redirects/redirects.ts";
import { undoAct } from "../../undo/undo-act.ts";
import { readCategories } from "../categories.ts";
import { readProduct } from "../lists/read-products.ts";
import { readPastImports } from "../past-imports/past-imports.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { findDrafts, readDraft } from "../products/draft-products.ts";
import { importCatalog } from "./import-catalog.ts";
import { previewImport } from "./import-preview.ts";

const openShop = async () => connect(await createDatabase("sqlite")).db;

async function preview(db: Database, content: string | Buffer, name?: string) {
  const told = await previewImport(db, await writeExport(content, name));
  return { ...told, export: told.notes.export };
}

/** Imports an export. @returns its products in the catalog's order */
async function load(db: Database, content: string | Buffer, name?: string) {
  await importCatalog(db, await writeExport(content, name), { acceptWarnings: true });
  const ids = await db.selectFrom("products").select("id").orderBy("position").execute();
  return Promise.all(ids.map(async ({ id }) => ({ ...(await readProduct(db, id)) })));
}

const description = "Myk & **varm** Tröje.\n\n- 100 % ull\n- Vask på 30°";

forEnginesInTurns((openDatabase) => {
  test.each([false, true])("Shopify's export becomes groups of siblings, with its new names too: %s", async (isNew) => {
    const { db } = await openDatabase();
    const content = tableOf(shopifyRows({ isNew }));
    const { counts, export: told } = await preview(db, content);
    expect(counts).toEqual({ new: 240, changed: 0, removed: 0, unchanged: 0 });
    expect(told).toMatchObject({ shop: "Shopify", products: 30, variants: 240, leftOut: [], decisions: [] });
    expect(told?.columns).toContainEqual({ column: isNew ? "Product image URL" : "Image Src", becomes: "Gallery" });
    expect(told?.unused).toEqual(["Google Shopping / Gender"]);
    const products = await load(db, content);
    expect(products.map(({ id }) => id).slice(0, 3)).toEqual([
      "troje-fjaer-1",
      "troje-fjaer-1-bla-m",
      "troje-fjaer-1-bla-l",
    ]);
    const [front, back] = [1, 2].map((number) => `https://cdn.example/troje-fjaer-1-${number}.jpg?v=1`);
    expect(products[5]).toMatchObject({
      ...{ id: "troje-fjaer-1-rod-m", title: "Tröje “Fjær” 1", group: "troje-fjaer-1" },
      ...{ options: { Farge: "Rød", Størrelse: "M" }, sku: "F1-R-M", gtin: "07350053850019", weightGrams: 250 },
      ...{ priceCents: 10050, compareAtCents: 15050, stock: 1, brand: "Fjær & Co", category: "troje", description },
      ...{ tags: ["ull", "“høst”", "Ny"], images: [back, front], thumbnail: back, imageAlts: ["", "Forfra"] },
      ...{ seoTitle: "Tröje “Fjær” 1 | Fjær", seoDescription: "Myk og varm" },
    });
    expect((await readCategories(db)).find(({ slug }) => slug === "troje")).toMatchObject({
      name: "Tröje",
      inMenu: true,
    });
    expect((await preview(db, content)).counts).toEqual({ new: 0, changed: 0, removed: 0, unchanged: 240 });
  });

  test("WooCommerce's variations become siblings of their parent, wherever the file has it", async () => {
    const { db } = await openDatabase();
    const content = `\uFEFF${tableOf(wooRows())}`;
    const { export: told } = await preview(db, content);
    expect(told).toMatchObject({ shop: "WooCommerce", products: 30, variants: 240, leftOut: [], decisions: [] });
    expect(told?.unused).toEqual(["Is featured?", "Tax status"]);
    const products = await load(db, content);
    expect(products).toHaveLength(240);
    const [front, back] = [1, 2].map((number) => `https://old.example/wp-content/troje-fjaer-1-${number}.jpg`);
    expect(products[5]).toMatchObject({
      ...{ id: "troje-fjaer-1-rod-m", title: "Tröje “Fjær” 1", group: "troje-fjaer-1" },
      ...{ options: { Farge: "Rød", Størrelse: "M" }, sku: "F1-R-M", gtin: "4006381333931", weightGrams: 250 },
      ...{ stock: 1, category: "troje", description: `Kort fortalt\n\n${description}` },
      ...{ tags: ["ull", "Ny", "Salg & tilbud"], images: [back, front], thumbnail: back },
    });
    const row = db.selectFrom("products").select(["priceCents", "saleCents", "saleEndsAt"]);
    expect(await row.where("id", "=", "troje-fjaer-1").executeTakeFirst()).toMatchObject({ saleCents: 8050 });
    expect((await readCategories(db)).find(({ slug }) => slug === "troje")).toMatchObject({ parent: "klaer" });
    expect((await preview(db, content)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 240 });
  });

  test("Squarespace's variants below a product become its siblings", async () => {
    const { db } = await openDatabase();
    const content = tableOf(squarespaceRows());
    const { export: told } = await preview(db, content);
    expect(told).toMatchObject({
      shop: "Squarespace",
      products: 30,
      variants: 240,
      leftOut: [],
      unused: ["Variant ID [Non Editable]", "Weight"],
    });
    const products = await load(db, content);
    expect(products).toHaveLength(240);
    const pictures = [1, 2].map((number) => `https://images.example/troje-fjaer-1-${number}.jpg`);
    expect(products[5]).toMatchObject({
      ...{
        id: "troje-fjaer-1-rod-m",
        group: "troje-fjaer-1",
        options: { Farge: "Rød", Størrelse: "M" },
        sku: "F1-R-M",
      },
      ...{
        title: "Tröje “Fjær” 1",
        description,
        category: "troje",
        tags: ["ull", "Ny", "tilbud"],
        images: pictures,
        stock: 1,
      },
    });
    expect(products[8]).toMatchObject({ stock: 100 });
    expect((await preview(db, content)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 240 });
  });

  test("PrestaShop's combinations become siblings, with prices and weights of their own", async () => {
    const { db } = await openDatabase();
    const content = tableOf(prestaShopRows(), [], ";");
    const { export: told } = await preview(db, content);
    expect(told).toMatchObject({ shop: "PrestaShop", products: 30, variants: 240, leftOut: [], decisions: [] });
    const products = await load(db, content);
    expect(products).toHaveLength(240);
    expect(products[7]).toMatchObject({
      ...{
        id: "troje-fjaer-1-rod-xl",
        group: "troje-fjaer-1",
        options: { Farge: "Rød", Størrelse: "XL" },
        sku: "F1-R-XL",
      },
      ...{ gtin: "4006381333931", weightGrams: 250, stock: 1, brand: "Fjær & Co", imageAlts: ["Forfra", "Bakfra"] },
      ...{ description: `Kort fortalt\n\n${description}`, category: "troje", seoTitle: "Tröje “Fjær” 1 | Fjær" },
    });
    const row = db.selectFrom("products").select(["saleCents", "usualCompareAtCents"]);
    expect(await row.where("id", "=", "troje-fjaer-1-rod-xl").executeTakeFirst()).toMatchObject({ saleCents: 8840 });
    expect((await preview(db, content)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 240 });
  });

  test("EverShop's products of one group become siblings with their own addresses", async () => {
    const { db } = await openDatabase();
    const content = tableOf(everShopRows());
    const { export: told } = await preview(db, content);
    expect(told).toMatchObject({ shop: "EverShop", products: 30, variants: 240, leftOut: [], unused: [] });
    const products = await load(db, content);
    expect(products).toHaveLength(240);
    expect(products[5]).toMatchObject({
      ...{
        id: "troje-fjaer-1-rod-m",
        group: "troje-fjaer-1-bla-s",
        options: { Color: "Rød", Size: "M" },
        sku: "F1-R-M",
      },
      ...{ weightGrams: 250, stock: 1, description, category: "troje", seoTitle: "Tröje “Fjær” 1 | Fjær" },
    });
    expect((await preview(db, content)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 240 });
  });

  test("a later export changes only what changed, and siblings keep their IDs", async () => {
    const { db } = await openDatabase();
    const rows = shopifyRows().slice(0, 8);
    await load(db, tableOf(rows));
    const [first = {}, second = {}, third = {}, ...others] = rows;
    const later = [
      // The first variant is gone, another comes before the rest, and a price changes.
      { ...first, "Option2 Value": "XXS", "Variant SKU": "F1-B-XXS" },
      second,
      { ...third, "Variant Price": "90.00" },
      ...others,
    ];
    const { counts, rows: told } = await preview(db, tableOf(later));
    expect(counts).toMatchObject({ new: 1, changed: 1, unchanged: 6 });
    expect(told.map(({ id, what }) => [id, what])).toEqual([
      ["troje-fjaer-1-bla-xxs", "new"],
      ["troje-fjaer-1-bla-l", "price"],
    ]);
  });
});

test("what can't be sold here is left out, and counted by its reason", async () => {
  const [row = {}] = shopifyRows();
  const single = {
    ...row,
    Title: "Cup",
    "Option1 Name": "Title",
    "Option1 Value": "Default Title",
    "Option2 Name": "",
    "Option2 Value": "",
  };
  const rows = [
    single,
    { ...single, Handle: "a", Status: "archived", Title: "Red mug" },
    { ...single, Handle: "b", Status: "archived", Title: "Blue mug" },
    { ...single, Handle: "d", "Gift Card": "true" },
    { ...single, Handle: "e", Published: "false" },
  ];
  const db = await openShop();
  const { export: told } = await preview(db, tableOf(rows));
  expect(told).toMatchObject({ products: 1, variants: 1 });
  expect(told?.leftOut).toEqual([
    { reason: "archived products", count: 2, titles: ["Red mug", "Blue mug"] },
    { reason: "gift cards", count: 1, titles: ["Cup"] },
    { reason: "products that aren't published", count: 1, titles: ["Cup"] },
  ]);
  const products = await load(db, tableOf(rows));
  expect(products).toHaveLength(1);
  expect(products[0]).not.toHaveProperty("group");
  expect(products[0]).not.toHaveProperty("options");
});

forEachEngine((openDatabase) => {
  test("drafts of another shop come in as drafts, and a second import changes them as the file says", async () => {
    const { db } = await openDatabase();
    const [row = {}] = shopifyRows();
    const [sold, other] = [1, 2].map((number) => ({ ...row, Handle: `sold-${number}`, Title: `Sold ${number}` }));
    const draft = { ...row, Handle: "mug", Title: "Red mug", Status: "draft", Published: "false", Type: "Mugs" };
    const sizes = ["S", "M"].map((size) => ({ ...draft, "Option2 Value": size, "Variant Price": "" }));
    const content = tableOf([sold ?? {}, ...sizes, other ?? {}]);
    const told = await preview(db, content);
    expect(told).toMatchObject({ counts: { new: 4 }, newDrafts: 2, export: { leftOut: [], drafts: { count: 1 } } });
    expect(told.rows.map(({ what }) => what)).toEqual(["new", "new draft", "new draft", "new"]);
    const importFile = async (text: string) => {
      const by = { actor: "ada@example.com", name: "products.csv", at: new Date() };
      return importCatalog(db, await writeExport(text), { by });
    };
    expect(await importFile(content)).toBe(4);
    const groups = (await findDrafts(db, { text: "group:mug", skip: 0, limit: 9 })).products;
    expect(groups.map(({ id, priceCents, category }) => [id, priceCents, category])).toEqual([
      ["mug", 0, "mugs"],
      ["mug-bla-m", 0, "mugs"],
    ]);
    expect(await readProduct(db, "mug")).toBeUndefined();
    // An empty category would only disappoint in the menu.
    expect((await readCategories(db)).map(({ slug, inMenu }) => [slug, inMenu])).toContainEqual(["mugs", false]);
    const actions = (await readChanges(db, { limit: 9 })).map(({ subject, action }) => `${subject} ${action}`);
    expect(actions).toContain("mug added as a draft");
    expect((await preview(db, content)).counts).toEqual({ new: 0, changed: 0, removed: 0, unchanged: 4 });
    await importFile(tableOf([{ ...sizes[0], Title: "Blue mug" }]));
    expect((await readDraft(db, "mug"))?.title).toBe("Blue mug");
    for (let imports = 2; imports > 0; imports--) {
      const [past] = (await readPastImports(db)).filter(({ undoneAt }) => undoneAt === null);
      await undoAct({ db, now: () => new Date() }, past?.id ?? "", "ada@example.com");
      expect((await readDraft(db, "mug"))?.title).toBe(imports === 2 ? "Red mug" : undefined);
    }
    expect(await readDraft(db, "mug-bla-m")).toBeUndefined();
    expect((await readCategories(db)).some(({ slug }) => slug === "mugs")).toBe(false);
  });
});

test("a product on sale or archived here stays that, though another shop's file has it as a draft", async () => {
  const db = await openShop();
  const [row = {}] = shopifyRows();
  const rows = ["sold", "archived"].map((handle) => ({ ...row, Handle: handle, Title: handle }));
  await load(db, tableOf(rows));
  await archiveProduct({ db, now: () => new Date() }, "archived", "ada@example.com");
  const drafts = tableOf(rows.map((each) => ({ ...each, Status: "Draft", "Variant Price": "12.00" })));
  const told = await preview(db, drafts);
  expect(told).toMatchObject({ counts: { new: 0, changed: 1, unchanged: 1 }, newDrafts: 0 });
  expect(told.notes.remarks.slice(0, 2)).toEqual([
    "Drafts in the file that are on sale here, and stay on sale. Archive them to stop: sold",
    "Drafts in the file that are archived here, and stay archived: archived",
  ]);
  const products = await load(db, drafts);
  expect(products.map(({ id, priceCents, category }) => [id, priceCents, category])).toEqual([["sold", 1200, "troje"]]);
  expect((await findDrafts(db, { skip: 0, limit: 9 })).products).toEqual([]);
});

test("WooCommerce's drafts come in without a price and without a sale", async () => {
  const db = await openShop();
  const simple = { Type: "simple", Published: -1, Name: "Lue", "In stock?": 1 };
  const rows = [
    { ID: 1, SKU: "a", ...simple, "Regular price": "" },
    { ID: 2, SKU: "b", ...simple, Name: "Skjerf", "Regular price": 10, "Sale price": 8 },
  ];
  const { export: told } = await preview(db, tableOf(rows));
  expect(told?.decisions).toContainEqual({ decision: "no sale, because drafts have none", count: 1 });
  await load(db, tableOf(rows));
  const { products } = await findDrafts(db, { skip: 0, limit: 9 });
  expect(products.map(({ title, priceCents }) => [title, priceCents])).toEqual([
    ["Lue", 0],
    ["Skjerf", 1000],
  ]);
  expect((await preview(db, tableOf(rows))).counts).toMatchObject({ changed: 0, unchanged: 2 });
});

test("WooCommerce's external, grouped, downloadable, hidden and unpublished products are left out", async () => {
  const simple = { Type: "simple", Published: 1, Name: "Lue", "Regular price": 10, "In stock?": 1 };
  const rows = [
    { ID: 1, SKU: "a", ...simple },
    { ID: 2, SKU: "b", ...simple, Type: "external" },
    { ID: 3, SKU: "c", ...simple, Type: "grouped" },
    { ID: 4, SKU: "d", ...simple, Type: "simple, downloadable, virtual" },
    { ID: 5, SKU: "e", ...simple, Published: 0 },
    { ID: 6, SKU: "f", ...simple, "Visibility in catalog": "hidden" },
    { ID: 7, SKU: "g", ...simple, Type: "subscription" },
    { ID: 8, SKU: "h", ...simple, "Regular price": "" },
    { ID: 9, SKU: "i", ...simple, Type: "variation", Parent: "nothing" },
  ];
  const db = await openShop();
  const { export: told, counts } = await preview(db, tableOf(rows));
  expect(counts.new).toBe(1);
  expect(told?.leftOut.map(({ reason }) => reason)).toEqual([
    "external products, which another site sells",
    "grouped products",
    "downloads",
    "private products",
    "products hidden from the catalog",
    "products of the type “subscription”",
    "products without a price",
    "variations whose product isn't in the file",
  ]);
});

test("stock that isn't counted starts with 100, and stays what it is here", async () => {
  const db = await openShop();
  const [row = {}] = shopifyRows();
  const variants = [
    { "Variant Inventory Tracker": "", "Variant Inventory Qty": 0 },
    { "Variant Inventory Qty": -3 },
    { "Variant Inventory Qty": -3, "Variant Inventory Policy": "continue" },
    { "Variant Inventory Qty": "1,250" },
  ];
  const content = tableOf(variants.map((variant, index) => ({ ...row, ...variant, "Option2 Value": `${index}` })));
  expect((await preview(db, content)).export?.decisions).toEqual([
    { decision: "100 in stock to begin with, because the file has no number", count: 2 },
  ]);
  expect((await load(db, content)).map(({ stock }) => stock)).toEqual([100, 0, 100, 1250]);
  await db.updateTable("products").set({ stock: 97 }).where("stock", "=", 100).execute();
  expect((await preview(db, content)).counts.unchanged).toBe(4);
});

test("an export is read whatever its encoding, separators, capitals, order of columns and empty lines", async () => {
  const rows = shopifyRows().slice(0, 8);
  const text = tableOf(rows);
  const columns = Object.keys(rows[0] ?? {}).toReversed();
  const [head = "", ...lines] = text.split("\r\n");
  const forms: [string | Buffer, string?][] = [
    [`\uFEFF${text}`],
    [tableOf(rows, columns, ";")],
    [Buffer.from(`\uFEFF${tableOf(rows, [])}`, "utf16le")],
    [Buffer.from(text.replaceAll(/[“”]/g, '""'), "latin1")],
    [[head.toUpperCase(), "", ...lines.flatMap((line) => [line, ""])].join("\n").replaceAll(/,+\n/g, "\n")],
  ];
  for (const [content, name] of forms) {
    const products = await load(await openShop(), content, name);
    expect(products).toHaveLength(8);
    expect(products[5]).toMatchObject({
      id: "troje-fjaer-1-rod-m",
      options: { Farge: "Rød", Størrelse: "M" },
      priceCents: 10050,
    });
  }
});

test.each([
  [
    { "Variant Price": "ten" },
    'Product 2 (line 5, id "troje-fjaer-1-bla-m", "Tröje “Fjær” 1"): price must be a number such as 12.50, but got "ten"',
  ],
  [{ "Variant Price": "" }, 'Product 2 (line 5, id "troje-fjaer-1-bla-m", "Tröje “Fjær” 1"): price is missing'],
  [{ Handle: "other" }, 'Product 8 (line 5, id "other"): title is missing'],
])("a bad row is named by its line: %j", async (change, message) => {
  const rows = shopifyRows().slice(0, 8);
  const content = tableOf(rows.map((row, index) => (index === 1 ? { ...row, ...change } : row)));
  await expect(importCatalog(await openShop(), await writeExport(content))).rejects.toThrow(message);
});

test("rows of a product may be far apart, and one that repeats a variant is left out with a warning", async () => {
  const rows = shopifyRows().slice(0, 16);
  const [first = {}] = rows;
  const mixed = [...rows.filter((_, index) => index % 2 === 0), ...rows.filter((_, index) => index % 2 === 1), first];
  const db = await openShop();
  const { notes, counts } = await preview(db, tableOf(mixed));
  expect(counts.new).toBe(16);
  expect(notes.warnings).toEqual(["line 22: it repeats the variant on line 2, and is left out"]);
});

test("variants' IDs give way to the handles of other products", async () => {
  const [row = {}, second = {}] = shopifyRows();
  const single = { ...row, Handle: "troje-fjaer-1-bla-m", "Option1 Value": "Default Title", "Option2 Value": "" };
  const products = await load(await openShop(), tableOf([row, second, single]));
  expect(products.map(({ id, options }) => [id, options?.Størrelse])).toEqual([
    ["troje-fjaer-1", "S"],
    ["troje-fjaer-1-bla-m-2", "M"],
    ["troje-fjaer-1-bla-m", undefined],
  ]);
});

test("an export that only has prices changes those of products that the shop has", async () => {
  const db = await openShop();
  await load(db, tableOf(shopifyRows().slice(0, 8)));
  const rows = shopifyRows()
    .slice(0, 8)
    .map(({ Handle, ...row }) => ({
      ...{
        Handle: Handle ?? "",
        "Option1 Name": "Farge",
        "Option1 Value": row["Option1 Value"] ?? "",
        "Option2 Name": "Størrelse",
      },
      ...{ "Option2 Value": row["Option2 Value"] ?? "", "Variant Price": "1,299.00" },
    }));
  const { counts, rows: told } = await preview(db, tableOf(rows));
  expect(counts).toMatchObject({ changed: 8 });
  expect(new Set(told.map(({ what, after }) => `${what} ${after}`))).toEqual(new Set(["price 1299.00"]));
});

test("variations that share their parent's stock or fit any size are sold once", async () => {
  const parent = {
    Type: "variable",
    Name: "Lue",
    Published: 1,
    "Attribute 1 name": "Farge",
    "Attribute 1 value(s)": "Blå, Rød",
  };
  const sizes = { "Attribute 2 name": "Size", "Attribute 2 value(s)": "S, M" };
  const variation = {
    Type: "variation",
    Published: 1,
    "In stock?": 1,
    "Regular price": "10",
    "Attribute 1 name": "Farge",
  };
  const rows = [
    { ID: 1, ...parent, Stock: 5 },
    { ID: 2, ...variation, Parent: "id:1", Stock: "parent", "Attribute 1 value(s)": "Blå" },
    { ID: 3, ...variation, Parent: "id:1", Stock: "parent", "Attribute 1 value(s)": "Rød" },
    { ID: 4, ...parent, ...sizes, Name: "Vott" },
    { ID: 5, ...variation, Parent: "id:4", "Attribute 1 value(s)": "Blå", "Attribute 2 name": "Size" },
    { ID: 6, ...variation, Parent: "id:4", "Attribute 1 value(s)": "Rød", "Attribute 2 name": "Size", Stock: 4 },
  ];
  const db = await openShop();
  const products = await load(db, tableOf(rows));
  expect(products.map(({ id, stock }) => [id, stock])).toEqual([
    ["lue", 3],
    ["lue-rod", 2],
    ["vott", 100],
    ["vott-bla-m", 100],
    ["vott-rod", 4],
  ]);
});

test("a shop's own file with some of these columns is still its own", async () => {
  const db = await openShop();
  await importRecords(db, catalogRecords(1));
  const { notes, counts } = await preview(
    db,
    "id,title,description,category,price,stock,Handle,Vendor,Type,SKU,Name\np9,A,,home,1,1,a,b,c,d,e\n",
  );
  expect(notes.export).toBeUndefined();
  expect(counts.new).toBe(1);
});

test("PrestaShop's own sample, its list of products and its file of combinations are known", async () => {
  const list =
    "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position\n1;https://old.example/1.jpg;Mug;demo_1;Home Accessories;€9.92;€11.90;300;1;0\n";
  const db = await openShop();
  expect(await load(db, list)).toMatchObject([
    { id: "mug", priceCents: 1190, stock: 300, category: "home-accessories", sku: "demo_1" },
  ]);
  const combinations =
    "Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Quantity\n1;Color:color:0;Blue:0;10\n";
  await expect(importCatalog(db, await writeExport(combinations))).rejects.toThrow(
    "This is PrestaShop's file of combinations",
  );
});

test("Squarespace's gift cards, downloads and hidden products are left out", async () => {
  const row = { "Product Page": "shop", "Product URL": "a", Title: "A", Price: "10", Stock: 1 };
  const types = ["GIFT_CARD", "DIGITAL", "PHYSICAL"].map((type) => ({
    ...row,
    "Product Type [Non Editable]": type,
    Visible: "No",
  }));
  const { export: told } = await preview(await openShop(), tableOf([row, ...types]));
  expect(told?.leftOut.map(({ reason }) => reason)).toEqual(["gift cards", "downloads", "hidden products"]);
});

forEnginesInTurns((openDatabase) => {
  test("old addresses become redirects with the import, except those that the shop redirects already", async () => {
    const { db } = await openDatabase();
    const shop = { db, now: () => new Date() };
    await saveRedirect(shop, { from: "/Product/Skjorte-Fjaer-2/", to: "/about" }, "ada@example.com");
    const content = tableOf(wooRows());
    const { export: told } = await preview(db, content);
    // Thirty products, of which one has a redirect, six categories, that which they are in, and the list.
    expect(told?.redirects).toEqual({
      count: 37,
      examples: [
        { from: "/product/troje-fjaer-1", to: "/products/troje-fjaer-1" },
        { from: "/shop", to: "/products" },
        { from: "/product-category/klaer", to: "/products?filter=klaer" },
      ],
    });
    await load(db, content);
    expect(await findRedirect(db, "/product/troje-fjaer-1/?utm_source=x")).toBe("/products/troje-fjaer-1?utm_source=x");
    expect(await findRedirect(db, "/product-category/klaer/troje/")).toBe("/products?filter=troje");
    expect(await findRedirect(db, "/product/skjorte-fjaer-2")).toBe("/about");
    expect((await preview(db, content)).export?.redirects).toEqual({ count: 0, examples: [] });
  });

  test("undoing an import takes its redirects and categories back, too, also more than one step has", async () => {
    const { db } = await openDatabase();
    const shop = { db, now: () => new Date() };
    const by = { actor: "ada@example.com", name: "woo.csv", at: new Date() };
    const before = await readCategories(db);
    const rows = Array.from({ length: 310 }, (_, index) => ({
      ...{ ID: index + 1, Type: "simple", SKU: `s${index}`, Name: `Product ${index}`, Published: 1 },
      ...{ "Regular price": 10, "In stock?": 1, Categories: `Outer ${index % 9} > Inner ${index % 60}` },
    }));
    await importCatalog(db, await writeExport(tableOf(rows)), { acceptWarnings: true, by });
    expect((await readRedirects(db)).length).toBeGreaterThan(310);
    expect((await readCategories(db)).length).toBeGreaterThan(before.length + 60);
    const [past] = await readPastImports(db);
    await undoAct(shop, past?.id ?? "", by.actor);
    expect(await readRedirects(db)).toEqual([]);
    expect(await readCategories(db)).toEqual(before);
  });

  test("collections of Shopify, and pages of Squarespace and PrestaShop, lead to where they are now", async () => {
    const { db } = await openDatabase();
    for (const rows of [squarespaceRows(), shopifyRows(), prestaShopRows()]) await load(db, tableOf(rows));
    const leadsTo = (address: string) => findRedirect(db, address);
    expect(await leadsTo("/collections/troje")).toBe("/products?filter=troje");
    expect(await leadsTo("/collections/all")).toBe("/products");
    expect(await leadsTo("/butikk/p/troje-fjaer-1")).toBe("/products/troje-fjaer-1");
    expect(await leadsTo("/butikk?category=Tr%C3%B6je")).toBe("/products?filter=troje");
    expect(await leadsTo("/troje/1-troje-fjaer-1.html")).toBe("/products/troje-fjaer-1");
    expect(await leadsTo("/1-troje-fjaer-1.html")).toBe("/products/troje-fjaer-1");
  });
});

test("more variants than any shop has are refused by the product's line", async () => {
  const rows = Array.from({ length: 2501 }, (_, index) => ({
    Handle: "tee",
    Title: "Tee",
    "Option1 Name": "Nr",
    "Option1 Value": index,
    "Variant Price": 1,
  }));
  await expect(importCatalog(await openShop(), await writeExport(tableOf(rows)))).rejects.toThrow(
    'Product 1 (line 2, "Tee"): it has more than 2,500 variants',
  );
});

test("weights without a zero, protocol-less pictures, unknown barcodes and notes below the products are no faults", async () => {
  const [row = {}] = shopifyRows();
  const odd = {
    "Variant Grams": ".5",
    "Variant Barcode": "123",
    "Variant Image": "//cdn.example/a.jpg",
    "Product Category": "2271",
    Type: "",
  };
  const db = await openShop();
  const content = tableOf([{ ...row, ...odd }, { Handle: "Note: delete this line" }]);
  expect((await preview(db, content)).export).toMatchObject({
    leftOut: [{ reason: "rows with nothing but a handle", count: 1, titles: [] }],
    decisions: [
      { decision: "no barcode, because it isn't a GTIN of 8, 12, 13 or 14 digits", count: 1 },
      { decision: "category “Other”, because the file has none", count: 1 },
    ],
  });
  expect(await load(db, content)).toMatchObject([
    { weightGrams: 0.5, thumbnail: "https://cdn.example/a.jpg", category: "other" },
  ]);
});

test("WooCommerce's attributes of a product without variants are listed in its description", async () => {
  const facts = {
    "Attribute 1 name": "Materiale",
    "Attribute 1 value(s)": "Ull, Bomull & <lin>",
    "Attribute 2 name": "Farge",
  };
  const row = { ID: 1, Type: "simple", SKU: "a", Name: "Lue", "Regular price": 10, Description: "Varm", ...facts };
  expect(await load(await openShop(), tableOf([row]))).toMatchObject([
    { description: "Varm\n\n- Materiale: Ull, Bomull & <lin>" },
  ]);
});
