import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { setDelivery } from "../support/set-delivery.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, fillPayment, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12, category: "furniture" });
const tea = productOf({ id: "tea", title: "Black Tea", price: 4, stock: 12 });

test.afterEach(async ({ shop }) => {
  const inside = await shop.inside();
  await removeDiscounts(inside);
  await setDelivery(inside, {});
});

test("a code is entered at checkout, survives a reload, can be removed, and is on the receipt", async ({
  page,
  shop,
  problems,
}) => {
  const inside = await shop.inside();
  await importProducts(shop, mug, tea);
  await setDelivery(inside, { price: "4.90", freeFrom: "13" });
  await setUpDiscount(inside, { code: "MUGS 20", value: "20", category: "furniture", minimum: "12" });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug, tea);
  await openPage(page, "/checkout");
  const main = page.getByRole("main");
  const field = page.getByLabel("Discount code");
  const apply = page.getByRole("button", { name: "Apply" });
  problems.expect(/^422 POST \/checkout/);

  await field.fill("mugs21");
  await apply.click();
  await expect(field).toHaveAccessibleDescription("This code isn't valid");
  await expect(field).toHaveValue("mugs21");
  await field.fill("ｍugs 20");
  await field.press("Enter");
  const remove = page.getByRole("button", { name: "Remove discount code MUGS20" });
  await expect(remove).toBeFocused();
  await expect(main).toContainText(/Subtotal\s*\$13\.99\s*Discount\s*−\$2\.00\s*Shipping.*\$4\.90\s*Total\s*\$16\.89/s);

  await page.getByRole("button", { name: "Decrease quantity of Black Tea" }).click();
  await expect(main).toContainText("Spend $2.01 more to use this code");
  await page.getByRole("button", { name: "Undo" }).click();
  await remove.click();
  await expect(field).toBeFocused();
  await expect(main).not.toContainText("−$");
  await field.fill("mugs20");
  await apply.click();
  await expect(remove).toBeVisible();
  await page.reload();
  await expect(main).toContainText(/Discount\s*−\$2\.00/);

  await fillPayment(page);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(main).toContainText(
    /Subtotal\s*\$13\.99\s*Discount \(MUGS20\)\s*−\$2\.00\s*Shipping\s*\$4\.90\s*Total\s*\$16\.89/,
  );
  expect(await ordersOf(shop, email)).toMatchObject([
    { totalPrice: "16.89", discountPrice: "2.00", discountCode: "MUGS20" },
  ]);
});

test("a code that changes or runs out before the purchase is reported, and nothing is ordered", async ({
  page,
  shop,
  problems,
}) => {
  const inside = await shop.inside();
  await importProducts(shop, mug);
  await setUpDiscount(inside, { code: "HALF", value: "50", uses: "1" });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/checkout");
  await page.getByLabel("Discount code").fill("half");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("main")).toContainText(/Total\s*\$4\.99/);
  await fillPayment(page);
  problems.expect(/^409 POST \/orders/);

  await inside.db.updateTable("discounts").set({ value: 2500 }).execute();
  await purchaseButton(page).click();
  const told = page.getByRole("alert").filter({ hasText: "because your discount has changed." });
  await expect(told).toContainText("Your discount is now $2.50 (was $5.00).");
  await expect(told).toContainText(/Total\s*Before: \$4\.99\s*Now: \$7\.49/);
  await told.getByRole("button", { name: "Accept changes" }).click();
  await expect(page.getByRole("main")).toContainText(/Total\s*\$7\.49/);

  await inside.db.updateTable("discounts").set({ uses: 1 }).execute();
  await purchaseButton(page).click();
  const field = page.getByLabel("Discount code");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("HALF");
  await expect(field).toHaveAccessibleDescription("This code has been used up");
  await expect(page.getByLabel("Billing Address")).toHaveValue("Storgata 1, 0155 Oslo");
  expect(await ordersOf(shop, email)).toEqual([]);
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "9.99", discountCode: null }]);
});

test("without scripts the checkout says what a code does", async ({ browser, page, shop }) => {
  await setUpDiscount(await shop.inside(), { code: "SPRING", value: "15" });
  await signUpVerified(page, shop);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`${shop.url}/checkout`);
  await plain.getByLabel("Discount code").fill("fall");
  await plain.getByRole("button", { name: "Apply" }).click();
  await expect(plain.getByText("This code isn't valid")).toBeVisible();
  await expect(plain.getByLabel("Discount code")).toHaveValue("fall");
  await plain.getByLabel("Discount code").fill("spring");
  await plain.getByRole("button", { name: "Apply" }).click();
  await expect(plain.getByText("SPRING: 15% off.")).toBeVisible();
  await context.close();
});

test("a link's code is used at checkout, in any tab, and the address loses it", async ({ page, shop, problems }) => {
  await importProducts(shop, mug);
  await setUpDiscount(await shop.inside(), { code: "SPRING10", value: "10" });
  await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/about");
  await openPage(page, "/products?filter=furniture&code=%20spring10&page=1#main");
  await expect(page).toHaveURL("/products?filter=furniture&page=1#main");
  await page.goBack();
  await expect(page).toHaveURL("/about");

  const tab = await page.context().newPage();
  await openPage(tab, "/cart");
  await expect(tab.getByRole("main")).toContainText("We'll apply your code spring10 at checkout.");
  await openPage(tab, "/checkout");
  const remove = tab.getByRole("button", { name: "Remove discount code SPRING10" });
  await expect(remove).toBeVisible();
  await remove.click();
  await openPage(tab, "/cart?code");
  await expect(tab.getByRole("main")).not.toContainText("We'll apply");
  await tab.close();

  problems.expect(/^422 POST \/checkout/);
  await openPage(page, "/products/mug?code=nope");
  await expect(page).toHaveURL("/products/mug");
  await openPage(page, "/checkout");
  const field = page.getByLabel("Discount code");
  await expect(field).toHaveAccessibleDescription("This code isn't valid");
  await expect(field).toHaveValue("nope");
  await page.reload();
  await expect(field).toHaveValue("");
});
