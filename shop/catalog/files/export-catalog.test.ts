import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { anyCodePoint } from "../../../tests/support/any-text.ts";
import {
  catalogRecord,
  catalogRecords,
  generatedRecords,
  importRecords,
  writeCatalog,
} from "../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine } from "../../../tests/support/databases.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import type { CsvSeparator } from "../../files/write-csv.ts";
import { cleanText } from "../../text/clean-text.ts";
import { exportCatalog } from "./export-catalog.ts";
import { importCatalog } from "./import-catalog.ts";
import { csvHead, csvOfRecords } from "./reading/catalog-csv.ts";
import { CatalogFileError } from "./reading/catalog-file-error.ts";

async function exported(db: Database, format: "csv" | "json", csv?: CsvSeparator) {
  const file = join(await temporaryFolder(), `catalog.${format}`);
  // Semicolons are for countries whose decimals have commas.
  await writeFile(file, exportCatalog(db, format, csv && { csv, decimalMark: csv === ";" ? "," : "." }));
  return file;
}

const contentOf = (db: Database) => db.selectFrom("products").selectAll().orderBy("position").execute();

const hostile = [
  catalogRecord({ id: "=1+1", title: '=HYPERLINK("http://evil.example","Tea")', brand: "@SUM(A1)", category: "-2" }),
  catalogRecord({
    id: "'=1",
    title: "'quoted'",
    brand: "''=x",
    category: "＝1",
    description: '+\t"a"\r\n;b,\nc\u2028',
  }),
  catalogRecord({
    id: "007",
    tags: ["=a", "b, c", '["x"]'],
    images: ["/a,b.svg", "https://a.example/?q=1,2"],
    brand: null,
  }),
  catalogRecord({
    id: "a/b",
    tags: [],
    images: [],
    description: "",
    rating: 3.3000000000000003,
    discountPercentage: 1e-7,
  }),
  catalogRecord({
    id: "variant",
    ...{ group: "=tees", options: { "Size: EU": "=42", Colour: '"Blue", light' }, sku: "007", gtin: "00012345678905" },
    ...{ weightGrams: 0.25, contentAmount: 0.75, contentUnit: "l", seoTitle: "-x", seoDescription: "a\nb" },
    ...{ imageAlts: ["", "A cup, from above"], publishAt: "2026-12-24T17:00:00Z", unpublishAt: "2027-01-01T00:00:00Z" },
    ...{ manufacturer: "=Uji AG", manufacturerAddress: "Gate 1\n1010 Wien", manufacturerContact: "a@b.example" },
    ...{ responsiblePerson: "-R", safetyWarnings: "Hot!\n- Not for children under 3" },
  }),
  catalogRecord({ id: "1e5", price: 999999999.99, title: "Æøå 𝒜 ‮x", availabilityStatus: "Out of Stock" }),
];

forEachEngine((openDatabase) => {
  test.each([
    ["csv", undefined],
    ["csv", ";"],
    ["json", undefined],
  ] as const)("a catalog comes back from %s %s as it was, whatever is in it", async (format, separator) => {
    const { db } = await openDatabase();
    await importRecords(db, [...hostile, ...(await generatedRecords(40))]);
    const before = await contentOf(db);
    const other = await openDatabase();
    await importCatalog(other.db, await exported(db, format, separator));
    expect(await contentOf(other.db)).toEqual(before);
  });

  test("no cell is a formula to a spreadsheet", async () => {
    const { db } = await openDatabase();
    await importRecords(db, hostile);
    let text = "";
    for await (const part of exportCatalog(db, "csv")) text += part;
    const cells = (parse(text, { bom: true }) as string[][]).slice(1).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
  });
});

test("each product is one line that spreadsheets read, whose texts are quoted and whose lists are written as people do", () => {
  const record = catalogRecord({ brand: undefined, tags: ["a", "b"], images: [], description: null, title: 'A "b"' });
  const line = csvOfRecords([record, record]).slice(0, -2).split("\r\n");
  expect(line[0]).toMatch(/^"coffee","A ""b""",/);
  expect(line[0]).toContain(',"a, b",');
  expect(line[0]).not.toMatch(/undefined|null/);
  expect(line).toEqual([line[0], line[0]]);
  expect(csvHead()).toMatch(/^\uFEFF"id","title",.*\r\n$/);
});

test("where decimals have commas, a spreadsheet reads the numbers of a CSV, and an import none of them as thousands", () => {
  const record = catalogRecord({ price: 1.25, compareAtPrice: 1.125, stock: 1250, discountPercentage: 12.5 });
  const line = csvOfRecords([record], ";", ",");
  for (const number of ["1,25", "1,1250", "1250", "12,5"]) expect(line).toMatch(new RegExp(`;"?${number}"?;`));
  expect(csvOfRecords([record])).toContain(",1.25,1.125,");
});

test("whatever texts a product has, a CSV keeps them", async () => {
  const location = await createDatabase("sqlite");
  const { db } = connect(location);
  const text = fc
    .string({ unit: anyCodePoint, maxLength: 12 })
    .map((value) => value.replaceAll("\0", "").toWellFormed().trim());
  const sign = fc.constantFrom("", "'", "=", "+", "-", "@", "[", ",", ";", '"', "\n", "\r", "\t");
  const hard = fc.tuple(sign, sign, text).map((parts) => cleanText(parts.join("")) || "x");
  const product = fc.record({ title: hard, brand: hard, tags: fc.array(hard, { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 50, maxLength: 50 }), async (products) => {
      const file = join(await temporaryFolder(), "many.csv");
      const records = products.map((texts, index) => catalogRecord({ id: `p${index}`, ...texts }));
      await writeFile(file, csvHead() + csvOfRecords(records));
      await importCatalog(db, file, { replace: true, acceptWarnings: true });
      const rows = await contentOf(db);
      expect(rows.map(({ title, brand, tags }) => ({ title, brand, tags: JSON.parse(tags) }))).toEqual(products);
    }),
    { numRuns: 4 },
  );
});

test("a spreadsheet's own way to write is read, and what is wrong in it is named", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  const write = async (text: string) => {
    const file = await writeCatalog(text);
    await rename(file, `${file}.csv`);
    return `${file}.csv`;
  };
  const head =
    "id;title;description;category;price;discountPercentage;rating;stock;availabilityStatus;minimumOrderQuantity;tags;thumbnail;images";
  const row = (id: string, price: string) => `${id};Tea;;groceries;${price};0;4;3;Low Stock;1;a, b;/t.svg;`;
  expect(await importCatalog(db, await write(`${head}\n${row("tea", "9.5")}\n`))).toBe(1);
  expect(await contentOf(db)).toMatchObject([
    { id: "tea", brand: null, priceCents: 950, tags: '["a","b"]', images: "[]" },
  ]);
  const refused = async (text: string) => importCatalog(db, await write(text));
  await expect(refused(`${head}\n${row("tea", "9.5")}\n${row("milk", "")}\n`)).rejects.toThrow(
    new CatalogFileError('Product 2 (line 3, id "milk", "Tea"): price is missing'),
  );
  await expect(refused(`${head}\n${row("tea", "1.234")}\n`)).rejects.toThrow(
    'price must be a number such as 12.50, but got "1.234"',
  );
  await expect(refused(`${head}\n${row("tea", "1")}\n${row("tea", "1")}\n`)).rejects.toThrow(
    "duplicate id, already used by an earlier product",
  );
  await expect(refused(`${head}\ntea;Tea\n`)).rejects.toThrow('Product 1 (line 2, id "tea", "Tea"): price is missing');
  await expect(refused(`${head}\n"${"x".repeat(5_000_000)}`)).rejects.toThrow("isn't a valid CSV product list");
  await expect(refused(head)).rejects.toThrow("contains no products");
  await expect(refused("")).rejects.toThrow("contains no products");
  expect(await contentOf(db)).toHaveLength(1);
});

test("a product that leaves the catalog while it is written down is left out, and no other", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, catalogRecords(1200));
  const ids: string[] = [];
  for await (const part of exportCatalog(db, "json")) {
    ids.push(...(part.match(/"id":"p\d+"/g) ?? []));
    if (ids.length === 500) await importRecords(db, catalogRecords(1199), { replace: true });
  }
  expect(ids).toEqual(Array.from({ length: 1199 }, (_, index) => `"id":"p${index + 1}"`));
});

test("an export that nobody reads any more reads no products", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, catalogRecords(3));
  const reading = new AbortController();
  const file = exportCatalog(db, "csv", { signal: reading.signal });
  expect((await file.next()).value).toContain('"id"');
  reading.abort();
  expect((await file.next()).done).toBe(true);
});
