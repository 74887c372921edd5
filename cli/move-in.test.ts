import { expect, test } from "vitest";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { createDatabase } from "../tests/support/databases.ts";
import { serveShopify, shopifyTee } from "../tests/support/old-shops.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";

test("move-in reads an old shop from its address, previews it, and imports it", async () => {
  const site = await serveShopify([shopifyTee(1)], { Summer: [1] });
  const { shop } = await openTestShop("sqlite", { allowedPrivateHosts: [site.host] });
  const preview = await runOnShop(shop, "move-in", site.url, "--dry-run");
  expect(preview).toMatch(`${site.url} is a Shopify shop: 1 product with 3 variants.\n`);
  expect(preview).toContain("2 pictures to fetch into the shop\n3 new, 0 changed, 0 removed, 0 unchanged.");
  expect(await runOnShop(shop, "move-in", site.url)).toContain(
    `3 products imported from ${site.url}\n0 of 2 pictures fetched\n`,
  );
  expect(await readProduct(shop.db, "soft-tee-1")).toMatchObject({ title: "Søft Tee 1" });
  expect(await runOnShop(shop, "undo-import")).toContain(site.host);
});

test("move-in refuses what is no address before it opens the shop, and private addresses", async () => {
  const { dataFolder } = await createDatabase("sqlite");
  const refused = { stdout: "", stderr: "Enter the shop's address, such as https://old.example\n", code: 1 };
  expect(await tryShopCommand({ DATA_DIR: "/dev/null/none" }, "move-in", "old shop")).toEqual(refused);
  const { stderr, code } = await tryShopCommand({ DATA_DIR: dataFolder }, "move-in", "http://169.254.169.254");
  expect({ stderr, code }).toEqual({ stderr: "169.254.169.254 is a private address\n", code: 1 });
});
