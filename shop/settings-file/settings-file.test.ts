import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { runOnShop } from "../../tests/support/run-on-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { readChanges } from "../changes/change-log.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { ChangedMeanwhileError } from "../forms/form-errors.ts";
import { exportSettings, importSettings, previewSettings } from "./settings-file.ts";

const actor = "olga@example.com";

const file = {
  settings: { shopName: "Bønner & té", currency: "NOK", countries: "NO, SE" },
  appearance: { accent: "#1e4d40", heroTitle: "Coffee “for all”", statShown1: "" },
  categories: [
    { slug: "tea", name: "Tea", kind: "category", inMenu: "on", description: "One\ntwo", searchWords: "chai, matcha" },
    { slug: "coffee", name: "Coffee", kind: "category" },
    { slug: "organic", name: "Organic", kind: "tag" },
  ],
  synonyms: { synonyms: "cup, mug\ntea, chai latte" },
  pages: [
    { slug: "about", text: "We roast [[where]]" },
    { slug: "terms", title: "Terms", text: "# Terms", isPublic: "on", inFooter: "on" },
    { slug: "draft", title: "Draft", text: "[[open]]" },
  ],
  legalGuarantee: { guaranteeText: "Two years" },
  redirects: [
    { from: "/old", to: "/products?filter=tea" },
    { from: "/Zoo", to: "/pages/terms" },
  ],
  delivery: [
    { name: "Home delivery", price: "4.90", countries: "NO, SE", postcodes: "0001-1299, 50*" },
    { name: "Standard", freeFrom: "50.00", days: "5" },
    { name: "Pickup", pickup: "on", disabled: "on" },
  ],
  pickupPlaces: [
    { option: "Pickup", name: "Oslo", country: "NO", hours: "Mon–Sun 10:00–18:00\nHolidays open" },
    { option: "Pickup", name: "Bergen", note: "Ring the bell" },
  ],
};

forEachEngine((_, engine) => {
  test("a settings file brings everything that owners set up to another shop", async () => {
    const { shop } = await openTestShop(engine);
    await importSettings(shop, JSON.stringify(file), { actor });
    const folder = await temporaryFolder();
    const path = join(folder, "settings.json");
    await runOnShop(shop, "settings", "export", path);
    await expect(runOnShop(shop, "settings", "export", path)).rejects.toThrow("already exists");
    const { shop: other } = await openTestShop(engine);
    expect(await runOnShop(other, "settings", "import", path)).toContain("pages: 3 added, 0 changed, 0 removed");
    const text = await exportSettings(other.db);
    expect(text).toBe(await readFile(path, "utf8"));
    expect(JSON.parse(await runOnShop(other, "settings", "export", "-"))).toEqual(JSON.parse(text));
    expect(JSON.parse(text)).toMatchObject({ ...file, redirects: expect.arrayContaining([file.redirects[0]]) });
    const log = await readChanges(other.db, { limit: 1000 });
    await importSettings(other, text, { actor });
    expect(await readChanges(other.db, { limit: 1000 })).toEqual(log);
    await writeFile(path, " ".repeat(4_000_001));
    await expect(runOnShop(other, "settings", "import", path)).rejects.toThrow("A settings file may have 4 MB");
  });

  test("a file that takes a used category away changes nothing", async () => {
    const { shop } = await openTestShop(engine);
    await importSettings(shop, JSON.stringify(file), { actor });
    await importRecords(shop.db, [catalogRecord({ category: "coffee" })]);
    const before = await exportSettings(shop.db);
    const [tea] = file.categories;
    const without = { settings: { shopName: "Other", currency: "NOK" }, categories: [tea] };
    await expect(importSettings(shop, JSON.stringify(without), { actor })).rejects.toThrow(
      "categories: Coffee: 1 product uses it",
    );
    const tag = { categories: [tea, { slug: "coffee", name: "Coffee", kind: "tag" }] };
    await expect(importSettings(shop, JSON.stringify(tag), { actor })).rejects.toThrow("its kind can't be changed");
    expect(await exportSettings(shop.db)).toBe(before);
  });
});

test("a pickup's text in an earlier version's file becomes its place, and its places stay without one", async () => {
  const { shop } = await openTestShop("sqlite");
  const placesIn = async () => JSON.parse(await exportSettings(shop.db)).pickupPlaces;
  await importSettings(shop, JSON.stringify(file), { actor });
  const [, ...others] = file.delivery;
  await importSettings(shop, JSON.stringify({ delivery: others }), { actor });
  expect(await placesIn()).toMatchObject(file.pickupPlaces);
  const delivery = [{ name: "Home" }, { name: "Pickup", pickup: "on", pickupPlace: "Bryggen 1\nMon–Fri 10–17" }];
  await importSettings(shop, JSON.stringify({ delivery }), { actor });
  expect(await placesIn()).toMatchObject([{ option: "Pickup", name: "Bryggen 1", note: "Mon–Fri 10–17", hours: "" }]);
});

test("a preview names what changes and changes nothing, and an import after another change is refused", async () => {
  const { shop } = await openTestShop("sqlite");
  await importSettings(shop, JSON.stringify(file), { actor });
  const [text, log] = [await exportSettings(shop.db), await readChanges(shop.db, { limit: 1000 })];
  const [tea, coffee] = file.categories;
  const next = JSON.stringify({
    settings: { ...file.settings, shopName: "Te" },
    categories: [{ ...coffee, name: "Kaffe" }, tea],
  });
  const { sections, before } = await previewSettings(shop, next);
  expect(sections).toEqual([
    { name: "settings", added: [], changed: ["shopName"], removed: [] },
    { name: "categories", added: [], changed: ["coffee"], removed: ["organic"] },
  ]);
  expect([await exportSettings(shop.db), await readChanges(shop.db, { limit: 1000 })]).toEqual([text, log]);
  await expect(previewSettings(shop, '{"redirects": [{"from": "/a", "to": "/a"}]}')).rejects.toThrow("redirects: /a: ");
  await importSettings(shop, '{"settings": {"shopName": "Kaia"}}', { actor });
  await expect(importSettings(shop, next, { actor, seen: before })).rejects.toThrow(ChangedMeanwhileError);
  const again = await previewSettings(shop, next);
  await importSettings(shop, next, { actor, seen: again.before });
  expect(JSON.parse(await exportSettings(shop.db))).toMatchObject({ settings: { shopName: "Te" } });
});

const nine = Array.from("abcdefghi", (slug) => ({ slug, name: slug, kind: "category", inMenu: "on" }));

test.each([
  ["[", "The file isn't JSON"],
  ["[".repeat(500_000), "line 1 has more than 32 lists and objects in each other"],
  ["[[]]", "a JSON object with sections"],
  ["ø".repeat(2_000_001), "A settings file may have 4 MB"],
  ["{}", "The file has no section"],
  ['{"__proto__": {}}', "Unknown section “__proto__”"],
  ['{"themes": []}', "Unknown section “themes”"],
  ['{"settings": []}', "settings: use a JSON object"],
  ['{"settings": {"shopName": 7}}', "settings, shopName"],
  ['{"settings": {"constructor": "x"}}', "settings: unknown field “constructor”"],
  ['{"settings": {"shopName": "a\\u0000"}}', "can't be stored"],
  ['{"settings": {"currency": "ABC"}}', "ISO 4217"],
  ['{"settings": {"currency": "JPY"}, "delivery": [{"name": "A", "price": "4.90"}]}', "delivery, record 1, price"],
  ['{"appearance": {"logo": "javascript:alert(1)"}}', "appearance, logo"],
  ['{"synonyms": {"synonyms": "cup, mug\\nmugs, beaker"}}', "synonyms, synonyms: “mugs” is in lines 1 and 2"],
  ['{"pages": {}}', "pages: use a list"],
  ['{"pages": [null]}', "pages, record 1: use a JSON object"],
  ['{"pages": [{"title": "A", "text": "[[x]]", "isPublic": "on"}]}', "pages, record 1, isPublic"],
  ['{"pages": [{"title": "New", "text": "x"}]}', "no page can have the slug new"],
  ['{"pages": [{"title": "A", "text": "x"}, {"title": "A", "text": "y"}]}', "pages, record 2: slug “a” is there twice"],
  [JSON.stringify({ categories: nine }), "categories: i: The menu has room for eight"],
  [JSON.stringify({ categories: [{ slug: "x-a", name: "A", kind: "shelf" }] }), "categories, record 1, kind"],
  ['{"delivery": []}', "delivery: The shop needs at least one delivery option"],
  ['{"delivery": [{"name": "A", "disabled": "on"}]}', "delivery: The shop needs at least one delivery option"],
  ['{"delivery": [{"name": "A", "postcodes": "9-1"}]}', "delivery, record 1, postcodes"],
  ['{"pickupPlaces": [{"option": "Standard", "name": "A"}]}', "pickupPlaces: there is no pickup option “Standard”"],
  ['{"pickupPlaces": [{"option": "A", "name": "B", "hours": "Mon"}]}', "pickupPlaces, record 1, hours: Line 1"],
  ['{"redirects": [{"from": "/a", "to": "https://example.com"}]}', "redirects: /a: Use a path on this shop"],
  ['{"redirects": [{"from": "/a", "to": "/b"}, {"from": "/b", "to": "/a"}]}', "redirects: /b: This redirect"],
  [
    '{"redirects": [{"from": "/a", "to": "/b"}, {"from": "/a/", "to": "/c"}]}',
    "redirects: /a/ and /a are the same address",
  ],
])("the settings file %.60s is refused", async (text, message) => {
  const { shop } = await openTestShop("sqlite");
  const before = await exportSettings(shop.db);
  await expect(importSettings(shop, text, { actor })).rejects.toThrow(message);
  expect(await exportSettings(shop.db)).toBe(before);
});

test("a shop with orders keeps its currency", async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord()]);
  await placeOrder(shop.db, await registerVerified(shop), orderOf([["coffee", 1]]), shop.now());
  await expect(importSettings(shop, '{"settings": {"currency": "NOK"}}', { actor })).rejects.toThrow(
    "settings: the shop has orders, so its currency can't change",
  );
});
