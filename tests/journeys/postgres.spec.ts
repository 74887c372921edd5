import { findPostgres } from "../../scripts/test-machinery.mjs";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { buy, fillCart, lineOf, signUpVerified, stockOf } from "./shopper.ts";

test.use({ engine: "postgres" });
test.skip(!findPostgres() && !process.env.CI, "PostgreSQL isn't installed.");

test("on PostgreSQL, a shopper signs up, verifies and buys", async ({ page, shop }) => {
  const bowl = productOf({ id: "bowl", title: "Turned Bowl", price: 24.5, stock: 6 });
  await importProducts(shop, bowl);
  await signUpVerified(page, shop);
  await fillCart(page, bowl, bowl);
  const orderNumber = await buy(page);
  await expect(page.getByText(orderNumber)).toBeVisible();
  await expect(lineOf(page, bowl)).toContainText("$49.00");
  expect(await stockOf(page, bowl)).toBe(4);
});
