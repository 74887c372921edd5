import { setRole } from "#shop/owners/owners.ts";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { expectListed } from "./kept-in-browser.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, fillPayment, lemons, purchaseButton, receiptNumber, signUp, signUpVerified } from "./shopper.ts";

const scrolled = "session storage react-router-scroll-positions";
const cart = ["local storage cart-*", "local storage cartToken", "local storage lastQuantity-*"];
const signedIn = ["cookie torg.device", "cookie torg.session_token"];

test("a browser that looks around holds nothing of the shop; cart, code, account and checkout add what is listed for them", async ({
  page,
  shop,
  anotherBrowser,
}) => {
  await openPage(page, "/");
  expect(await expectListed(page)).toEqual([]);
  for (const path of ["/products", "/cart", "/sign-in", "/contact"]) await openPage(page, path);
  expect(await expectListed(page)).toEqual([scrolled]);

  await openPage(page, "/?code=SPRING10");
  expect(await expectListed(page)).toEqual(["local storage linkedCode", scrolled]);
  await addToCart(page, lemons);
  expect(await expectListed(page)).toEqual([...cart, "local storage linkedCode", scrolled]);

  const unverified = await anotherBrowser();
  await signUp(unverified, shop);
  await openPage(unverified, "/verify-email");
  const saved = [...signedIn, "local storage cartToken", "local storage savedCart-*"];
  await expect.poll(() => expectListed(unverified)).toEqual(saved);

  const inside = await shop.inside();
  await setUpDiscount(inside, { code: "SPRING10" });
  await setRole(inside, await signUpVerified(page, shop), "owner", "command line");
  await openPage(page, "/checkout");
  await page.getByRole("button", { name: "Remove discount code" }).waitFor();
  await fillPayment(page);
  let whileOrdering: string[] = [];
  await page.route("**/orders", async (route) => {
    whileOrdering = await expectListed(page);
    await route.continue();
  });
  await purchaseButton(page).click();
  await receiptNumber(page);
  const synced = [...signedIn, ...cart, "local storage savedCart-*", scrolled];
  const once = ["local storage checkout-*", "session storage discountCode"];
  expect(whileOrdering).toEqual(expect.arrayContaining([...synced, ...once]));
  await expect.poll(() => expectListed(page)).toEqual(synced.toSorted());
  await page.goto("/owner/settings");
  expect(await expectListed(page)).toEqual(synced.toSorted());
  await removeDiscounts(inside);
});
