import { openPage } from "./open-page.ts";
import { importProducts, importSampleCatalogOnly, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { expectBadge, fillCart, lemons, lineOf, purchaseButton, signUpVerified } from "./shopper.ts";

const bowl = productOf({ id: "bowl", title: "Walnut Bowl", price: 1895, stock: 2 });
const cloth = productOf({ id: "cloth", title: "Linen Cloth", price: 10, stock: 20 });

test("adding counts up in one toast and stops at the stock, as the cart does", async ({ page, shop }) => {
  await importProducts(shop, bowl);
  await openPage(page, "/products/bowl");
  const add = page.getByRole("button", { name: "Add to cart" });
  const toasts = page.getByRole("region", { name: "Notifications" }).locator("> div");
  await add.click();
  await add.click();
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText("✅ Added to Cart");
  await expect(toasts).toContainText("× 2");
  await add.click();
  await expectBadge(page, 2);
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText("Only 2 left");
  await toasts.getByRole("link", { name: "View cart" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(lineOf(page, bowl)).toContainText("$3,790.00");
  await expect(lineOf(page, bowl)).toContainText("Only 2 left");
  const more = page.getByRole("button", { name: "Increase quantity of Walnut Bowl" });
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await expect(more).toHaveAccessibleDescription("Only 2 left");
  await page.getByRole("button", { name: "Decrease quantity of Walnut Bowl" }).click();
  await expect(lineOf(page, bowl)).not.toContainText("Only 2 left");
  await more.click();
  await expectBadge(page, 2);
});

test("the cart marks changed lines, and one press accepts them", async ({ page, shop }) => {
  await importProducts(shop, { ...bowl, price: 2000 }, { ...cloth, stock: 0, availabilityStatus: "Out of Stock" });
  await fillCart(page, bowl, cloth, lemons);
  await openPage(page, "/cart");
  await expect(lineOf(page, bowl)).toContainText("Now $2,000.00");
  await expect(lineOf(page, cloth)).toContainText("Out of stock");
  const alert = lineOf(page, cloth).getByRole("link", { name: "Notify me when it's back" });
  await expect(alert).toHaveAttribute("href", `/back-in-stock?product=${cloth.id}`);
  await expect(lineOf(page, lemons)).not.toContainText(/Now|Out of stock|left/);
  const panel = page.getByRole("status").filter({ hasText: "Some items in your cart have changed." });
  await expect(panel).toContainText("Walnut Bowl is now $2,000.00 (was $1,895.00).");
  await expect(panel).toContainText("Linen Cloth is out of stock.");
  await expect(panel).toContainText("Before: $1,908.49");
  await expect(panel).toContainText("Now: $2,003.49");
  await panel.getByRole("button", { name: "Accept changes" }).click();
  await expect(panel).toHaveCount(0);
  await expect(lineOf(page, cloth)).toHaveCount(0);
  await expectBadge(page, 2);
  await expect(page.getByRole("main")).toContainText(/Total\s*\$2,003\.49/, { useInnerText: true });
});

test("the checkout reports changes before payment and removes nothing by itself", async ({ page, shop }) => {
  await importProducts(shop, cloth);
  await signUpVerified(page, shop);
  await fillCart(page, cloth, lemons);
  await importSampleCatalogOnly(shop);
  await openPage(page, "/checkout");
  await expect(lineOf(page, cloth)).toContainText("No longer available");
  await expectBadge(page, 2);
  await page.getByRole("button", { name: "Accept changes" }).click();
  await expect(lineOf(page, cloth)).toHaveCount(0);
  await expectBadge(page, 1);
});

test("the cart stays unchanged while the shop can't be reached", async ({ page, problems }) => {
  problems.expect(/^net::ERR_FAILED POST \/cart\/goods/);
  await page.route("**/cart/goods", (route) => route.abort());
  await fillCart(page, lemons);
  const failed = page.waitForEvent("requestfailed");
  await openPage(page, "/cart");
  await failed;
  await page.getByRole("button", { name: "Increase quantity of Unwaxed Lemons" }).click();
  await expectBadge(page, 2);
  await expect(lineOf(page, lemons)).toContainText("$6.98");
});

test("a changed cart is scrolled into view, focused, repeated next to the button and bought by the next press", {
  tag: "@phone-only",
}, async ({ page, shop, problems }) => {
  await importProducts(shop, bowl);
  await signUpVerified(page, shop);
  await fillCart(page, bowl, bowl);
  await openPage(page, "/checkout");
  const form = page.getByRole("form", { name: "Payment Details" });
  await form.getByLabel("Cardholder Name").fill("Ada Lovelace");
  await form.getByLabel("Card Number").fill("4242424242424242");
  await expect(form.getByLabel("Payment Method")).toHaveValue("visa");
  await form.getByLabel("Expiry Month").fill("11");
  await form.getByLabel("Expiry Year").fill(String((new Date().getFullYear() + 2) % 100));
  await form.getByLabel("CVV").fill("123");
  await expect(form.getByLabel("Billing Address")).toHaveValue("Storgata 1, 0155 Oslo, Norway");
  await importProducts(shop, { ...bowl, price: 2000, stock: 1 });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  const panel = page.getByRole("alert");
  await expect(panel).toBeFocused();
  await expect(panel).toBeInViewport({ ratio: 0.9 });
  await expect(panel).toContainText("Before: 2 × $1,895.00");
  await expect(panel).toContainText("Now: 1 × $2,000.00");
  await expect(form).toContainText("Complete Purchase places your updated order.");
  await panel.getByRole("button", { name: "Accept changes" }).click();
  await expect(purchaseButton(page)).toBeFocused();
  await expect(panel).toHaveCount(0);
  await purchaseButton(page).click();
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
  await expect(lineOf(page, bowl)).toContainText("$2,000.00 × 1");
});
