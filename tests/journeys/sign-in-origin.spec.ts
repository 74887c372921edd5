import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, fillSignIn, signInButton, signUpVerified } from "./shopper.ts";

test("whoever signs in on the way from the cart goes on to the checkout", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await addToCart(page, { id: "lemons", title: "Unwaxed Lemons" });
  await openPage(page, "/cart");
  await page.getByRole("button", { name: "To Checkout" }).click();
  await expect(page).toHaveURL("/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/checkout");
});
