import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { archiveProduct } from "#shop/catalog/products/archive-product.ts";
import { catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { serveSitemap } from "./serve-sitemap.ts";

test("a sitemap is whole for many who ask at once, who has it gets 304, and a change makes another", async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, catalogRecords(250));
  const http = new Hono<HttpEnv>().get("/sitemap.xml", serveSitemap(shop));
  const productsIn = (xml: string) => xml.split("/products/").length - 1;
  const read = async () => productsIn(await (await http.request("/sitemap.xml")).text());
  expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill(250));

  const head = await http.request("/sitemap.xml", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const tag = head.headers.get("etag") ?? "";
  const ask = (headers: Record<string, string>, query = "") => http.request(`/sitemap.xml${query}`, { headers });
  const known = await ask({ "If-None-Match": tag });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  const packed = await ask({ "Accept-Encoding": "gzip" }, "?part=1");
  expect(productsIn(gunzipSync(await packed.arrayBuffer()).toString())).toBe(250);
  expect((await ask({ "If-None-Match": tag }, "?part=2")).status).toBe(404);

  const hungUp = await ask({});
  await hungUp.body?.cancel();
  await archiveProduct(shop, "p7", "owner@example.com");
  const changed = await ask({ "If-None-Match": tag });
  expect([changed.status, productsIn(await changed.text())]).toEqual([200, 249]);
});
