import type { Page } from "@playwright/test";
import { htmlProblems } from "../support/html-problems.ts";
import { openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, signUpVerified } from "./shopper.ts";

const tea = productOf({ id: "valid-tea", title: "Tea & <Milk>" });

test("pages changed by scripts are valid HTML: filled carts, open dialogs, forms with errors", async ({
  page,
  shop,
}) => {
  await importProducts(shop, tea);
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "here" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectValid(page);
  await addToCart(page, tea);
  await expectValid(page);
  await openPage(page, "/cart");
  await expect(page.getByRole("button", { name: "Remove" })).toBeVisible();
  await expectValid(page);

  await signUpVerified(page, shop);
  await openPage(page, "/checkout");
  await page.getByRole("button", { name: "Complete Purchase" }).click();
  await expect(page.getByText("Card name is required")).toBeVisible();
  await expectValid(page);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("City").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("City is required")).toBeVisible();
  await expectValid(page);
});

async function expectValid(page: Page) {
  expect(await htmlProblems(await page.content())).toEqual([]);
}
