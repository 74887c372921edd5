import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { archiveProduct } from "#shop/catalog/products/archive-product.ts";
import { renewFeedKey, saveFeeds } from "#shop/feeds/feed-settings.ts";
import { readSettings, saveSettings } from "#shop/settings/settings.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { serveFeed } from "./serve-feed.ts";

const by = { original: {}, actor: "olga@example.com" };
const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000);

forEachEngine((_openDatabase, engine) => {
  async function openFeeds(records: Record<string, unknown>[], settings: Partial<ShopSettings> = {}) {
    const { shop } = await openTestShop(engine, { shopUrl: "https://shop.example", ...settings });
    await importRecords(shop.db, records);
    await shop.refreshSettings();
    const http = new Hono<HttpEnv>().get("/feeds/:file", serveFeed(shop));
    const read = async (path: string) => (await http.request(path)).text();
    return { shop, http, read, items: async (path: string) => (await read(path)).split("<item>").slice(1) };
  }

  test("Google reads an entry for each variant, with the facts that its specification names", async () => {
    const tee = {
      ...{ group: "tee", category: "Clothing > Tees", brand: "Fjord", description: "Soft **cotton**.\n\n- warm" },
      ...{ title: "Tee", price: 200, compareAtPrice: undefined },
    };
    const shown = { thumbnail: "/pictures/beans/main-800.webp?size=800x800" };
    const { items } = await openFeeds([
      catalogRecord({ ...tee, id: "tee-m", gtin: "4006381333931", options: { Size: "M", Farge: "Blå", Fit: "Wide" } }),
      catalogRecord({ ...tee, id: "tee-l", stock: 0, options: { Size: "L", Farge: "Blå" }, weightGrams: 250 }),
      catalogRecord({
        ...shown,
        id: "beans",
        brand: "",
        gtin: "2000000000008",
        contentAmount: 250,
        contentUnit: "g",
        price: 5,
      }),
    ]);
    const [medium = "", large = "", beans = ""] = await items("/feeds/google.xml");
    expect(medium).toContain("<g:id>tee-m</g:id>");
    expect(medium).toContain("<g:title>Tee (Size: M · Farge: Blå · Fit: Wide)</g:title>");
    expect(medium).toContain("<g:description>Soft cotton.\nwarm</g:description>");
    expect(medium).toContain("<g:link>https://shop.example/products/tee-m</g:link>");
    expect(medium).toContain("<g:image_link>https://cdn.example.com/coffee.jpg</g:image_link>");
    expect(medium).toContain("<g:availability>in_stock</g:availability>\n<g:price>200.00 USD</g:price>");
    expect(medium).toContain(
      "<g:brand>Fjord</g:brand>\n<g:gtin>4006381333931</g:gtin>\n<g:product_type>Clothing &gt; Tees<",
    );
    expect(medium).toContain("<g:item_group_id>tee</g:item_group_id>\n<g:size>M</g:size>\n<g:color>Blå</g:color>");
    expect(medium).toContain("<g:attribute_name>Fit</g:attribute_name>\n<g:attribute_value>Wide</g:attribute_value>");
    expect(medium).toContain("<g:country>NO</g:country>\n<g:service>Standard</g:service>\n<g:price>0.00 USD</g:price>");
    expect(large).toContain("<g:availability>out_of_stock</g:availability>");
    expect(large).toContain("<g:shipping_weight>250 g</g:shipping_weight>");
    expect(beans).toContain("<g:unit_pricing_measure>250 g</g:unit_pricing_measure>");
    expect(beans).toContain("<g:unit_pricing_base_measure>1 kg</g:unit_pricing_base_measure>");
    // A shop's own barcode is none to others.
    expect(beans).not.toContain("g:gtin");
    expect(beans).toContain("<g:identifier_exists>no</g:identifier_exists>");
    expect(beans).toContain("<g:image_link>https://shop.example/pictures/beans/main-1200.webp</g:image_link>");
    const [meta = "", , metaBeans = ""] = await items("/feeds/meta.xml");
    expect(metaBeans).toContain("/pictures/beans/main-1200.jpeg</g:image_link>");
    expect(metaBeans).toContain("<g:brand>Torg</g:brand>");
    expect(meta).toContain("<g:availability>in stock</g:availability>\n<g:condition>new</g:condition>");
    expect(meta).toContain("<g:additional_variant_attribute>Fit:Wide</g:additional_variant_attribute>");
  });

  test("drafts, archived and hidden products are in no feed", async () => {
    const { shop, read } = await openFeeds([
      catalogRecord({ id: "sold" }),
      catalogRecord({ id: "upcoming", publishAt: soon.toISOString() }),
      catalogRecord({ id: "over", unpublishAt: "2020-01-01T00:00:00Z" }),
      catalogRecord({ id: "archived" }),
    ]);
    for (const name of ["google.xml", "meta.xml", "products.csv"])
      expect(await read(`/feeds/${name}`)).toContain("/products/archived");
    await archiveProduct(shop, "archived", by.actor);
    for (const name of ["google.xml", "meta.xml", "products.csv"]) {
      const feed = await read(`/feeds/${name}`);
      expect(feed.match(/\/products\/[a-z]+/g)).toEqual(["/products/sold"]);
    }
  });

  test("a sale has its price and end in the feed, and one that hasn't begun only where a key keeps it to some", async () => {
    const sale = { price: 100, salePrice: 80, saleEnds: soon.toISOString() };
    const { shop, items } = await openFeeds([
      catalogRecord({ ...sale, id: "now" }),
      catalogRecord({ ...sale, id: "later", saleStarts: new Date(Date.now() + 60_000).toISOString() }),
    ]);
    const end = soon.toISOString().replace(/\.\d+/, "");
    const [now = "", later = ""] = await items("/feeds/google.xml");
    expect(now).toContain("<g:price>100.00 USD</g:price>\n<g:sale_price>80.00 USD</g:sale_price>");
    expect(now).toMatch(new RegExp(`<g:sale_price_effective_date>[\\dT:-]+Z/${end}<`));
    expect(later).toContain("<g:price>100.00 USD</g:price>");
    expect(later).not.toContain("sale_price");
    await saveFeeds(shop, { access: "key" }, by);
    await shop.refreshSettings();
    const [, announced = ""] = await items(`/feeds/google.xml?key=${shop.settings.feeds.key}`);
    expect(announced).toContain("<g:sale_price>80.00 USD</g:sale_price>");
  });

  test("whatever texts hold, the feed is XML 1.0, and long ones end with a whole character", async () => {
    const family = "👨‍👩‍👧‍👦";
    const nasty = '\u0001\u000b\ufffe\ud83d<b>&"]]>\u{1fffe}';
    const { read } = await openFeeds([
      catalogRecord({ id: `${"x".repeat(60)}/ø`, title: `${"t".repeat(148)}${family}`, group: "g".repeat(80) }),
      catalogRecord({
        id: "nasty",
        title: `Nasty ${nasty}`,
        description: `${"d".repeat(4999)}${family}`,
        brand: nasty,
      }),
      catalogRecord({ id: "huge", description: `${"*a* ".repeat(200_000)}` }),
    ]);
    const xml = await read("/feeds/google.xml");
    expect(xml).not.toMatch(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|&(?!(amp|lt|gt|quot|apos);)/u);
    expect(xml.replaceAll(/<\/?[a-z_:]+>|<\?xml [^>]*\?>|<rss [^>]*>/g, "")).not.toMatch(/[<>]/);
    expect(xml).toContain(`<g:title>${"t".repeat(148)}</g:title>`);
    expect(xml).toContain(`<g:description>${"d".repeat(4999)}</g:description>`);
    for (const [, id = ""] of xml.matchAll(/<g:(?:id|item_group_id)>(.*?)</g)) expect(id.length).toBeLessThan(51);
  });

  test("products.csv has what shoppers may see, and nothing of the owner's own", async () => {
    const { read } = await openFeeds([
      catalogRecord({ id: "tea", title: "=Tea", price: 9.5, stock: 3, options: { Size: "S" } }),
      catalogRecord({ id: "gone", stock: 0, availabilityStatus: "In Stock" }),
    ]);
    const csv = await read("/feeds/products.csv");
    expect(csv.split("\r\n")[0]).toBe(
      [
        "id,title,address,description,category,brand,price,compareAtPrice,discountPercentage,rating,availabilityStatus,minimumOrderQuantity",
        "tags,thumbnail,images,group,option 1 name,option 1 value,option 2 name,option 2 value,option 3 name,option 3 value,sku,gtin",
        "weightGrams,contentAmount,contentUnit,seoTitle,seoDescription,imageAlts",
        "manufacturer,manufacturerAddress,manufacturerContact,responsiblePerson,safetyWarnings,currency,link",
      ].join(","),
    );
    const [tea, gone] = parse(csv, { columns: true }) as Record<string, string>[];
    const shown = { id: "tea", title: "'=Tea", price: "9.5", currency: "USD", "option 1 value": "S" };
    expect(tea).toMatchObject({ ...shown, link: "https://shop.example/products/tea" });
    expect(tea?.thumbnail).toBe("https://shop.example/pictures/coffee.svg");
    expect(gone?.availabilityStatus).toBe("Out of Stock");
  });

  test("a feed is read only where the owner lets it, and a new key closes the former address", async () => {
    const { shop, http } = await openFeeds([catalogRecord()]);
    const status = async (query = "") => (await http.request(`/feeds/google.xml${query}`)).status;
    expect([await status(), await status("?key=x"), (await http.request("/feeds/other.xml")).status]).toEqual([
      200, 200, 404,
    ]);
    await saveFeeds(shop, { access: "key" }, by);
    await shop.refreshSettings();
    const { key } = shop.settings.feeds;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([await status(), await status(`?key=${key}`), await status("?key=")]).toEqual([404, 200, 404]);
    await renewFeedKey(shop, by.actor);
    await shop.refreshSettings();
    expect([await status(`?key=${key}`), await status(`?key=${shop.settings.feeds.key}`)]).toEqual([404, 200]);
    await saveFeeds(shop, { access: "off" }, by);
    await shop.refreshSettings();
    expect(await status(`?key=${shop.settings.feeds.key}`)).toBe(404);
  });

  test("a feed shows what another process has just changed in the settings", async () => {
    const { shop, read } = await openFeeds([catalogRecord()]);
    const original = await readSettings(shop.db);
    await saveSettings(shop, { ...original, shopName: "Other process" }, { original, actor: by.actor });
    expect(await read("/feeds/google.xml")).toContain("<title>Other process</title>");
  });

  test("many who ask at once share one reading of the catalog, and who has the feed gets 304", async () => {
    const { shop, http, items } = await openFeeds(catalogRecords(250));
    expect(
      await Promise.all(Array.from({ length: 20 }, () => items("/feeds/google.xml").then(({ length }) => length))),
    ).toEqual(Array(20).fill(250));
    const head = await http.request("/feeds/google.xml", { method: "HEAD" });
    const tag = head.headers.get("etag") ?? "";
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "application/xml; charset=utf-8",
      "",
    ]);
    const known = await http.request("/feeds/google.xml", { headers: { "If-None-Match": `"other", ${tag}` } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    const packed = await http.request("/feeds/google.xml", { headers: { "Accept-Encoding": "br, gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(
      gunzipSync(await packed.arrayBuffer())
        .toString()
        .split("<item>"),
    ).toHaveLength(251);
    const refused = await http.request("/feeds/google.xml", { headers: { "Accept-Encoding": "br, gzip;q=0" } });
    expect([refused.headers.get("content-encoding"), (await refused.text()).split("<item>").length]).toEqual([
      null,
      251,
    ]);
    // Someone hangs up, and others still get all of it.
    const hungUp = await http.request("/feeds/meta.xml");
    await hungUp.body?.cancel();
    expect(await items("/feeds/meta.xml")).toHaveLength(250);
    await archiveProduct(shop, "p7", by.actor);
    // On a busy machine the feed counts as a large one, which rests before it is made again.
    const changed = async () => {
      const answer = await http.request("/feeds/google.xml", { headers: { "If-None-Match": tag } });
      return [answer.status, (await answer.text()).split("<item>").length];
    };
    await expect.poll(changed, { timeout: 60_000 }).toEqual([200, 250]);
  });
});
