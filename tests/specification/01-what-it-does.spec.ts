import { verificationLink } from "../journeys/mails.ts";
import { openPage } from "../journeys/open-page.ts";
import { buy, fillCart, honey, lemons, orderFor, signUp, signUpVerified } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

test("product categories on offer are beauty, fragrances, furniture and groceries", async ({ page }) => {
  const names = ["Beauty", "Fragrances", "Furniture", "Groceries"];
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Shop by Category" }).getByRole("link")).toHaveText(names);
  await page.goto("/products");
  await expect(page.getByLabel("Filter").locator("optgroup[label=Category] option")).toHaveText(names);
  for (const name of names) {
    await page.goto(`/products?filter=${name.toLowerCase()}`);
    await expect(page.getByRole("article").first()).toBeVisible();
  }
});

test("anonymous visitors can browse products, view product details, use the cart, read the About page, contact the shop, and sign in or sign up", async ({
  page,
}) => {
  await openPage(page, "/");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Products" }).click();
  await page.getByRole("article", { name: honey.title }).getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: honey.title })).toBeVisible();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByRole("button", { name: "To Checkout" })).toBeVisible();
  await navigation.getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { name: "Our Story" })).toBeVisible();
  await navigation.getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByLabel("Confirm password")).toBeVisible();
});

test("signed-in users can additionally edit a profile, verify their email, check out and see an order confirmation with a printable receipt", async ({
  page,
  shop,
}) => {
  await fillCart(page, honey);
  const email = await signUp(page);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("City").fill("Bergen");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Your data" })).toContainText("Bergen");
  await openPage(page, "/verify-email");
  await page.request.get(await verificationLink(shop, email));
  await expect(page.getByText("Email verified 🥳")).toBeVisible();
  await expect(page).toHaveURL("/");
  const orderNumber = await buy(page);
  await expect(page.getByRole("main")).toContainText(orderNumber);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print receipt" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
});

test("the home page makes the marketing claims and has the statistics", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  for (const [claim, words] of [
    ["Free shipping", /orders over \$50/],
    ["30-day returns", /return policy/],
    ["Secure payment", /./],
    ["24/7 support", /./],
  ] as const) {
    await expect(main.getByRole("listitem").filter({ has: page.getByRole("heading", { name: claim }) })).toHaveText(
      words,
    );
  }
  for (const [what, number] of [
    ["customers", "1M+"],
    ["products", "10K+"],
    ["categories", "50+"],
    ["satisfaction", "99%"],
  ] as const) {
    const term = main.getByRole("term").filter({ hasText: new RegExp(`^${what}$`) });
    await expect(term.locator("..").getByRole("definition")).toHaveText(number);
  }
});

test("free shipping over $50 and 30-day returns are text only: every order ships free, and nothing takes returns", async ({
  page,
  shop,
  problems,
}) => {
  const email = await signUpVerified(page, shop);
  await openPage(page, `/order-confirmation/${await orderFor(shop, email, lemons)}`);
  await expect(page.getByRole("main")).toContainText(
    /Subtotal\s*\$3\.49\s*Shipping\s*Free shipping\s*Total\s*\$3\.49/,
    {
      useInnerText: true,
    },
  );
  await expect(page.getByRole("main")).not.toContainText(/return/i);
  problems.expect(/^404 GET \/returns$/);
  await page.goto("/returns");
});

test("there is no administrator or seller-side function", async ({ page, problems }) => {
  await page.goto("/");
  for (const name of [/admin/i, /seller/i, /dashboard/i]) await expect(page.getByRole("link", { name })).toHaveCount(0);
  for (const path of ["/admin", "/seller"]) {
    problems.expect(new RegExp(`^404 GET ${path}$`));
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});
