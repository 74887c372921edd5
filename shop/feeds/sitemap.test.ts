import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { sitemap } from "./sitemap.ts";

const shopUrl = "https://torg.example";

test("a catalog of one file's size is in one file, with the pages", async () => {
  const { shop } = await openTestShop("sqlite", { shopUrl });
  await importRecords(shop.db, catalogRecords(3));
  const addresses = addressesIn(await textOf(sitemap(shop)));
  expect(addresses.slice(0, 3)).toEqual([`${shopUrl}/`, `${shopUrl}/products`, `${shopUrl}/products?filter=beauty`]);
  expect(addresses.slice(-3)).toEqual([1, 2, 3].map((number) => `${shopUrl}/products/p${number}`));
  expect(addressesIn(await textOf(sitemap(shop, 1)))).toEqual(addresses);
});

test.each([0, 2, -1, 1.5, Number.NaN])("a sitemap of one file has no part %d", async (part) => {
  const { shop } = await openTestShop("sqlite", { shopUrl });
  expect(await sitemap(shop, part)).toBeUndefined();
});

test("an id is written so that it is one address, and XML", async () => {
  const { shop } = await openTestShop("sqlite", { shopUrl });
  await importRecords(
    shop.db,
    catalogRecords(1, () => ({ id: "å/b&'<c>?#" })),
  );
  expect(await textOf(sitemap(shop))).toContain(`<loc>${shopUrl}/products/%C3%A5%2Fb%26&apos;%3Cc%3E%3F%23</loc>`);
});

test("a larger catalog is in several files, of at most 50,000 addresses, that an index names", async () => {
  const { shop } = await openTestShop("sqlite", { shopUrl });
  await fillCatalog(shop, 50_500);
  const index = await textOf(sitemap(shop));
  expect(index).toContain("<sitemapindex ");
  const files = addressesIn(index);
  expect(files).toEqual([`${shopUrl}/sitemap.xml?part=1`, `${shopUrl}/sitemap.xml?part=2`]);
  const parts = await Promise.all([1, 2].map(async (part) => addressesIn(await textOf(sitemap(shop, part)))));
  expect(parts[0]).toHaveLength(50_000);
  const products = parts.flat().filter((address) => address.startsWith(`${shopUrl}/products/`));
  expect(products).toHaveLength(50_500);
  expect(new Set(products).size).toBe(50_500);
  expect(await sitemap(shop, 3)).toBeUndefined();
});

/** Copies of one product, much faster than an import. */
async function fillCatalog({ db }: Shop, count: number) {
  await importRecords(db, [catalogRecord()]);
  const product = await db.selectFrom("products").selectAll().executeTakeFirstOrThrow();
  for (let first = 1; first < count; first += 500) {
    const numbers = Array.from({ length: Math.min(500, count - first) }, (_, index) => first + index);
    await db
      .insertInto("products")
      .values(numbers.map((number) => ({ ...product, id: `p${number}`, number: number + 1, position: number + 1 })))
      .execute();
  }
}

async function textOf(file: ReturnType<typeof sitemap>) {
  let xml = "";
  for await (const text of (await file)?.write() ?? []) xml += text;
  return xml;
}

function addressesIn(xml: string) {
  return Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = ""]) => address);
}
