import { markSent } from "#shop/orders/order-steps.ts";
import products from "../../catalog/products.json" with { type: "json" };
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { orderFor, signUpVerified } from "./shopper.ts";

const honey = products.filter(({ id }) => id.includes("honey"));

test("an order can be cancelled by its shopper until it is sent, without scripts too", async ({
  page,
  shop,
  browser,
  problems,
}) => {
  const email = await signUpVerified(page, shop);
  const [cancelled, sent] = [await orderFor(shop, email, ...honey), await orderFor(shop, email, ...honey)];
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`/order-confirmation/${cancelled}`);
  await expect(plain.getByText("Payment status")).toBeVisible();
  await plain.getByText("Cancel this order").click();
  await plain.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(plain.getByRole("list", { name: "What has happened" })).toContainText("Cancelled");
  await context.close();

  await openPage(page, `/order-confirmation/${sent}`);
  await page.getByText("Cancel this order").click();
  const button = page.getByRole("button", { name: "Yes, cancel it" });
  await expect(button).toBeVisible();
  await markSent(await shop.inside(), sent, { actor: "owner", carrier: "Bring", tracking: "TEST123" });
  problems.expect(/^409 POST \/order-confirmation/);
  await button.click();
  await expect(page.getByRole("alert")).toContainText("It can't be cancelled any more");
  await expect(page.getByRole("link", { name: "Bring TEST123" })).toHaveAttribute(
    "href",
    "https://sporing.bring.no/sporing/TEST123",
  );
  await expect(page.getByText("Cancel this order")).toHaveCount(0);

  await openPage(page, "/orders");
  await expect(page.getByRole("listitem").filter({ hasText: cancelled })).toContainText("Cancelled");
  await expect(page.getByRole("listitem").filter({ hasText: sent })).toContainText("Sent");
});
