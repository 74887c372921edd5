import type { Page } from "@playwright/test";
import { requestStockAlert } from "#shop/catalog/alerts/stock-alerts.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { saveGuarantee } from "#shop/content/legal-guarantee.ts";
import { createCart } from "#shop/platforms/carts.ts";
import { centsFromNumber } from "#shop/values/money.ts";
import { openPage } from "../journeys/open-page.ts";
import type { createProblems } from "../journeys/problems.ts";
import { expect, shopOf } from "../journeys/shop-test.ts";
import {
  fillCart,
  fillPayment,
  honey,
  lemons,
  newEmail,
  purchaseButton,
  sampleProduct,
  signInButton,
} from "../journeys/shopper.ts";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { orderOf } from "../support/orders.ts";
import { removePastOrders, setUpPastOrder } from "../support/past-orders.ts";
import { callerOf, cartFormOf, linesOf } from "../support/platforms.ts";
import { setDelivery } from "../support/set-delivery.ts";
import { setSettings } from "../support/set-settings.ts";
import { oslo, removeDeliveries, setUpDelivery, setUpPlace } from "../support/set-up-delivery.ts";
import { buyerOf, setUpInvoice } from "../support/set-up-invoice.ts";

/** What a screen is opened with. */
export interface Stage {
  page: Page;
  /** A receipt of the signed-in customer's; "" for a visitor. */
  orderNumber: string;
  problems: ReturnType<typeof createProblems>;
}

/** A state of a page that a shopper sees, and the way there. */
export interface Screen {
  name: string;
  /** Whether a verified customer sees it, with an order; a visitor otherwise. */
  signedIn?: boolean;
  /** Whether that customer is an owner of the shop. */
  forOwners?: boolean;
  /** Where it exists on phones only. */
  phoneOnly?: boolean;
  open: (stage: Stage) => Promise<void>;
}

const soldOut = sampleProduct("solvene-ambre-nuit-travel-spray");

export const receipt: Screen = {
  name: "receipt",
  signedIn: true,
  open: ({ page, orderNumber }) => openPage(page, `/order-confirmation/${orderNumber}`),
};

export const invoice: Screen = {
  name: "invoice",
  signedIn: true,
  async open({ page, orderNumber }) {
    const shop = await shopOf(page).inside();
    await openPage(page, `/orders/${await setUpInvoice(shop, await buyerOf(shop, orderNumber))}/invoice`);
  },
};

/** Every screen of the shop in every state that looks different. */
export const screens: Screen[] = [
  { name: "home", open: ({ page }) => openPage(page, "/") },
  { name: "about", open: ({ page }) => openPage(page, "/about") },
  {
    name: "menu open",
    phoneOnly: true,
    async open({ page }) {
      await openPage(page, "/");
      await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
    },
  },
  { name: "products", open: ({ page }) => openPage(page, "/products") },
  { name: "products of a category", open: ({ page }) => openPage(page, "/products?filter=fragrances") },
  { name: "all categories", open: ({ page }) => openPage(page, "/categories") },
  { name: "products, last page", open: ({ page }) => openPage(page, "/products?page=2") },
  { name: "product", open: ({ page }) => openPage(page, `/products/${honey.id}`) },
  {
    name: "product, added to the cart",
    async open({ page }) {
      await openPage(page, `/products/${lemons.id}`);
      await page.getByRole("button", { name: "Add to cart" }).click();
      await page.getByText("✅ Added to Cart").waitFor();
    },
  },
  { name: "product, sold out", open: ({ page }) => openPage(page, `/products/${soldOut.id}`) },
  {
    name: "product not found",
    async open({ page, problems }) {
      problems.expect(/^404 GET \/products\/nothing$/);
      await page.addInitScript(stayOnPage);
      await openPage(page, "/products/nothing");
    },
  },
  { name: "cart, empty", open: ({ page }) => openPage(page, "/cart") },
  { name: "cart", open: ({ page }) => openCart(page) },
  {
    name: "cart, a line removed",
    async open({ page }) {
      await openCart(page);
      await page.getByRole("button", { name: "Remove" }).first().click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  },
  {
    name: "cart, shared and changed",
    async open({ page }) {
      await fillCart(page, { ...honey, price: 9 }, soldOut, lemons);
      await openPage(page, `/cart?add=${lemons.id}:2,${soldOut.id}:1`);
      await page.getByRole("button", { name: "Accept changes" }).waitFor();
      await page.getByRole("heading", { name: "Add these items to your cart?" }).waitFor();
      await page.getByRole("link", { name: "Share this cart" }).waitFor();
    },
  },
  {
    name: "cart, from a platform",
    async open({ page }) {
      const shop = await shopOf(page).inside();
      const form = cartFormOf({ line_items: linesOf({ [honey.id]: 2, [lemons.id]: 1, [soldOut.id]: 1 }) });
      const { continue_url } = await createCart(shop.db, callerOf(shop), form);
      await fillCart(page, honey);
      await openPage(page, new URL(continue_url).pathname);
      await page.getByRole("button", { name: "Add to cart" }).waitFor();
    },
  },
  { name: "back in stock", open: ({ page }) => openPage(page, `/back-in-stock?product=${soldOut.id}`) },
  { name: "back in stock, confirmation", open: ({ page }) => openAlertLink(page, "confirm") },
  { name: "back in stock, unsubscribe", open: ({ page }) => openAlertLink(page, "leave") },
  {
    name: "back in stock, unsubscribed",
    async open({ page }) {
      await openAlertLink(page, "leave");
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await page.getByRole("heading", { name: "You're unsubscribed" }).waitFor();
    },
  },
  { name: "back in stock, expired link", open: ({ page }) => openPage(page, "/back-in-stock?leave=nothing") },
  { name: "sign in", open: ({ page }) => openPage(page, "/sign-in") },
  {
    name: "sign in, errors",
    async open({ page }) {
      await openPage(page, "/sign-in");
      await signInButton(page).click();
      await page.getByText("Email is required").waitFor();
    },
  },
  {
    name: "sign in, password dialog",
    async open({ page }) {
      await openPage(page, "/sign-in");
      await page.getByRole("link", { name: "here" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send reset link" }).click();
      await page.getByRole("dialog").locator("[aria-invalid]").waitFor();
    },
  },
  { name: "sign up", open: ({ page }) => openPage(page, "/sign-up") },
  {
    name: "sign up, errors",
    async open({ page }) {
      await openPage(page, "/sign-up");
      await page.getByLabel("Password", { exact: true }).fill("Torg1");
      await page.getByRole("button", { name: "Show password" }).click();
      await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
      await page.getByText("First name is required").waitFor();
    },
  },
  { name: "reset password", open: ({ page }) => openPage(page, "/reset-password") },
  {
    name: "reset password, link not good",
    open: ({ page }) => openPage(page, "/reset-password?token=nothing"),
  },
  { name: "contact", open: ({ page }) => openPage(page, "/contact") },
  {
    name: "contact, errors",
    async open({ page }) {
      await openPage(page, "/contact");
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator("[aria-invalid]").first().waitFor();
    },
  },
  {
    name: "checkout, with the notice about the legal guarantee",
    signedIn: true,
    async open({ page }) {
      const shop = await shopOf(page).inside();
      const none = { guaranteeNotice: "", guaranteeText: "" };
      const shown = {
        guaranteeNotice: "/pictures/home-hero/main-800.webp?size=1200x750",
        guaranteeText: "At least two years.",
      };
      await saveGuarantee(shop, shown, { original: none, actor: "owner@example.com" });
      await fillCart(page, honey);
      // The shop follows the change a moment later.
      await expect(async () => {
        await openPage(page, "/checkout");
        await page.getByText("Official EU notice").click({ timeout: 2000 });
      }).toPass();
      await page.getByRole("img", { name: "official notice" }).waitFor();
      await saveGuarantee(shop, none, { original: shown, actor: "owner@example.com" });
    },
  },
  { name: "profile", signedIn: true, open: ({ page }) => openPage(page, "/profile") },
  {
    name: "profile, editing with errors",
    signedIn: true,
    async open({ page }) {
      await openPage(page, "/profile");
      await page.getByRole("button", { name: "Edit profile" }).click();
      await page.getByLabel("Street").fill("Storgata");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Street must contain").waitFor();
    },
  },
  { name: "checkout, empty", signedIn: true, open: ({ page }) => openPage(page, "/checkout") },
  {
    name: "checkout",
    signedIn: true,
    async open({ page }) {
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await fillPayment(page);
    },
  },
  {
    name: "checkout, errors",
    signedIn: true,
    async open({ page }) {
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await purchaseButton(page).click();
      await page.getByText("Card name is required").waitFor();
    },
  },
  {
    name: "checkout, with a discount code",
    signedIn: true,
    async open({ page }) {
      const shop = await shopOf(page).inside();
      await setUpDiscount(shop, { code: "SPRING10" });
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await page.getByLabel("Discount code").fill("spring 10");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("button", { name: "Remove discount code" }).waitFor();
      await removeDiscounts(shop);
    },
  },
  {
    name: "checkout, with delivery options",
    signedIn: true,
    async open({ page }) {
      const shop = await shopOf(page).inside();
      await setUpDelivery(shop, { name: "Express, in the evening", price: "9.90" });
      const pickup = await setUpDelivery(shop, { name: "Pick up in Oslo", price: "", pickup: "on", postcodes: "0*" });
      await setUpPlace(shop, pickup, oslo);
      await setUpPlace(shop, pickup, { name: "Grünerløkka", street: "Markveien 5", zipCode: "0554", city: "Oslo" });
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await page.getByRole("radio", { name: "Pick up in Oslo" }).check();
      await page.getByRole("radio", { name: "Grünerløkka" }).check();
      await page.getByRole("radio", { name: oslo.name }).check();
      await removeDeliveries(shop);
    },
  },
  {
    name: "checkout by invoice, with a note and a phone number",
    signedIn: true,
    async open({ page }) {
      const shop = await shopOf(page).inside();
      const paymentInstructions = "Account 1234 56 78901";
      await setSettings(shop, { paymentInstructions, customerNotes: "on", customerPhones: "on" });
      await fillCart(page, honey);
      await expect(async () => {
        await openPage(page, "/checkout");
        await page.getByLabel("Note").waitFor({ timeout: 500 });
      }).toPass();
      await setSettings(shop, { paymentInstructions: "", customerNotes: "", customerPhones: "" });
    },
  },
  {
    name: "checkout of a visitor, with a code to type",
    async open({ page }) {
      const shop = await shopOf(page).inside();
      await setSettings(shop, { quickCheckout: "on" });
      await fillCart(page, honey);
      await expect(async () => {
        await openPage(page, "/checkout");
        // The sign-in page has an email too.
        await page.getByRole("button", { name: "Continue" }).waitFor({ timeout: 500 });
      }).toPass();
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Email").press("Enter");
      await page.getByLabel("Code", { exact: true }).waitFor();
      await setSettings(shop, { quickCheckout: "" });
    },
  },
  {
    name: "receipt that says how to pay",
    signedIn: true,
    async open({ page, orderNumber }) {
      const shop = await shopOf(page).inside();
      await setSettings(shop, { paymentInstructions: "Account 1234 56 78901\nwithin 14 days" });
      const form = { ...orderOf([[honey.id, 1, centsFromNumber(honey.price, "USD")]]), note: "Ring twice" };
      const unpaid = await placeOrder(shop.db, await buyerOf(shop, orderNumber), form, shop.now(), "manual");
      await expect(async () => {
        await openPage(page, `/order-confirmation/${unpaid}`);
        await page.getByText("How to pay").waitFor({ timeout: 500 });
      }).toPass();
      await setSettings(shop, { paymentInstructions: "" });
    },
  },
  {
    name: "checkout, where nothing delivers",
    signedIn: true,
    async open({ page }) {
      const shop = await shopOf(page).inside();
      await setDelivery(shop, { postcodes: "50*" });
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await page.getByText("We don't deliver to this address").waitFor();
      await setDelivery(shop, {});
    },
  },
  {
    name: "checkout, with a wrong discount code",
    signedIn: true,
    async open({ page, problems }) {
      const shop = await shopOf(page).inside();
      problems.expect(/^422 POST \/checkout/);
      await setUpDiscount(shop, { code: "SPRING10" });
      await fillCart(page, honey);
      await openPage(page, "/checkout");
      await page.getByLabel("Discount code").fill("spring 11");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("This code isn't valid").last().waitFor();
      await removeDiscounts(shop);
    },
  },
  receipt,
  invoice,
  {
    name: "my orders",
    signedIn: true,
    async open({ page }) {
      await openPage(page, "/orders");
      await page.getByRole("button", { name: "Buy again" }).first().click();
      await page.getByText("added to your cart").first().waitFor();
    },
  },
  {
    name: "order of the earlier shop",
    signedIn: true,
    async open({ page, orderNumber }) {
      const shop = await shopOf(page).inside();
      const buyer = shop.db
        .selectFrom("customers")
        .select("email")
        .where("uid", "=", await buyerOf(shop, orderNumber));
      const { email } = await buyer.executeTakeFirstOrThrow();
      const id = await setUpPastOrder(shop, email);
      await openPage(page, "/orders");
      await page.getByRole("link", { name: "Order #1001" }).click();
      await page.waitForURL(`**/orders/earlier/${id}`);
      await page.getByText("From our earlier shop").waitFor();
      await removePastOrders(shop);
    },
  },
  {
    name: "receipt not found",
    signedIn: true,
    async open({ page, problems }) {
      problems.expect(/^404 GET \/order-confirmation\/NOTHING000$/);
      await openPage(page, "/order-confirmation/NOTHING000");
    },
  },
  {
    name: "page not found",
    async open({ page, problems }) {
      problems.expect(/^404 GET \/nowhere$/);
      await openPage(page, "/nowhere");
    },
  },
];

/** Runs in the page: it doesn't lead on after three seconds, in the middle of what it is judged by. */
function stayOnPage() {
  const { setTimeout } = window;
  const patient = (work: TimerHandler, delay?: number) => (delay === 3000 ? 0 : setTimeout(work, delay));
  Object.assign(window, { setTimeout: patient });
}

async function openCart(page: Page) {
  await fillCart(page, honey, lemons);
  await openPage(page, "/cart");
  await page.getByRole("button", { name: "To Checkout" }).waitFor();
}

/** Opens the page that a mail about a sold-out product links to. */
async function openAlertLink(page: Page, step: "confirm" | "leave") {
  const shop = await shopOf(page).inside();
  const email = `${crypto.randomUUID()}@example.com`;
  await requestStockAlert(shop, { productId: soldOut.id, email }, { address: "203.0.113.7", verifiedEmail: undefined });
  const { id } = await shop.db
    .selectFrom("stockAlerts")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await openPage(page, `/back-in-stock?${step}=${id}`);
}
