import { holdRequests } from "./hold-requests.ts";
import { openPage } from "./open-page.ts";
import { importProducts, importSampleCatalogOnly, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  expectBadge,
  fillCart,
  fillSignIn,
  honey,
  lemons,
  lineOf,
  orderFor,
  signInButton,
  signUpVerified,
} from "./shopper.ts";

const tin = productOf({ id: "tin", title: "Tea Tin", price: 15 });

test("My orders lists orders newest first, with receipts and Buy again for available items", async ({ page, shop }) => {
  await importProducts(shop, tin);
  const email = await signUpVerified(page, shop);
  await openPage(page, "/orders");
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  const first = await orderFor(shop, email, honey, tin);
  const second = await orderFor(shop, email, lemons);
  await importSampleCatalogOnly(shop);
  await openPage(page, "/profile");
  await page.getByRole("link", { name: "View all orders" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    `Order ${second}`,
    `Order ${first}`,
  ]);
  const order = page.getByRole("listitem").filter({ hasText: `Order ${first}` });
  await expect(order).toContainText("$27.95");
  await expect(order.getByRole("img")).toHaveCount(2);
  await order.getByRole("button", { name: "Buy again" }).click();
  await expect(order.getByRole("status")).toContainText("1 item has been added to your cart.");
  await expect(order.getByRole("status")).toContainText("Tea Tin is no longer available.");
  await expectBadge(page, 1);
  await order.getByRole("link", { name: `Order ${first}` }).click();
  await expect(page).toHaveURL(`/order-confirmation/${first}`);
});

test("My orders shows ten orders per page", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  const numbers: string[] = [];
  for (let order = 0; order < 11; order++) numbers.unshift(await orderFor(shop, email, lemons));
  await openPage(page, "/orders");
  const shown = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(shown).toHaveText(numbers.slice(0, 10).map((number) => `Order ${number}`));
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL("/orders?page=2");
  await expect(shown).toHaveText([`Order ${numbers[10]}`]);
});

test("an order's link opens the order after signing in", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  const number = await orderFor(shop, email, honey);
  await page.context().clearCookies();
  await openPage(page, `/order-confirmation/${number}`);
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL(`/order-confirmation/${number}`);
  await expect(lineOf(page, honey)).toBeVisible();
});

test("a shared cart never says that the cart is empty while it loads", async ({ page }) => {
  const loading = await holdRequests(page, "POST", "/cart/goods");
  await openPage(page, `/cart?add=${honey.id}:2`);
  await expect(page.getByRole("main").getByText("Loading")).toBeVisible();
  await expect(page.getByText("Your cart is empty.")).toBeHidden();
  await loading.letGo();
  const offer = page.getByRole("region", { name: "Add these items to your cart?" });
  await expect(offer).toContainText("2 × $12.95");
  await expect(page.getByText("Your cart is empty.")).toBeHidden();
  await offer.getByRole("link", { name: "No thanks" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});

test("help with an order opens the contact form with its number and the customer's details, and keeps what is typed", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const number = await orderFor(shop, email, honey);
  await openPage(page, "/orders");
  const details = await holdRequests(page, "GET", "/profile/contact-details");
  await page.getByRole("link", { name: "Need help with this order?" }).click();
  await expect(page.getByLabel("Order number")).toHaveValue(number);
  await page.getByLabel("First name").fill("Grace");
  await details.letGo();
  await expect(page.getByLabel("Last name")).toHaveValue("Lovelace");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
});

test("a shared cart link asks before it adds items, also after Reload and Back", async ({ page, anotherBrowser }) => {
  await fillCart(page, honey, honey, lemons);
  await openPage(page, "/cart");
  const address = await page.getByRole("link", { name: "Share this cart" }).getAttribute("href");
  expect(address).toBe(`/cart?add=${honey.id}:2,lemons:1`);
  const other = await anotherBrowser();
  await fillCart(other, lemons);
  await openPage(other, "/about");
  await openPage(other, `${address},nothing:1`);
  const offer = other.getByRole("region", { name: "Add these items to your cart?" });
  await expect(offer).toContainText(`2 × $12.95`);
  await expect(offer).toContainText("One item is no longer available.");
  await expectBadge(other, 1);
  await offer.getByRole("button", { name: "Add to cart" }).click();
  await expect(offer).toHaveCount(0);
  await expectBadge(other, 4);
  await expect(other).toHaveURL("/cart");
  await other.reload();
  await expect(lineOf(other, honey)).toContainText("$25.90");
  await other.goBack();
  await expectBadge(other, 4);
});
