import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import { test as base, expect } from "../specification/trouble-test.ts";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { openRunningShop, type RunningShop } from "../support/running-shop.ts";
import { expectListed } from "./kept-in-browser.ts";
import { openPage } from "./open-page.ts";
import {
  expectBadge,
  fillCart,
  fillPayment,
  honey,
  lemons,
  lineOf,
  purchaseButton,
  receiptNumber,
  signUpVerified,
} from "./shopper.ts";

interface Platform {
  profileUrl: string;
  host: string;
  /** What the shop has told it. */
  received: { headers: IncomingHttpHeaders; body: { fulfillment: { events: { type: string }[] } } }[];
}

const version = "2026-04-08";

/** A platform on this machine, and a shop that may reach it. */
const test = base.extend<{ platform: Platform; ucpShop: RunningShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
  platform: async ({}, use) => {
    const received: Platform["received"] = [];
    const names = ["cart", "checkout", "fulfillment", "discount", "order"].map((name) => `dev.ucp.shopping.${name}`);
    const server = createServer(async (request, response) => {
      if (request.method === "POST") received.push({ headers: request.headers, body: JSON.parse(await text(request)) });
      const capabilities = Object.fromEntries(
        names.map((name) => [name, [{ version, config: { webhook_url: `${url}/hook` } }]]),
      );
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ucp: { version, services: {}, capabilities, payment_handlers: {} } }));
    }).listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const url = `http://${host}`;
    await use({ profileUrl: `${url}/profile.json`, host, received });
    server.closeAllConnections();
    server.close();
  },
  ucpShop: async ({ platform }, use) => {
    const { shop, close } = await openRunningShop("sqlite", { ALLOWED_PRIVATE_HOSTS: platform.host });
    await use(shop);
    await close();
  },
});

test.afterEach(async ({ shop }) => removeDiscounts(await shop.inside()));

/** Asks the shop as the platform. */
async function ask({ request }: Page, { url }: RunningShop, { profileUrl }: Platform, path: string, data?: object) {
  const headers = { "UCP-Agent": `profile="${profileUrl}"` };
  const answer = await request.fetch(`${url}/ucp/v1${path}`, { method: data ? "POST" : "GET", headers, data });
  return answer.json();
}

const destination = {
  street_address: "Bryggen 7",
  address_locality: "Bergen",
  postal_code: "5003",
  address_country: "NO",
};

test("a platform prepares a checkout, its buyer takes it over and pays, and the platform follows the order", async ({
  page,
  platform,
  ucpShop,
  browser,
}) => {
  const inside = await ucpShop.inside();
  await setUpDiscount(inside, { code: "SPRING", value: "10" });
  const email = await signUpVerified(page, ucpShop);
  const call = (path: string, data?: object) => ask(page, ucpShop, platform, path, data);
  const checkout = await call("/checkout-sessions", {
    line_items: [{ item: { id: honey.id }, quantity: 2 }],
    discounts: { codes: ["spring"] },
    buyer: { first_name: "Ada", email },
    fulfillment: { methods: [{ type: "shipping", destinations: [destination] }] },
  });
  expect(checkout.status).toBe("requires_escalation");
  const link = checkout.continue_url.replace(/^https?:\/\/[^/]+/, ucpShop.url);

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(link);
  await expect(plain.getByRole("main")).toContainText(honey.title);
  await expect(plain.getByRole("main")).toContainText("Turn on JavaScript to add these items", { useInnerText: true });
  await expect(plain.getByRole("main")).not.toContainText(/Ada|Bryggen/);
  await plain.context().close();

  await fillCart(page, lemons);
  await openPage(page, link);
  await expect(page.getByRole("heading", { name: "Add these items to your cart?" })).toBeVisible();
  await expectBadge(page, 1);
  for (const _ of ["opened", "opened again"]) {
    await openPage(page, link);
    await page.getByRole("main").getByRole("button", { name: "Add to cart" }).click();
    await expect(page).toHaveURL(`${ucpShop.url}/cart`);
    await expectBadge(page, 3);
  }
  await page.getByRole("button", { name: "To Checkout" }).click();
  await expect(page.getByRole("button", { name: "Remove discount code SPRING" })).toBeVisible();
  expect(await expectListed(page)).toContain("local storage platformCheckout-*");
  await fillPayment(page);
  const address = page.getByLabel("Billing Address");
  await expect(address).toHaveValue("Storgata 1, 0155 Oslo");
  const asked = `${platform.host} asked us to send this to Bryggen 7, 5003 Bergen, Norway.`;
  await expect(page.getByText(asked)).toBeVisible();
  await page.getByRole("button", { name: "Use this address" }).press("Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveValue("Bryggen 7, 5003 Bergen, Norway");
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  await expect(lineOf(page, honey)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Bryggen 7, 5003 Bergen, Norway");

  const completed = await call(`/checkout-sessions/${checkout.id}`);
  expect(completed).toMatchObject({ status: "completed", order: { label: orderNumber } });
  await sendOrder(inside, orderNumber, { actor: staff("olga@example.com"), carrier: "Bring", tracking: "TEST1" });
  const order = await call(`/orders/${completed.order.id}`);
  expect(order).toMatchObject({ fulfillment: { events: [{ type: "shipped", tracking_number: "TEST1" }] } });
  const isTold = () =>
    platform.received.some(({ body }) => body.fulfillment.events.some(({ type }) => type === "shipped"));
  await expect.poll(isTold).toBe(true);
  await openPage(page, link);
  await expect(page.getByRole("heading", { name: "This has been ordered." })).toBeVisible();
});
