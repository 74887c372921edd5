import { expect } from "vitest";
import { catalogRecords, importRecords } from "./support/catalogs.ts";
import { eventually } from "./support/eventually.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";

const count = 24;

test("a shop with categories of its own shows them wherever the sample's were", async ({ shop }) => {
  const { db } = await shop.inside();
  const records = catalogRecords(2 * count, (number) => ({ category: `Things No ${(number % count) + 1}` }));
  await db.deleteFrom("categories").execute();
  await importRecords(db, records, { replace: true });
  const open = async (path: string) => (await plainBrowser(shop.url).open(path)).text();

  await eventually(async () => expect(await open("/")).toContain("All categories"));
  const home = await open("/");
  expect(linked(home)).toHaveLength(8);
  expect(home).not.toMatch(/filter=(beauty|fragrances|furniture|groceries)/);

  const all = await open("/categories");
  expect(linked(all)).toHaveLength(count);
  const list = await open("/products?filter=things-no-24");
  expect(list).toMatch(/<h1[^>]*>Things No 24<\/h1>/);
  expect(list).toContain('<option value="things-no-24" selected="">Things No 24</option>');
  expect(list).not.toContain('<optgroup label="Type">');

  const product = await open("/products/p23");
  expect(product).toMatch(/filter=things-no-24"[^>]*>Things No 24<\/a>/);
  const sitemap = await open("/sitemap.xml");
  expect(sitemap.match(/\?filter=things-no-/g)).toHaveLength(count);
  expect(sitemap).toContain("/categories</loc>");
  expect(await open("/site.webmanifest")).not.toContain("Beauty");
});

test("a category without products says so, and leads on", async ({ shop }) => {
  const { db } = await shop.inside();
  await importRecords(
    db,
    catalogRecords(2, () => ({ category: "tops" })),
    { replace: true },
  );
  const answer = await plainBrowser(shop.url).open("/products?filter=things-no-1");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain("There are no products here right now.");
  expect(html).toContain("See all products");
});

test("categories in another one are in its menu, its list, the breadcrumb, the filters, the sitemap and structured data", async ({
  shop,
}) => {
  const { db } = await shop.inside();
  const category = ["Wear > Tees", "Wear > Jeans", "Wear"];
  const records = catalogRecords(3, (number) => ({ category: category[number - 1] }));
  await db.deleteFrom("categories").execute();
  await importRecords(db, records, { replace: true });
  const open = async (path: string) =>
    (await (await plainBrowser(shop.url).open(path)).text()).replaceAll("<!-- -->", "");
  await eventually(async () => expect(await open("/")).toContain("More of Wear"));
  const home = await open("/");
  expect(home.match(/class="group block rounded-xl" href="\/products\?filter=wear"/g)).toHaveLength(1);
  expect(home).not.toMatch(/class="group block rounded-xl" href="\/products\?filter=tees"/);
  expect(home).not.toContain("All categories</a>");

  const list = await open("/products?filter=wear");
  expect(list).toContain("3 products");
  expect(list).toMatch(/<nav aria-label="In Wear".*filter=tees.*filter=jeans.*<\/nav>/);
  expect(list).toContain('<option value="tees">\u2003Tees</option>');
  const child = await open("/products?filter=tees");
  expect(child).toMatch(/<nav aria-label="Breadcrumb".*>Wear<\/a>.*<h1[^>]*>Tees<\/h1>/);
  expect(crumbs(child)).toEqual(["Home", "Products", "Wear", "Tees"]);

  const product = await open("/products/p1");
  expect(product).toMatch(/<nav aria-label="Breadcrumb".*>Wear<\/a>.*>Tees<\/a>/);
  expect(crumbs(product)).toEqual(["Home", "Products", "Wear", "Tees", "Product 1"]);
  expect((await open("/sitemap.xml")).match(/\?filter=(wear|tees|jeans)</g)).toHaveLength(3);
  expect(await open("/categories")).toMatch(/filter=wear".*filter=tees"[^>]*>Tees</);
});

/** The names in a page's breadcrumbs for search engines. */
function crumbs(html: string) {
  const blocks = Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g), ([, json = ""]) =>
    JSON.parse(json),
  );
  const list = blocks.find((block) => block["@type"] === "BreadcrumbList");
  return list.itemListElement.map(({ name }: { name: string }) => name);
}

/** The categories that a page links to, each once. */
function linked(html: string) {
  return [...new Set(Array.from(html.matchAll(/href="\/products\?filter=(things-no-\d+)"/g), ([, slug]) => slug))];
}
