import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import { setRole } from "#shop/owners/owners.ts";
import { openPage } from "../journeys/open-page.ts";
import { card, cartLink, purchaseButton, receiptNumber, sampleProduct, signUpVerified } from "../journeys/shopper.ts";
import { orderOf } from "../support/orders.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { expect, test } from "./screen-test.ts";

const file = join(import.meta.dirname, "../../screenshots/purchase.webp");
const canvas = { width: 1280, height: 800 };
const phone = { viewport: { width: 360, height: 740 }, left: 30, top: 30 };
const desktop = { viewport: { width: 830, height: 740 }, left: 420, top: 30 };
const radius = 18;

/** A picture of both screens, and how long it is shown. */
interface Frame {
  image: Buffer;
  ms: number;
}

test("a purchase on a phone, and the order on the dashboard", async ({ shop, anotherBrowser }) => {
  const customer = await anotherBrowser({ viewport: phone.viewport, isMobile: true, hasTouch: true });
  const owner = await anotherBrowser({ viewport: desktop.viewport });
  await signUpVerified(customer, shop);
  const ownerEmail = await signUpVerified(owner, shop);
  await setRole(await shop.inside(), ownerEmail, "owner", "command line");
  await placeEarlierOrders(shop, ownerEmail);
  const frames: Frame[] = [];
  const record = async (ms: number) => {
    frames.push({ image: await pictureOf(customer, owner), ms });
  };
  await owner.goto("/owner");
  await shopOnPhone(customer, record);
  await readOrder(owner, await receiptNumber(customer), record);
  await save(frames);
});

/** Sales of the last two months, so that the dashboard has something to compare. All are sent. */
async function placeEarlierOrders(running: RunningShop, email: string) {
  const shop = await running.inside();
  const { uid } = await shop.db
    .selectFrom("customers")
    .select("uid")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const products = ["nordvind-morning-roast", "haldera-wildflower-honey", "fjordlys-spruce-hand-soap", "apples"].map(
    sampleProduct,
  );
  for (let age = 58; age > 0; age--) {
    const lines = products
      .filter((_, index) => (age * 7 + index * 5) % 9 < 3)
      .map(({ id, price }, index): [string, number, number] => [id, 1 + ((age + index) % 2), Math.round(price * 100)]);
    if (lines.length === 0) continue;
    const orderNumber = await placeOrder(shop.db, uid, orderOf(lines), new Date(Date.now() - age * 86_400_000));
    await sendOrder(shop, orderNumber, { actor: staff(email), carrier: null, tracking: null });
  }
}

async function shopOnPhone(page: Page, record: (ms: number) => Promise<void>) {
  await openPage(page, "/");
  await record(1400);
  await openPage(page, "/products");
  await record(800);
  const title = sampleProduct("solvene-ambre-nuit").title;
  await page.getByRole("main").getByRole("link", { name: title }).first().click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await record(1200);
  const button = page.getByRole("button", { name: "Add to cart" }).first();
  await button.scrollIntoViewIfNeeded();
  await button.click();
  await expect(page.getByText(`${title} has been added to your cart!`).last()).toBeVisible();
  await record(1200);
  await cartLink(page).click();
  await page.getByRole("main").getByText(title).first().waitFor();
  await page.waitForLoadState("networkidle");
  await record(1200);
  await openPage(page, "/checkout");
  await payOnPhone(page, record);
}

async function payOnPhone(page: Page, record: (ms: number) => Promise<void>) {
  await record(600);
  for (const [label, text] of [
    ["Cardholder Name", card.name],
    ["Card Number", card.number],
    ["CVV", card.cvv],
  ] as const) {
    if (label === "Card Number") await page.getByLabel("Payment Method").selectOption("Visa");
    if (label === "CVV") {
      await page.getByLabel("Expiry Month").fill(card.month);
      await page.getByLabel("Expiry Year").fill(card.year);
    }
    await page.getByLabel(label).fill(text);
    await record(400);
  }
  await page.getByLabel("Billing Address").fill("Storgata 1, 0155 Oslo");
  await purchaseButton(page).scrollIntoViewIfNeeded();
  await record(1000);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await page.waitForLoadState("networkidle");
  await record(1400);
}

async function readOrder(page: Page, orderNumber: string, record: (ms: number) => Promise<void>) {
  await page.goto("/owner");
  await record(2000);
  await page.getByRole("link", { name: /Orders? to fulfil/ }).click();
  await page.getByRole("link", { name: orderNumber }).first().waitFor();
  await record(1600);
  await page.getByRole("link", { name: orderNumber }).first().click();
  await page.getByRole("heading", { name: orderNumber }).first().waitFor();
  await record(3000);
}

/** Both screens beside each other. */
async function pictureOf(customer: Page, owner: Page) {
  const screens = [
    { page: customer, ...phone },
    { page: owner, ...desktop },
  ];
  const layers = await Promise.all(
    screens.map(async ({ page, viewport, left, top }) => {
      const { width, height } = viewport;
      const mask = Buffer.from(
        `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`,
      );
      const screen = sharp(await page.screenshot()).composite([{ input: mask, blend: "dest-in" }]);
      return { input: await screen.png().toBuffer(), left, top };
    }),
  );
  const background = { ...canvas, channels: 3 as const, background: "#d8ccba" };
  return sharp({ create: background }).composite(layers).png().toBuffer();
}

async function save(frames: Frame[]) {
  await mkdir(join(file, ".."), { recursive: true });
  const images = frames.map(({ image }) => image);
  const delay = frames.map(({ ms }) => ms);
  await sharp(images, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 78, effort: 6 })
    .toFile(file);
}
