import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { expect } from "vitest";
import { projectFolder } from "#server/environment/config.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { addNote, sendOrder } from "#shop/orders/fulfil-order.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import type { Shop } from "#shop/shop.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { orderOf } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";

const staffEmail = "signe.staff@example.com";
const staffNote = "Looks like the parcel thief from Tuesday";

test("no page or data for customers contains staff's notes or email addresses", async ({ shop }) => {
  const inside = await shop.inside();
  const orderNumber = await placeHandledOrder(inside);
  const browser = plainBrowser(shop.url, await signInCookies(inside));
  const orderPage = `/order-confirmation/${orderNumber}`;
  expect(await (await browser.open(orderPage)).text(), "the order was handled").toContain("Bring 3701");
  const leaks: string[] = [];
  for (const path of await customerPaths({ id: "lemons", orderNumber, file: "none.webp" })) {
    for (const address of [path, `${path === "/" ? "/_root" : path}.data`]) {
      const answer = await (await browser.open(address)).text();
      if (answer.includes(staffEmail) || answer.includes(staffNote)) leaks.push(address);
    }
  }
  expect(leaks).toEqual([]);
});

/** Places a customer's newest order, which staff note on, send and refund in part. @returns its number */
async function placeHandledOrder(shop: Shop) {
  const uid = await registerVerified(shop);
  const product = shop.db.selectFrom("products").select("priceCents").where("id", "=", "lemons");
  const { priceCents } = await product.executeTakeFirstOrThrow();
  const orderNumber = await placeOrder(shop.db, uid, orderOf([["lemons", 1, priceCents]]), new Date());
  await addNote(shop, orderNumber, { actor: staff(staffEmail), note: staffNote });
  await sendOrder(shop, orderNumber, { actor: staff(staffEmail), carrier: "Bring", tracking: "3701" });
  await refundOrder(shop, orderNumber, { actor: staff(staffEmail), amountCents: 50, reason: "A dent" });
  return orderNumber;
}

/** Every address of `app/routes.ts`, as built, so that no new one is forgotten. @param values of the parameters */
async function customerPaths(values: Record<string, string>) {
  const file = pathToFileURL(join(projectFolder, "build/server/index.js")).href;
  const { routes }: ServerBuild = await import(file);
  const patterns = Object.values(routes).flatMap((route) => (route?.parentId ? [route.path ?? ""] : []));
  expect(patterns).toContain("profile");
  return patterns.map((pattern) => {
    const path = pattern.replace(/\*$/, "nothing").replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? "");
    return `/${path}`;
  });
}
