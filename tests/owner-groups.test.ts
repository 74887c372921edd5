import sharp from "sharp";
import { expect } from "vitest";
import { addVariants } from "#shop/catalog/groups/add-variants.ts";
import { readSiblings } from "#shop/catalog/groups/read-group.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { ownersGroupAddress } from "../owner/products-address.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

/** An owner's browser, and a group of shirts in two sizes and two colours. */
async function openShirts(running: RunningShop, group: string) {
  const shop = await running.inside();
  const options = ["S", "M"].flatMap((Size) => ["Blå", "Sort"].map((Colour) => ({ Size, Colour })));
  const records = options.map((each) =>
    catalogRecord({ id: `${group}-${each.Size}-${each.Colour}`, title: "Soft shirt", group, options: each, stock: 5 }),
  );
  await importRecords(shop.db, records);
  const browser = await ownerBrowser(running);
  const at = ownersGroupAddress(group);
  const open = async (path = at) => decodeHtml((await (await browser.open(path)).text()).replaceAll("<!-- -->", ""));
  return { shop, browser, at, open, ids: records.map(({ id }) => String(id)) };
}

/** The fields of a page's last form that has a field, as a browser would send them. */
function fieldsOf(html: string, name: string) {
  const form = html.split("<form").find((part) => part.includes(`name="${name}"`)) ?? "";
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const field = /\bname="([^"]*)"/.exec(tag)?.[1];
    const value = /\bvalue="([\s\S]*?)"(?=\s|\/?>)/.exec(tag)?.[1] ?? "";
    if (field && !/type="(checkbox|file)"/.test(tag)) fields[field] = decodeHtml(value);
  }
  for (const [, field = "", choices = ""] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[field] = /value="([^"]*)" selected/.exec(choices)?.[1] ?? /value="([^"]*)"/.exec(choices)?.[1] ?? "";
  return fields;
}

test("one press saves the rows of a group, whatever its name, and a wrong row keeps all as typed", async ({
  shop: running,
}) => {
  const { shop, browser, at, ids } = await openShirts(running, "a/b 100% .data");
  const page = await (await browser.open(at)).text();
  const form = fieldsOf(page, "price-0");
  expect(form).toMatchObject({ "price-0": "9.50", "stock-3": "5", "sku-1": "" });
  const typed = { ...form, "price-0": "12", "stock-1": "-2", "sku-3": "S-3" };
  const wrong = await browser.sendForm(at, { ...typed, "stock-2": "-6" });
  expect(wrong.status).toBe(422);
  const again = await wrong.text();
  expect(again).toContain(`Only 5 of ${ids[2]} in stock`);
  expect(fieldsOf(again, "price-0")).toMatchObject({
    "price-0": "12",
    "stock-1": "-2",
    "stock-2": "-6",
    "sku-3": "S-3",
  });
  expect(await readProduct(shop.db, ids[0] ?? "")).toMatchObject({ priceCents: 950 });
  const saved = await browser.sendForm(at, typed);
  expect([saved.status, saved.headers.get("location")]).toEqual([303, at]);
  expect(await (await browser.open(at)).text()).toContain("Saved: 3 variants");
  const products = await Promise.all(ids.map((id) => readProduct(shop.db, id)));
  expect(products.map((product) => [product?.priceCents, product?.stock, product?.sku ?? ""])).toEqual([
    [1200, 5, ""],
    [950, 3, ""],
    [950, 5, ""],
    [950, 5, "S-3"],
  ]);
});

test("a row that someone else changed is named with both values, and a second save overwrites it", async ({
  shop: running,
}) => {
  const { shop, browser, at, ids } = await openShirts(running, "conflicts");
  const form = fieldsOf(await (await browser.open(at)).text(), "price-0");
  await editProduct(shop, ids[1] ?? "", { original: {}, submitted: { price: "11", stock: "+1" } }, "bo@example.com");
  const refused = await browser.sendForm(at, { ...form, "price-1": "13", "sku-0": "A" });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page.replaceAll("<!-- -->", "")).toContain("Price was “9.50”, now “11.00”, you entered “13”");
  const again = fieldsOf(page, "price-0");
  expect(again).toMatchObject({ "price-1": "13", "stock-1": "6", "sku-0": "A" });
  expect((await browser.sendForm(at, again)).status).toBe(303);
  expect(await readProduct(shop.db, ids[1] ?? "")).toMatchObject({ priceCents: 1300, stock: 6 });
});

test("names are changed for the whole group, values get another order, and variants leave it", async ({
  shop: running,
}) => {
  const { shop, browser, at, open, ids } = await openShirts(running, "names");
  const names = fieldsOf(await (await browser.open(at)).text(), "option-0");
  expect(names).toMatchObject({ group: "names", "option-1": "Colour", "value-1-0": "Blå" });
  const send = (typed: Record<string, string>, step: string, path = at) =>
    browser.sendForm(path, { ...names, ...typed, step });
  const wrong = await send({ "option-0": "colour", "value-1-0": "" }, "rename");
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Another option already has this name");
  const renamed = await send({ group: "named", "option-1": "Color", "value-1-0": "Blue" }, "up 0 1");
  const next = "/owner/products/groups/named";
  expect(renamed.headers.get("location")).toBe(next);
  expect(await open(next)).toContain("M moved up");
  expect(await readProduct(shop.db, ids[0] ?? "")).toMatchObject({
    group: "named",
    options: { Size: "S", Color: "Blue" },
  });
  const order = await shop.db
    .selectFrom("products")
    .select("id")
    .where("group", "=", "named")
    .orderBy("position")
    .execute();
  expect(order.map(({ id }) => id)).toEqual([ids[2], ids[3], ids[0], ids[1]]);
  expect((await browser.open(at)).status).toBe(404);
  const table = fieldsOf(await (await browser.open(next)).text(), "price-0");
  const out = await browser.sendForm(next, [...Object.entries(table), ["step", "takeOut"], ["variant", ids[3] ?? ""]]);
  expect(out.status).toBe(303);
  expect(await readProduct(shop.db, ids[3] ?? "")).not.toHaveProperty("group");
  expect(await open(next)).toContain("3 variants, 15 in stock");
});

test("a picture becomes the main one of all variants in a colour", async ({ shop: running }) => {
  const { shop, browser, at, ids } = await openShirts(running, "pictured");
  const body = new FormData();
  body.set("step", "picture");
  body.set("for", JSON.stringify(["Colour", "Blå"]));
  const blue = { create: { width: 300, height: 300, channels: 3, background: "#224488" } } as const;
  body.set("picture", new File([new Uint8Array(await sharp(blue).png().toBuffer())], "blue.png"));
  expect((await browser.send(at, body)).status).toBe(303);
  const products = await Promise.all(ids.map((id) => readProduct(shop.db, id)));
  expect(products.map((product) => product?.thumbnail.startsWith("/pictures/uploaded/"))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(products[0]?.images).toHaveLength(3);
});

test("malformed forms of a group are refused, and another person's request finds nothing", async ({
  shop: running,
}) => {
  const { browser, at } = await openShirts(running, "guarded");
  for (const original of ["", "[]", '{"rows":[{"id":1}]}', "[".repeat(500), "{".repeat(300_000)])
    expect((await browser.sendForm(at, { original, "price-0": "1" })).status).toBe(400);
  expect((await browser.sendForm(at, { step: "unheard-of" })).status).toBe(400);
  const many = Array.from({ length: 2000 }, (_, index) => [`a${index}`, ""]);
  expect((await browser.sendForm(at, many)).status).toBe(413);
  expect((await fetch(running.url + at)).status).toBe(404);
  expect((await browser.open("/owner/products/groups/nothing")).status).toBe(404);
});

test("missing combinations are shown, and added as they were typed; changed lists are shown again first", async ({
  shop: running,
}) => {
  const { shop, browser, ids } = await openShirts(running, "adding");
  const [first = ""] = ids;
  const at = `/owner/products/variants?product=${encodeURIComponent(first)}`;
  const open = fieldsOf(await (await browser.open(at)).text(), "values1");
  expect(open).toMatchObject({ name1: "Size", values1: "S, M", values2: "Blå, Sort", price: "9.50", stock: "0" });
  const lists = { ...open, values1: "S, M, L" };
  const shown = await browser.sendForm(at, lists);
  expect(shown.status).toBe(200);
  const form = fieldsOf(await shown.text(), "values1");
  expect(form).toMatchObject({ "price-4": "9.50", "stock-5": "0" });
  const changed = await browser.sendForm(at, { ...form, values2: "Blå", step: "add", "make-2": "on" });
  expect(changed.status).toBe(422);
  expect(await changed.text()).toContain("The lists changed. Check the combinations, then add them.");
  const each = { ...form, stock: "7", step: "add", "make-4": "on", "make-5": "on", "stock-5": "3" };
  const eachChanged = await browser.sendForm(at, each);
  expect(eachChanged.status).toBe(422);
  const withEach = await eachChanged.text();
  expect(withEach).toContain("What each has changed. Check the combinations, then add them.");
  expect(fieldsOf(withEach, "values1")).toMatchObject({ "stock-4": "7", "stock-5": "3", "shown-stock": "7" });
  const chosen = { ...form, step: "add", "make-4": "on", "make-5": "on", "stock-4": "8", "price-5": "x" };
  const wrong = await browser.sendForm(at, chosen);
  expect(wrong.status).toBe(422);
  expect(fieldsOf(await wrong.text(), "values1")).toMatchObject({ "stock-4": "8", "price-5": "x" });
  const { "make-5": _, ...right } = chosen;
  const added = await browser.sendForm(at, right);
  expect(added.headers.get("location")).toBe("/owner/products/groups/adding");
  expect(await readProduct(shop.db, "adding-l-bla")).toMatchObject({ stock: 8, options: { Size: "L", Colour: "Blå" } });
  expect((await browser.sendForm(at, { ...right, "make-4": "on" })).status).toBe(422);
  expect((await browser.open("/owner/products/variants?product=nothing")).status).toBe(404);
  expect((await browser.open("/owner/products/variants")).status).toBe(404);
});

test("a new product gets a variant of each combination that its form has shown, and what was typed in a row stays with its values", async ({
  shop: running,
}) => {
  const { shop, browser, open } = await openShirts(running, "taken");
  const at = "/owner/products/new";
  const fields = {
    ...fieldsOf(await open(at), "values1"),
    title: "Knit cap",
    category: "Clothes",
    compareAtPrice: "30",
  };
  const first = { ...fields, price: "20", stock: "4", sku: "CAP", name1: "Colour", values1: "Red, Blue" };
  const shown = await browser.sendForm(at, first);
  expect(shown.status).toBe(422);
  const unseen = await shown.text();
  expect(unseen).toContain("Check the variants below, then save.");
  const form = fieldsOf(unseen, "values1");
  expect(form).toMatchObject({ "price-0": "20", "stock-1": "4", "sku-1": "CAP-BLUE" });

  const drawn = (typed: Record<string, string>) =>
    browser.sendForm(at, { ...form, ...typed, "make-0": "on", "make-1": "on", step: "combinations" });
  const typed = { "price-1": "25", "sku-1": "B", values1: "Red, Sand, Blue", stock: "5" };
  const unfinished = { ...typed, name2: "Size", values2: "" };
  expect(fieldsOf(await (await drawn(unfinished)).text(), "values1")).toMatchObject({ "price-2": "25", "sku-2": "B" });
  const longer = await drawn({ ...typed, name1: "Color", name2: "Size", values2: "S, M" });
  expect(longer.status).toBe(200);
  const long = fieldsOf(await longer.text(), "values1");
  expect(long).toMatchObject({ "price-1": "20", "price-5": "25", "stock-5": "5", "sku-5": "CAP-BLUE-M" });

  const ticked = { ...long, "make-1": "on", "make-4": "on", "make-5": "on" };
  const wrong = await browser.sendForm(at, { ...ticked, "stock-4": "many" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Stock must be a whole number");
  expect(await (await browser.sendForm(at, { ...ticked, group: "taken" })).text()).toContain(
    "Another group already has",
  );
  const saved = await browser.sendForm(at, { ...ticked, "stock-4": "9" });
  expect(saved.headers.get("location")).toBe("/owner/products/groups/knit-cap");
  const made = await readSiblings(shop.db, "knit-cap");
  expect(made.map(({ product: { id, priceCents, stock, sku } }) => [id, priceCents, stock, sku])).toEqual([
    ["knit-cap", 2000, 5, "CAP-RED-M"],
    ["knit-cap-blue-s", 2500, 9, "CAP-BLUE-S"],
    ["knit-cap-blue-m", 2500, 5, "CAP-BLUE-M"],
  ]);
  expect(made.map(({ product: { category, compareAtCents } }) => [category, compareAtCents])).toEqual(
    Array(3).fill(["clothes", 3000]),
  );
  const page = await open("/owner/products/groups/knit-cap");
  expect(page).toContain("Product added with 3 variants");
  const undo = /href="(\/owner\/log\/\d+)"/.exec(page)?.[1] ?? "";
  expect((await browser.sendForm(undo, fieldsOf(await open(undo), "step"))).status).toBe(303);
  expect(await readSiblings(shop.db, "knit-cap")).toEqual([]);
});

test("a product's form takes options in rows and alt texts below pictures, which follow their pictures", async ({
  shop: running,
}) => {
  const { shop, browser, ids } = await openShirts(running, "forms");
  const at = `/owner/products/${encodeURIComponent(ids[0] ?? "")}`;
  const form = fieldsOf(await (await browser.open(at)).text(), "optionName1");
  expect(form).toMatchObject({ group: "forms", optionName1: "Size", optionValue1: "S", optionValue2: "Blå" });
  const save = (typed: Record<string, string>) => browser.sendForm(at, { ...form, ...typed });
  const twice = await save({ optionName3: "Size", optionValue3: "XL" });
  expect(twice.status).toBe(422);
  const page = await twice.text();
  expect(page).toContain("Options must not name an option twice");
  expect(fieldsOf(page, "optionName1")).toMatchObject({ optionName3: "Size", optionValue3: "XL" });
  expect((await save({ optionName3: "", optionValue3: "XL" })).status).toBe(422);
  const alts = { "alt-1": "From the front", "alt-2": "Its collar" };
  await save({ optionName3: "Fit: chest", optionValue3: "Slim", gtin: "4006381333932", ...alts });
  const saved = await (await browser.open(at)).text();
  expect(saved).toContain("Its last digit doesn&#x27;t fit the others.");
  expect(saved).toContain("Fit: chest");
  const options = { Size: "S", Colour: "Blå", "Fit: chest": "Slim" };
  expect(await readProduct(shop.db, ids[0] ?? "")).toMatchObject({ options, imageAlts: Object.values(alts) });
  await browser.sendForm(at, { ...fieldsOf(saved, "optionName1"), step: "first 2" });
  expect(await readProduct(shop.db, ids[0] ?? "")).toMatchObject({ imageAlts: ["Its collar", "From the front"] });
});

test("a group of drafts has its variants as typed, and one press publishes them so, which one undoes", async ({
  shop: running,
}) => {
  const { shop, browser, open } = await openShirts(running, "other");
  const draft = { title: "Drafted cap", price: "9", category: "Clothes", step: "draft" };
  expect((await browser.sendForm("/owner/products/new", draft)).status).toBe(303);
  const options = [
    { name: "Colour", values: "Red, Blue, Sand" },
    { name: "Size", values: "S, M" },
  ];
  const variants = new Map([1, 2, 3, 4, 5].map((index) => [index, { price: "9", stock: "1", sku: "" }]));
  const lists = { group: "caps", options, own: [], variants };
  expect(await addVariants(shop, "drafted-cap", lists, "owner@example.com")).toMatchObject({ group: "caps" });
  const at = ownersGroupAddress("caps");
  const named = (html: string) =>
    Array.from(html.matchAll(/Select Colour: (\w+) · Size: (\w)/g), ([, ...values]) => values.join(" "));
  const typed = ["Red S", "Red M", "Blue S", "Blue M", "Sand S", "Sand M"];
  const table = await open(at);
  expect(named(table)).toEqual(typed);
  expect(table).not.toContain("Change in bulk");
  expect(await open("/owner/products?q=drafted")).toContain("6 drafts match");
  const move = (step: string) => browser.sendForm(at, { ...fieldsOf(table, "option-0"), step });
  expect((await move("down 0 0")).status).toBe(303);
  const moved = await open(at);
  expect(moved).toContain("Red moved down");
  expect(named(moved)).toEqual(["Blue S", "Blue M", "Red S", "Red M", "Sand S", "Sand M"]);
  const undoMove = /href="(\/owner\/log\/\d+)"/.exec(moved)?.[1] ?? "";
  expect((await browser.sendForm(undoMove, { step: "catalog" })).status).toBe(303);
  expect(named(await open(at))).toEqual(typed);

  const selected = (await readSiblings(shop.db, "caps")).map(({ product }): [string, string] => [
    "variant",
    product.id,
  ]);
  const form: [string, string][] = [...Object.entries(fieldsOf(table, "price-0")), ["step", "publish"], ...selected];
  expect((await browser.sendForm(at, form)).status).toBe(303);
  const published = await open(at);
  expect(published).toContain("6 drafts published.");
  expect(named(published)).toEqual(typed);
  const undo = /href="(\/owner\/log\/\d+)"/.exec(published)?.[1] ?? "";
  expect(await open("/owner/log")).toContain("6 drafts published");
  expect((await browser.sendForm(undo, fieldsOf(await open(undo), "step"))).status).toBe(303);
  expect(named(await open(at))).toEqual(typed);
});
