import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { catalogRecord, importRecords } from "../support/catalogs.ts";
import { clothes } from "../support/clothes.ts";
import { register } from "../support/customers.ts";
import { orderOf } from "../support/orders.ts";
import { address, linesOf, shippedTo } from "../support/platforms.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openUcpShop } from "./open-ucp-shop.ts";

const commandLine = fileURLToPath(new URL("bin.js", import.meta.resolve("@shopify/ucp-cli")));

/** A shop, and Shopify's command line for agents, which finds out all that it can do by itself. */
async function openForAgents() {
  const { shop, url, platform } = await openUcpShop();
  await importRecords(shop.db, clothes);
  const environment = {
    ...process.env,
    UCP_HOME: await temporaryFolder(),
    UCP_PROFILE: "agent",
    UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true",
    UCP_STRICT_SCHEMA: "1",
  };
  async function run(...words: string[]) {
    const args = [commandLine, ...words, "--format", "json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
    return JSON.parse(stdout);
  }
  await run("profile", "init", "--name", "agent", "--version", "2026-04-08", "--profile-url", platform.profileUrl);
  const ucp = (...words: string[]) => run(...words, "--business", url);
  return { shop, ucp };
}

test("an agent discovers the shop, searches, looks up and chooses a variant", { timeout: 120_000 }, async () => {
  const { ucp } = await openForAgents();
  const { result: discovered } = await ucp("discover");
  expect(discovered.protocol).toMatchObject({ version: "2026-04-08", source: "well-known" });
  expect(Object.keys(discovered.negotiated["dev.ucp.shopping"].tools)).toEqual(
    expect.arrayContaining(["search_catalog", "lookup_catalog", "get_product"]),
  );
  const found = await ucp("catalog", "search", "--set", "/query=soft tee", "--set", "/filters/price/max=2300");
  expect(found.result.products.map(({ title }: { title: string }) => title)).toEqual(["Soft tee 1"]);
  const ids = ["group:style-1", "nothing"];
  const { result: looked } = await ucp("catalog", "lookup", "--input", JSON.stringify({ ids }));
  expect(looked).toMatchObject({ products: [{ id: "group:style-1" }], messages: [{ code: "not_found" }] });
  const selected = [{ name: "Size", label: "M" }];
  const { result } = await ucp("catalog", "get_product", "group:style-1", "--input", JSON.stringify({ selected }));
  expect(result.product.selected).toEqual(selected);
  expect(result.product.variants.map(({ id }: { id: string }) => id)).toEqual(["style-1-black-m", "style-1-blue-m"]);
});

test("an agent fills a cart, hands its checkout over, and follows the order", { timeout: 120_000 }, async () => {
  const { shop, ucp } = await openForAgents();
  await importRecords(shop.db, [catalogRecord({ id: "coffee", price: 9.5, stock: 10 })]);
  const body = (content: object) => ["--input", JSON.stringify(content)];
  const { result: cart } = await ucp("cart", "create", ...body({ line_items: linesOf({ coffee: 1 }) }));
  const { result: fuller } = await ucp("cart", "update", cart.id, ...body({ line_items: linesOf({ coffee: 2 }) }));
  expect(fuller).toMatchObject({ id: cart.id, line_items: [{ quantity: 2 }], continue_url: cart.continue_url });
  const { result: checkout } = await ucp("checkout", "create", ...body({ cart_id: cart.id, line_items: [] }));
  expect(checkout).toMatchObject({ status: "incomplete", line_items: [{ quantity: 2 }] });
  const sent = { line_items: linesOf({ coffee: 2 }), fulfillment: shippedTo(address) };
  const { result: ready } = await ucp("checkout", "update", checkout.id, ...body(sent));
  expect(ready.status).toBe("requires_escalation");
  const platformCheckout = new URL(ready.continue_url).pathname.replace("/carts/", "");
  const userId = await register(shop);
  const orderNumber = await placeOrder(shop.db, userId, { ...orderOf([["coffee", 2]]), platformCheckout }, shop.now());
  const { result: completed } = await ucp("checkout", "get", checkout.id);
  expect(completed).toMatchObject({ status: "completed", order: { label: orderNumber } });
  const { result: order } = await ucp("order", "get", completed.order.id);
  expect(order).toMatchObject({ label: orderNumber, line_items: [{ status: "processing" }] });
  expect((await ucp("cart", "cancel", cart.id)).result.id).toBe(cart.id);
});
