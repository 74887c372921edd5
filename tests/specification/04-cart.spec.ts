import type { Page } from "@playwright/test";
import { holdRequests } from "../journeys/hold-requests.ts";
import { verificationLink } from "../journeys/mails.ts";
import { openPage, reloadPage } from "../journeys/open-page.ts";
import { importProducts, ordersOf, productOf } from "../journeys/owner.ts";
import {
  addToCart,
  expectBadge,
  fillCart,
  fillPayment,
  lineOf,
  purchaseButton,
  receiptNumber,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const stool = productOf({ id: "stool-1", title: "Oak Stool", price: 30 });
const sameStool = productOf({ id: "stool-2", title: "Oak Stool", price: 30 });
const lamp = productOf({ id: "lamp", title: "Paper Lamp", price: 12.5 });

test("add: an item with the same id or the same title rises by 1, another is added with quantity 1, and a toast follows", async ({
  page,
  shop,
}) => {
  await importProducts(shop, stool, sameStool, lamp);
  for (const [product, pieces] of [
    [stool, 1],
    [stool, 2],
    [sameStool, 3],
    [lamp, 4],
  ] as const) {
    await openPage(page, `/products/${product.id}`);
    await page.getByRole("button", { name: "Add to cart" }).click();
    await expectToast(page, "✅ Added to Cart", `${product.title} has been added to your cart!`);
    await expectBadge(page, pieces);
  }
  expect(await storedCart(page)).toMatchObject([
    { id: "stool-1", title: "Oak Stool", price: 30, quantity: 3 },
    { id: "lamp", title: "Paper Lamp", price: 12.5, quantity: 1 },
  ]);
});

test("increase by 1, decrease by 1, remove; the counter removes the item when decreasing from 1; saved on every change, loaded at start", async ({
  page,
  shop,
}) => {
  await importProducts(shop, stool, lamp);
  await fillCart(page, stool, lamp);
  await openPage(page, "/cart");
  const press = (name: string) => page.getByRole("button", { name }).click();
  const expectSaved = (...quantities: number[]) =>
    expect.poll(async () => (await storedCart(page)).map(({ quantity }) => quantity)).toEqual(quantities);
  await press("Increase quantity of Oak Stool");
  await expectSaved(2, 1);
  await press("Increase quantity of Oak Stool");
  await expectSaved(3, 1);
  await press("Decrease quantity of Oak Stool");
  await expectSaved(2, 1);
  await reloadPage(page);
  await expect(lineOf(page, stool)).toContainText("$60.00");
  await press("Decrease quantity of Paper Lamp");
  await expectSaved(2);
  await expect(lineOf(page, lamp)).toHaveCount(0);
  await lineOf(page, stool).getByRole("button", { name: "Remove" }).click();
  await expectSaved();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});

test("To Checkout: /sign-in when not signed in, /verify-email when unverified, both with state from=cart; otherwise /checkout", async ({
  page,
  shop,
}) => {
  await importProducts(shop, lamp);
  await fillCart(page, lamp);
  const toCheckout = async (destination: string) => {
    await openPage(page, "/cart");
    await page.getByRole("button", { name: "To Checkout" }).click();
    await expect(page).toHaveURL(destination);
    return page.evaluate(() => history.state.usr);
  };
  expect(await toCheckout("/sign-in")).toEqual({ from: "cart" });
  const email = await signUp(page);
  expect(await toCheckout("/verify-email")).toEqual({ from: "cart" });
  await page.request.get(await verificationLink(shop, email));
  await toCheckout("/checkout");
});

test("purchase: the order is saved, the cart cleared, the form reset, and the user goes to /order-confirmation/{orderNumber}", async ({
  page,
  shop,
}) => {
  await importProducts(shop, lamp);
  const email = await signUpVerified(page, shop);
  await addToCart(page, lamp);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  await expect(page).toHaveURL(`/order-confirmation/${orderNumber}`);
  expect(await ordersOf(shop, email)).toMatchObject([{ orderNumber, totalPrice: "12.50" }]);
  await expectBadge(page, 0);
  expect(await storedCart(page)).toEqual([]);
  await page.goBack();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await addToCart(page, lamp);
  await openPage(page, "/checkout");
  for (const field of ["Cardholder Name", "Payment Method", "Card Number", "CVV"]) {
    await expect(page.getByLabel(field)).toHaveValue("");
  }
  await expect(page.getByLabel("Billing Address")).toHaveValue("Storgata 1, 0155 Oslo, Norway");
});

test("the processing flag is set while submitting, and cleared after the save attempt, success or failure", async ({
  page,
  shop,
  problems,
}) => {
  await importProducts(shop, lamp);
  await signUpVerified(page, shop);
  await fillCart(page, lamp);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^500 POST \/orders/);
  const failing = await holdRequests(page, "POST", "/orders", (route) => route.fulfill({ status: 500 }));
  await purchaseButton(page).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await failing.letGo();
  await expect(purchaseButton(page)).toBeEnabled();
  const saving = await holdRequests(page, "POST", "/orders");
  await purchaseButton(page).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await saving.letGo();
  await receiptNumber(page);
  await expect(page.getByRole("button", { name: "Processing..." })).toHaveCount(0);
});

/** The cart as the browser keeps it. */
function storedCart(page: Page): Promise<{ id: string; quantity: number }[]> {
  return page.evaluate(() => {
    const token = localStorage.getItem("cartToken");
    return JSON.parse(localStorage.getItem(`cart-${token}`) ?? "[]");
  });
}
