import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, fillPayment, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

test("a cart that was changed after a lost answer is bought as it is now", async ({ page, shop, problems }) => {
  const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12 });
  await importProducts(shop, mug);
  const email = await signUpVerified(page, shop);
  await addToCart(page, mug);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/checkout/);
  await page.route(
    (url) => url.pathname.startsWith("/checkout"),
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await page.getByRole("button", { name: "Increase quantity of Enamel Mug" }).click();
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(page.getByRole("main")).toContainText("$19.98");
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "19.98" }, { totalPrice: "9.99" }]);
});
