import { expect, test } from "vitest";
import {
  catalogRecord,
  catalogRecords,
  importRecords,
  writeCatalog,
  writeCsv,
} from "../../../../tests/support/catalogs.ts";
import { connect, createDatabase } from "../../../../tests/support/databases.ts";
import { settingsKey } from "../../../changes/read-currency.ts";
import { importCatalog } from "../import-catalog.ts";
import { previewImport } from "../import-preview.ts";
import { CatalogWarningsError } from "./file-notes.ts";

async function openShop() {
  const { db } = connect(await createDatabase("sqlite"));
  return db;
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
  ["half an emoji", { title: "A \ud83d b" }, "title “A \ufffd b” has damaged letters"],
  ["half an emoji in a tag", { tags: ["\ude00 tea"] }, "has damaged letters"],
  ["Russian read as Latin-1", { title: "Ð§Ð°Ð¹" }, "title “Ð§Ð°Ð¹” has damaged letters"],
  ["Russian read as Windows-1251", { title: "Р§Р°Р№" }, "has damaged letters"],
  ["Greek read as Windows-1252", { brand: "Î¤ÏƒÎ¬Î¹" }, "has damaged letters"],
  ["Polish read as Windows-1252", { title: "Åºdźbło" }, "has damaged letters"],
  ["Vietnamese read as Windows-1252", { title: "Trà Viá»‡t" }, "has damaged letters"],
  ["Lithuanian read as Windows-1252", { title: "KaribÅ³ arbata" }, "has damaged letters"],
  ["Turkish read as Windows-1252", { title: "YoÄŸurt" }, "has damaged letters"],
  ["Japanese read as Windows-1252", { title: "æ—¥æœ¬" }, "has damaged letters"],
  ["Thai read as Latin-1", { title: "\u00e0\u00b8\u008a\u00e0\u00b8\u00b2" }, "has damaged letters"],
  ["an emoji read as Windows-1252", { title: "Tea ðŸ˜€" }, "has damaged letters"],
  ["a barcode that a spreadsheet shortened", { title: "1.23E+11" }, "is a number that a spreadsheet shortened"],
  ["one with a comma", { brand: "4,00638E+12" }, "is a number that a spreadsheet shortened"],
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
  {
    title: "CAFÉ® ROSÉ’S",
    brand: "PELÉ™",
    description: "“Café”… 2×½×¼ in, Ø¼, TOMÁŠ, PÍŠŤALA, VÝŠKA, Lukáš, můžeš, 5 µm à 3 €",
  },
  { title: "ЧАЙ «РІСЬ»", brand: "日本", description: "ชา, शहद, Ελλάδα, Łódź, Yoğurt, ДОРОГА РЇ" },
  { title: "Model E+11", brand: "2E", tags: ["12E+"] },
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

test("a description's HTML becomes Markdown, and the preview says of which products", async () => {
  const db = await openShop();
  const file = await writeCatalog([catalogRecord({ description: "<p>Soft</p><ul><li>350 ml</li></ul>" })]);
  const { notes } = await previewImport(db, file);
  expect(notes).toMatchObject({ warnings: [], remarks: [expect.stringContaining('(id "coffee", "Filter Coffee")')] });
  await importCatalog(db, file);
  expect(await db.selectFrom("products").select("description").executeTakeFirst()).toEqual({
    description: "Soft\n\n- 350 ml",
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

test.each([
  ["Hindi vowel signs", "मीठा", "मठ"],
  ["Thai tone marks", "ก้าว", "กาว"],
  ["accents", "Mål", "Mal"],
])("categories that differ in %s warn in either order", async (_, one, other) => {
  const db = await openShop();
  for (const [first, second] of [
    [one, other],
    [other, one],
  ]) {
    const { notes } = await previewImport(db, await writeCsv(`${head}\na,A,,${first},1,1\nb,B,,${second},1,1`));
    expect(notes.warnings).toEqual([`line 3: categories “${first}” and “${second}” become one, “${first}”`]);
  }
});

test("a category's name and its address in one file are one category without a warning", async () => {
  const text = `${head}\na,A,,Møbler & Lamper,1,1\nb,B,,mobler-lamper,1,1\nc,C,,Cafe\u0301s,1,1\nd,D,,Cafés,1,1`;
  expect((await previewImport(await openShop(), await writeCsv(text))).notes.warnings).toEqual([]);
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
  ["id;title;description;category;price;stock\na;A;;home;1;1,5", "stock must be a whole number, but got 1.5"],
  [`${head}\na,A,,home,1,1.250`, 'stock must be a whole number, but got "1.250"'],
  [`${head}\na,A,,home,1_000,1`, 'price must be a number such as 12.50, but got "1_000"'],
  [`${head}\na,A,,home,1,1_000`, 'stock must be a whole number, but got "1_000"'],
])("a number that can't be read is refused as it was typed: %j", async (text, message) => {
  await expect(importCatalog(await openShop(), await writeCsv(text))).rejects.toThrow(message);
});

test.each([
  ["KWD", "1,250", undefined],
  ["KWD", "1.250", 1250],
  ["KWD", "0,250", 250],
  ["KWD", "1,250.000", 1_250_000],
  ["KWD", "1.250,000", 1_250_000],
  ["CLF", "1,250", undefined],
  ["JPY", "1,250", 1250],
  ["JPY", "1.250", undefined],
])("a price in %s of %s is read exactly, or refused with its product and field", async (currency, typed, cents) => {
  const db = await openShop();
  await db
    .insertInto("settings")
    .values({ key: settingsKey, value: JSON.stringify({ currency }) })
    .execute();
  const file = await writeCsv(`${head.replaceAll(",", ";")}\na;A;;home;${typed};1\n`);
  const read = importCatalog(db, file).then(
    () => db.selectFrom("products").select("priceCents").executeTakeFirstOrThrow(),
    (error: Error) => error.message,
  );
  if (cents === undefined) expect(await read).toMatch(/^Product 1 \(line 2, id "a", "A"\): price must/);
  else expect(await read).toEqual({ priceCents: cents });
});

test("a JSON product that has a field twice is refused, and fields that the shop ignores may repeat", async () => {
  const product = JSON.stringify(catalogRecord({ price: 100 })).slice(1, -1);
  const db = await openShop();
  for (const text of [`[{${product},"price":1}]`, `{"products":[{"id":"x","meta":{"price":1},${product}}]}`])
    await expect(importCatalog(db, await writeCatalog(text))).rejects.toThrow(/it has the field (price|id) twice$/);
  const ignored = `[{"reviews":1,"reviews":2,"meta":{"price":1,"price":2},${product}}]`;
  expect(await importCatalog(db, await writeCatalog(ignored))).toBe(1);
});

test.each([
  ["a column twice", `${head},Price\na,A,,home,1,1,2`, "it has the column price twice"],
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
