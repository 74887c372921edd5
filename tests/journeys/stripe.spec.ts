import type { Page } from "@playwright/test";
import { test as base, expect } from "../specification/trouble-test.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { freePort } from "../support/server-process.ts";
import {
  openStripeStandIn,
  type StripeStandIn,
  stripeSecretKey,
  stripeWebhookSecret,
} from "../support/stripe-stand-in.ts";
import { openPage } from "./open-page.ts";
import { expectBadge, fillCart, honey, lineOf, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

/** Tests of a shop that is paid by way of Stripe's stand-in. */
const test = base.extend<{ stripe: StripeStandIn; paidShop: RunningShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
  stripe: async ({}, use) => {
    const port = await freePort();
    const stripe = await openStripeStandIn({ eventsTo: `http://localhost:${port}/payments/stripe` });
    await use(stripe);
    await stripe.close();
  },
  paidShop: async ({ stripe, anotherServer }, use) => {
    await use(
      await anotherServer({
        PORT: new URL(stripe.eventsTo ?? "").port,
        STRIPE_SECRET_KEY: stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
        STRIPE_API_URL: stripe.url,
      }),
    );
  },
});

async function pressPurchase(page: Page) {
  await expect(page.getByLabel("Payment Method").getByRole("option")).toHaveText(["Any card", "Visa", "Mastercard"]);
  await page.getByLabel("Billing Address").fill("Storgata 1, 0155 Oslo");
  await purchaseButton(page).click();
  await expect(page.getByRole("heading", { name: `Pay $${honey.price.toFixed(2)}` })).toBeVisible();
  return page.url();
}

// The page is asked for last, so that it is closed before the server that it saves its cart at.
test("a shopper cancels on Stripe's page, returns to an unchanged cart, then pays; items added since stay", async ({
  stripe,
  paidShop,
  page,
}) => {
  await signUpVerified(page, paidShop);
  await fillCart(page, honey);
  await openPage(page, `${paidShop.url}/checkout`);
  for (const label of ["Cardholder Name", "Card Number", "Expiry Month", "Expiry Year", "CVV"]) {
    await expect(page.getByLabel(label)).toHaveCount(0);
  }
  const paymentPage = await pressPurchase(page);

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(`${paidShop.url}/checkout`);
  await expectBadge(page, 1);
  await expect(page.getByRole("status").filter({ hasText: "isn't paid yet" })).toBeVisible();
  expect(await pressPurchase(page)).toBe(paymentPage);

  const other = await page.context().newPage();
  await openPage(other, `${paidShop.url}/products/${honey.id}`);
  await other.getByRole("button", { name: "Add to cart" }).click();
  await expectBadge(other, 2);
  await page.getByRole("button", { name: "Pay" }).click();
  await receiptNumber(page);
  await expect(page.getByRole("main").getByText("Paid", { exact: true })).toBeVisible();
  await expect(lineOf(page, honey)).toBeVisible();
  for (const tab of [page, other]) await expectBadge(tab, 1);
  await other.close();
  await expect.poll(() => stripe.books.countDeliveries(), "events that the shop has not taken").toBe(0);
  expect(stripe.books.list("session")).toHaveLength(1);
});
