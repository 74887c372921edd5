import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import products from "../../catalog/products.json" with { type: "json" };
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { orderFor, signUpVerified } from "./shopper.ts";

const honey = products.filter(({ id }) => id.includes("honey"));

test("a customer can cancel an order until it is sent, also without JavaScript", async ({
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
  await expect(plain.getByText(`sent your receipt to ${email}`)).toBeVisible();
  await plain.getByText("Cancel order").click();
  await plain.getByRole("link", { name: "Keep order" }).click();
  await plain.getByText("Cancel order").click();
  await expect(plain.getByText("contact you about how you get it back")).toBeVisible();
  await plain.getByRole("button", { name: "Yes, cancel order" }).click();
  await expect(plain.getByRole("region", { name: "Order updates" })).toContainText("Cancelled");
  await expect(plain.getByRole("heading", { name: "Order confirmation" })).toContainText("Cancelled");
  await context.close();

  await openPage(page, `/order-confirmation/${sent}`);
  await page.getByText("Cancel order").click();
  const button = page.getByRole("button", { name: "Yes, cancel order" });
  await expect(button).toBeVisible();
  await sendOrder(await shop.inside(), sent, { actor: staff("owner"), carrier: "Bring", tracking: "TEST123" });
  problems.expect(/^409 POST \/order-confirmation/);
  await button.click();
  await expect(page.getByRole("alert")).toContainText("This order can no longer be cancelled");
  await expect(page.getByRole("link", { name: "Bring TEST123" })).toHaveAttribute(
    "href",
    "https://sporing.bring.no/sporing/TEST123",
  );
  await expect(page.getByText("Cancel order")).toHaveCount(0);

  await cancelOrder(await shop.inside(), await orderFor(shop, email, ...honey), { actor: staff("owner") });
  await openPage(page, "/profile");
  await expect(page.getByRole("region", { name: "Last purchase" })).toContainText("Cancelled");
  await openPage(page, "/orders");
  await expect(page.getByRole("listitem").filter({ hasText: cancelled })).toContainText("Cancelled");
  await expect(page.getByRole("listitem").filter({ hasText: sent })).toContainText("Sent");
});
