import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { connect, createDatabase } from "../../../tests/support/databases.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { CatalogWarningsError } from "./file-notes.ts";
import { importCatalog } from "./import-catalog.ts";
import { previewImport } from "./import-preview.ts";

async function openShop() {
  const { db } = connect(await createDatabase("sqlite"));
  return db;
}

async function writeCsv(text: string | Buffer) {
  const file = join(await temporaryFolder(), "catalog.csv");
  await writeFile(file, text);
  return file;
}

const head = "id,title,description,category,price,stock";

test.each([
  ["an error cell", { title: "#NAME?" }, "title “#NAME?” is an error of a spreadsheet"],
  ["a German error cell", { category: "#BEZUG!" }, "category “#BEZUG!” is an error"],
  ["a Spanish error cell", { brand: "#¡VALOR!" }, "brand “#¡VALOR!” is an error"],
  ["a Russian error cell", { brand: "#ДЕЛ/0!" }, "brand “#ДЕЛ/0!” is an error"],
  ["an error among tags", { tags: ["tea", "#N/A"] }, "tag “#N/A” is an error"],
  ["an entity", { title: "Salt &amp; pepper" }, "title “Salt &amp; pepper” has &amp;, which shoppers would see"],
  ["tags in a title", { title: "<b>Tea</b>" }, "title “<b>Tea</b>” has HTML tags"],
  ["a program's word for nothing", { brand: "undefined" }, "brand “undefined” is a program's word"],
  ["letters that were damaged before", { title: "BlÃ¥ kopp" }, "title “BlÃ¥ kopp” has damaged letters"],
  ["letters that are lost", { title: "Bl\ufffd kopp" }, "has damaged letters"],
  ["a file's name as a picture", { thumbnail: "mug.jpg" }, "thumbnail “mug.jpg” isn't an address"],
  ["an address without its beginning", { images: ["www.img.example/a.jpg"] }, "images “www.img.example/a.jpg” isn't"],
  ["a list as one picture", { images: ["https://a.example/1.jpg|https://a.example/2.jpg"] }, "is read as 2 pictures"],
])("%s warns, and is saved only once it is accepted", async (_, changes, warning) => {
  const db = await openShop();
  const file = await writeCatalog([catalogRecord(changes)]);
  const { notes } = await previewImport(db, file);
  expect(notes.warnings).toEqual([expect.stringContaining(warning)]);
  await expect(importCatalog(db, file)).rejects.toBeInstanceOf(CatalogWarningsError);
  expect(await db.selectFrom("products").selectAll().execute()).toEqual([]);
  expect(await importCatalog(db, file, { acceptWarnings: true })).toBe(1);
});

test.each([
  { title: "Tea #1!", description: "a < b, Q&A; R&D" },
  { title: "AT&T", brand: "São João", category: "Mens Shirts" },
  { title: "null-modem", description: "100 % #NoFilter" },
])("%j doesn't warn", async (changes) => {
  const { notes } = await previewImport(await openShop(), await writeCatalog([catalogRecord(changes)]));
  expect(notes.warnings).toEqual([]);
});

test("pictures that aren't addresses are left out, and what the product had stays", async () => {
  const db = await openShop();
  await importRecords(db, [catalogRecord()]);
  const file = await writeCatalog([catalogRecord({ thumbnail: "mug.jpg", images: ["a.jpg", "b.jpg"] })]);
  await importCatalog(db, file, { acceptWarnings: true });
  const record = catalogRecord();
  expect(await db.selectFrom("products").select(["thumbnail", "images"]).executeTakeFirst()).toEqual({
    thumbnail: record.thumbnail,
    images: JSON.stringify(record.images),
  });
});

test("a picture's address keeps its commas, and a list is split where the next address begins", async () => {
  const db = await openShop();
  const one = "https://img.example/w_300,h_300/a.jpg";
  const rows = [`a,A,,home,1,1,${one},"${one}"`, `b,B,,home,1,1,,"${one}, ${one},/b.jpg"`].map((row) =>
    row.replace(`,${one},"`, `,"${one}","`),
  );
  await importCatalog(db, await writeCsv([`${head},thumbnail,images`, ...rows].join("\n")));
  const found = await db.selectFrom("products").select(["images"]).orderBy("id").execute();
  expect(found.map(({ images }) => JSON.parse(images))).toEqual([[one], [one, one, "/b.jpg"]]);
});

test("a description's HTML becomes text, and the preview says of which products", async () => {
  const db = await openShop();
  const file = await writeCatalog([catalogRecord({ description: "<p>Soft</p><ul><li>350 ml</li></ul>" })]);
  const { notes } = await previewImport(db, file);
  expect(notes).toMatchObject({ warnings: [], remarks: [expect.stringContaining('(id "coffee", "Filter Coffee")')] });
  await importCatalog(db, file);
  expect(await db.selectFrom("products").select("description").executeTakeFirst()).toEqual({
    description: "Soft\n\n• 350 ml",
  });
});

test("categories that would become one warn by line, and those of the shop are named", async () => {
  const db = await openShop();
  const text = [head, "a,A,,C++,1,1", "b,B,,c++,1,1", "c,C,,C#,1,1", "d,D,,C#,1,1"].join("\n");
  const file = await writeCsv(text);
  const { notes } = await previewImport(db, file);
  expect(notes.warnings).toEqual(["line 4: categories “C++” and “C#” become one, “C++”"]);
  await importCatalog(db, file, { acceptWarnings: true });
  const later = await previewImport(db, await writeCsv(`${head}\ne,E,,C#,1,1`));
  expect(later.notes).toMatchObject({ warnings: [], remarks: ["Category “C#” is the shop's “C++”"] });
});

test("a title of invisible characters is missing, and ids are compared without them", async () => {
  const db = await openShop();
  await importRecords(db, catalogRecords(2));
  await expect(importCatalog(db, await writeCsv(`${head}\nz,\u200b\u200b,,home,1,1`))).rejects.toThrow(
    /title is missing$/,
  );
  expect(await importCatalog(db, await writeCsv("id,stock\np1\u200b,5\n\ufeffp2\u00a0,6\n"))).toBe(2);
  expect(await db.selectFrom("products").select(["id", "stock"]).orderBy("id").execute()).toEqual([
    { id: "p1", stock: 5 },
    { id: "p2", stock: 6 },
  ]);
});

test.each([
  ["by the file's other prices", "a;A;;home;1.299;3\nb;B;;home;9,99;4", [129900, 999], []],
  ["by its other numbers with spaces", "a;A;;home;1.299;3\nb;B;;home;1 234,50;4", [129900, 123450], []],
])("a price such as 1.299 is read %s", async (_, rows, cents, warnings) => {
  const db = await openShop();
  const file = await writeCsv(`${head.replaceAll(",", ";")}\n${rows}\n`);
  expect((await previewImport(db, file)).notes.warnings).toEqual(warnings);
  await importCatalog(db, file);
  const found = await db.selectFrom("products").select("priceCents").orderBy("id").execute();
  expect(found.map(({ priceCents }) => priceCents)).toEqual(cents);
});

test("a stock such as 1.250 warns if no other number of the file tells what it is", async () => {
  const db = await openShop();
  await importRecords(db, catalogRecords(1));
  const file = await writeCsv("id;stock\np1;1.250\n");
  expect((await previewImport(db, file)).notes.warnings).toEqual([
    'Product 1 (line 2, id "p1"): stock “1.250” is read as 1250',
  ]);
  await expect(importCatalog(db, file)).rejects.toBeInstanceOf(CatalogWarningsError);
});

test.each([
  ["a column twice", `${head},Price\na,A,,home,1,1,2`, "it has the column price twice"],
  ["Shopify's columns", "Handle,Title,Body (HTML),Vendor\na,A,,x", "This is a Shopify product export."],
  ["WooCommerce's columns", "ID,Type,SKU,Name,Regular price\n1,simple,x,A,2", "This is a WooCommerce product export."],
  ["more cells than columns", `${head}\na,A,,home,1,1,x`, "this row has 7 cells, but the file has 6 columns"],
])("a file with %s is refused in one sentence", async (_, text, message) => {
  await expect(importCatalog(await openShop(), await writeCsv(text))).rejects.toThrow(message);
});

test("an encoding that the letters tell is named with a line, and another one can be chosen", async () => {
  const db = await openShop();
  const polish = Buffer.from([0xaf, 0xf3, 0xb3, 0x74, 0x79, 0x20, 0x77, 0xb9, 0xbf]);
  const file = await writeCsv(Buffer.concat([Buffer.from(`${head}\na,`), polish, Buffer.from(",,home,1,1\n")]));
  expect((await previewImport(db, file)).notes.encoding).toEqual({
    ...{ name: "windows-1250", isGuess: true },
    sample: "a,Żółty wąż,,home,1,1",
  });
  expect((await previewImport(db, file, { encoding: "windows-1251" })).notes.encoding?.sample).toContain("Їуіty");
});
