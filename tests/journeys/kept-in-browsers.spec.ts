import { setRole } from "#shop/owners/owners.ts";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { setSettings } from "../support/set-settings.ts";
import { expectListed } from "./kept-in-browser.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  card,
  fillPayment,
  lemons,
  purchaseButton,
  receiptNumber,
  signUp,
  signUpVerified,
} from "./shopper.ts";

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
  const once = ["local storage checkout-*", "session storage checkoutForm", "session storage discountCode"];
  expect(whileOrdering).toEqual(expect.arrayContaining([...synced, ...once]));
  await expect.poll(() => expectListed(page)).toEqual(synced.toSorted());
  await page.goto("/owner/settings");
  expect(await expectListed(page)).toEqual(synced.toSorted());
  await removeDiscounts(inside);
});

test("what was typed at the checkout outlives a reload, but neither a sign-out nor another customer", async ({
  page,
  shop,
}) => {
  await setSettings(await shop.inside(), { otherAddresses: "on", giftMessages: "on" });
  const address = page.getByLabel("Billing Address");
  const openCheckout = async () => {
    await signUpVerified(page, shop);
    await addToCart(page, lemons);
    await openPage(page, "/checkout");
    await expect(address).toHaveValue("Storgata 1, 0155 Oslo, Norway");
  };
  const typeAddress = async () => {
    await openCheckout();
    await fillPayment(page);
    await address.fill("Lillegata 2, Bergen");
    expect(await expectListed(page)).toContain("session storage checkoutForm");
  };
  await typeAddress();
  await page.getByLabel("Payment Method").selectOption("Mastercard");
  await page.getByLabel("Deliver to another address").check();
  await page.getByLabel("Recipient's name").fill("Grace Hopper");
  await page.getByLabel("Gift message").fill("Congratulations!");
  await page.reload();
  await expect(address).toHaveValue("Lillegata 2, Bergen");
  await expect(page.getByLabel("Recipient's name")).toHaveValue("Grace Hopper");
  await expect(page.getByLabel("Gift message")).toHaveValue("Congratulations!");
  for (const label of ["Cardholder Name", "Card Number", "CVV"]) await expect(page.getByLabel(label)).toHaveValue("");
  await page.getByLabel("Card Number").fill(card.number);
  await expect(page.getByLabel("Payment Method")).toHaveValue("mastercard");

  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => expectListed(page)).not.toContain("session storage checkoutForm");

  await typeAddress();
  await page.context().clearCookies();
  await openCheckout();
  await expect.poll(() => expectListed(page)).not.toContain("session storage checkoutForm");
  await setSettings(await shop.inside(), { otherAddresses: "", giftMessages: "" });
});
