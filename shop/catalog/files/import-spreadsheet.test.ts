import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEnginesInTurns } from "../../../tests/support/databases.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { duplicateProduct } from "../products/add-product.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { exportCatalog } from "./export-catalog.ts";
import { importCatalog } from "./import-catalog.ts";
import { previewImport } from "./import-preview.ts";
import { csvColumnNames } from "./reading/catalog-columns.ts";

/** Writes a spreadsheet, removed after the test. */
async function write(content: string | Buffer, name = "catalog.csv") {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

function productsOf(db: Database) {
  return db.selectFrom("products").selectAll().orderBy("position").execute();
}

/** Each byte is a character that Windows-1252 and Unicode share. */
function latin1(text: string) {
  return Buffer.from(text, "latin1");
}

forEnginesInTurns((openDatabase) => {
  test.each([
    [
      "id,stock\np2,7\np1,0\n",
      { stock: 7, availabilityStatus: "In Stock" },
      { stock: 0, availabilityStatus: "Out of Stock" },
    ],
    ["id;price\np2;1.234,50\np1;9,99\n", { priceCents: 123450 }, { priceCents: 999 }],
    ['\uFEFF"ID"\t"Stock"\r\n"p2"\t"3"\r\n"p1"\t""\r\n', { stock: 3, availabilityStatus: "Low Stock" }, {}],
  ])("a file with the id and one column changes just that: %j", async (text, second, first) => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(3));
    const [p1, p2, p3] = await productsOf(db);
    const { counts, onlyColumns, order } = await previewImport(db, await write(text));
    expect([counts.changed, onlyColumns?.length, order]).toEqual([Object.keys(first).length > 0 ? 2 : 1, 2, undefined]);
    expect(await importCatalog(db, await write(text))).toBe(2);
    expect(await productsOf(db)).toEqual([
      { ...p1, ...first, version: expect.anything() },
      { ...p2, ...second, version: expect.anything() },
      p3,
    ]);
  });

  test("ids that nothing can be changed by are named with their lines, and nothing is changed", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "007" }), catalogRecord({ id: "gone" }), catalogRecord()]);
    await archiveProduct({ db, now: () => new Date() }, "gone", "ada@example.com");
    const before = await productsOf(db);
    const file = await write("id;stock\ncoffee;1\ntea;2\n7;3\n1,23E+12;4\ngone;5\n");
    await expect(importCatalog(db, file)).rejects.toMatchObject({
      problems: [
        "Unknown ID: tea (line 3)",
        'Product 3 (line 4, id "7"): no product has this id, but one has "007". Format the id column as text before you save the file',
        'Product 4 (line 5, id "1,23E+12"): a spreadsheet shortened this id to a power of ten. Format the id column as text before you save the file',
        expect.stringMatching(/^Product 5 \(line 6, id "gone"\): this product is archived\. To sell it again, /),
      ],
    });
    expect(await productsOf(db)).toEqual(before);
  });

  test("a file that can't add products names unknown ids, at most ten; one that nearly can names the columns it lacks", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(1));
    const before = await productsOf(db);
    const rows = Array.from({ length: 14 }, (_, index) => `p${index + 1},7,3`);
    const ids = Array.from({ length: 10 }, (_, index) => `p${index + 2} (line ${index + 3})`);
    const many = importCatalog(db, await write(["id,price,stock", ...rows].join("\n")));
    await expect(many).rejects.toThrow(`Unknown IDs: ${ids.join(", ")} and 3 more`);
    const renamed = importCatalog(db, await write("id,title\np1,Tea\np0,Milk\n"));
    await expect(renamed).rejects.toThrow(/^Unknown ID: p0 \(line 3\)$/);
    const added = importCatalog(db, await write("id,title,price,description\np2,Tea,3,\n"));
    await expect(added).rejects.toThrow(
      /^Product 1 \(line 2, id "p2"\): no product has this id\. A new product also needs the columns category, stock$/,
    );
    expect(await productsOf(db)).toEqual(before);
  });

  test("an export that is imported again changes nothing", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [
      ...catalogRecords(3),
      catalogRecord({ id: "bare", images: [], tags: [], compareAtPrice: 20 }),
    ]);
    const before = await productsOf(db);
    for (const format of ["csv", "json"] as const) {
      let text = "";
      for await (const part of exportCatalog(db, format)) text += part;
      const file = await write(text, `catalog.${format}`);
      expect(await previewImport(db, file)).toMatchObject({ rows: [], counts: { unchanged: 4 }, order: undefined });
      await importCatalog(db, file);
      expect(await productsOf(db)).toEqual(before);
    }
  });

  test.each(["csv", "json"])(
    "a %s file needs only six fields: new products get the defaults of the form, all others keep what they have",
    async (format) => {
      const { db } = await openDatabase();
      await importRecords(db, [catalogRecord(), catalogRecord({ id: "mug", stock: 40 })]);
      await archiveProduct({ db, now: () => new Date() }, "mug", "ada@example.com");
      const [coffee] = await productsOf(db);
      const six = (id: string, stock: number) => ({ id, title: "Tea", description: "", category: "groceries", stock });
      const records = [
        ...[six("tea", 0), six("milk", 5), six("jam", 6)],
        ...[six("coffee", 4), six("mug", 40)].map((record) => ({ ...record, brand: "Bakklandet" })),
      ].map((record) => ({ ...record, price: 9.5 }));
      const columns = ["id", "title", "description", "category", "price", "stock"];
      const lines = records.map((record: Record<string, unknown>) => columns.map((name) => record[name]).join());
      const text = format === "csv" ? [columns.join(), ...lines].join("\n") : JSON.stringify(records);
      expect(await importCatalog(db, await write(text, `six.${format}`))).toBe(5);
      const added = {
        ...{ brand: null, tags: "[]", discountPercentage: 0, minimumOrderQuantity: 1, vatRate: null },
        ...{ rating: 0, thumbnail: "/no-picture.svg", images: "[]", compareAtCents: null },
      };
      const { brand, tags, discountPercentage, minimumOrderQuantity, rating, thumbnail, images } = coffee ?? {};
      const kept = { brand, tags, discountPercentage, minimumOrderQuantity, rating, thumbnail, images };
      expect(await productsOf(db)).toMatchObject([
        { id: "tea", ...added, availabilityStatus: "Out of Stock" },
        { id: "milk", ...added, availabilityStatus: "Low Stock" },
        { id: "jam", ...added, availabilityStatus: "In Stock" },
        { id: "coffee", ...kept, stock: 4, availabilityStatus: "Low Stock" },
        { id: "mug", ...kept, availabilityStatus: "In Stock" },
      ]);
    },
  );

  test("a draft that a file sells keeps the fields that the file omits", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord()]);
    const shop = { db, now: () => new Date() };
    const id = await duplicateProduct(shop, "coffee", "ada@example.com");
    const text = `id,title,description,category,price,stock\n${id},Tea,,groceries,3,9\n`;
    await importCatalog(db, await write(text));
    const [coffee, tea] = await productsOf(db);
    const { brand, brandSlug, tags, images, thumbnail, minimumOrderQuantity } = coffee ?? {};
    const kept = { brand, brandSlug, tags, images, thumbnail, minimumOrderQuantity };
    expect(tea).toMatchObject({ id, title: "Tea", priceCents: 300, availabilityStatus: "In Stock", ...kept });
  });
});

const head =
  "id;title;description;category;price;stock;availabilityStatus;discountPercentage;minimumOrderQuantity;tags";
const sheet = `${head}\r\nole;"Öle für ""Käse""";Süß;groceries;1.299,00;1.250;In Stock;12,5;1;Öl, süß\r\n;;;;;;;;;\r\n`;

test.each([
  ["CSV UTF-8", Buffer.from(`\uFEFF${sheet}`), "a.csv"],
  ["CSV without a byte order mark", Buffer.from(sheet), "a.csv"],
  ["CSV (Windows-1252)", latin1(sheet), "a.csv"],
  ["Unicode Text", Buffer.from(`\uFEFF${sheet.replaceAll(";", "\t")}`, "utf16le"), "a.txt"],
  ["Unicode Text, the other way around", Buffer.from(`\uFEFF${sheet}`, "utf16le").swap16(), "a.csv"],
])("what a German Excel saves as %s is read", async (_, content, name) => {
  const { db } = connect(await createDatabase("sqlite"));
  expect(await importCatalog(db, await write(content, name))).toBe(1);
  expect(await productsOf(db)).toMatchObject([
    {
      ...{ id: "ole", title: 'Öle für "Käse"', description: "Süß", priceCents: 129900, stock: 1250 },
      ...{ discountPercentage: 12.5, tags: '["Öl","süß"]' },
    },
  ]);
});

test.each([
  ["sep=;\r\n", ";"],
  ['"sep=;"\n', ";"],
  ["\uFEFFSEP=|\r\n", "|"],
  ["sep=\t\n", "\t"],
])("the line %j, which Excel writes before all others, names the separator", async (first, separator) => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, catalogRecords(2));
  const text = `${first}id,title,price\np1,"Tea, ""green""",9.50\n`.replaceAll(",", separator);
  expect(await importCatalog(db, await write(text))).toBe(1);
  expect(await productsOf(db)).toMatchObject([{ title: `Tea${separator} "green"`, priceCents: 950 }, { id: "p2" }]);
  const wrong = write(`${text}p2,,1\n`.replaceAll(",", separator));
  await expect(importCatalog(db, await wrong)).rejects.toThrow('Product 2 (line 4, id "p2", ""): title must not be');
});

test("the line of a problem counts rows without text", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, catalogRecords(1));
  await expect(importCatalog(db, await write("id;stock\np1;1\n;\n\nx;2\n"))).rejects.toThrow("Unknown ID: x (line 5)");
});

test("a preview names prices of zero, very high new ones, and those that change by more than half", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(
    db,
    catalogRecords(30, () => ({ price: 10 })),
  );
  const { unusualPrices } = await previewImport(
    db,
    await write("id,price\np1,5\np2,4.99\np3,15\np4,15.01\np5,0\np6,10\n"),
  );
  expect(unusualPrices.prices.map(({ id, from, to }) => [id, from, to])).toEqual([
    ["p2", 1000, 499],
    ["p4", 1000, 1501],
    ["p5", 1000, 0],
  ]);
  const free = await previewImport(
    db,
    await writeCatalog(catalogRecords(30, (number) => ({ id: `n${number}`, price: 0 }))),
  );
  expect([free.unusualPrices.prices.length, free.unusualPrices.others]).toEqual([20, 10]);
  const high = await write(
    "id,title,description,category,price,stock\nlow,L,,home,999999.99,1\nhigh,H,,home,12345678,1\n",
  );
  const { prices } = (await previewImport(db, high)).unusualPrices;
  expect(prices.map(({ id, to }) => [id, to])).toEqual([["high", 1_234_567_800]]);
});

test("a catalog's own columns are all known to its spreadsheets, whatever their case", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, catalogRecords(2));
  let text = "";
  for await (const part of exportCatalog(db, "csv")) text += part;
  const [names = "", ...rows] = text.split("\r\n");
  expect(names.split(",")).toHaveLength(csvColumnNames.length);
  const { counts } = await previewImport(db, await write([names.toUpperCase(), ...rows].join("\r\n")));
  expect(counts.unchanged).toBe(2);
});

test.each([
  ["an Excel workbook", "PK\x03\x04\x14\0", /^This is an Excel workbook\. Save it as CSV and import that file\.$/],
  ["an older Excel workbook", "\xd0\xcf\x11\xe0\xa1", /^This is an Excel workbook\. Save it as CSV/],
  ["a picture", "\x89PNG\r\n\x1a\n\0\0", /^This isn't a text file/],
  ["a PDF", "%PDF-1.7\n%\xe2\xe3", /^This isn't a text file/],
])("%s is refused for what it is, whatever its name", async (_, content, problem) => {
  const { db } = connect(await createDatabase("sqlite"));
  for (const name of ["catalog.csv", "catalog.json"])
    await expect(importCatalog(db, await write(latin1(content), name))).rejects.toThrow(problem);
});

test.each([
  ["nothing but separators", "id,stock\n".padEnd(500_000, ",")],
  ["a million empty rows", `id,stock\n${",\n".repeat(500_000)}`],
  ["bytes of no encoding", Buffer.alloc(300_000, 0x81)],
])("a file of %s is refused", async (_, content) => {
  const { db } = connect(await createDatabase("sqlite"));
  await expect(importCatalog(db, await write(content))).rejects.toThrow(/contains no products|isn't a valid CSV/);
});
