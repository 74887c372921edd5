import { openPage } from "../journeys/open-page.ts";
import { fillCart, lemons, orderFor, signUp, signUpVerified } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

test("public routes: /, /about, /contact, /products, /products/{id}, /cart, /sign-in, /sign-up", async ({ page }) => {
  for (const [purpose, path, heading] of [
    ["Home", "/", /at Torg/],
    ["Static About page", "/about", "About Torg"],
    ["Contact form", "/contact", "Contact"],
    ["Product list with sort and filter", "/products?filter=onSale", "Products"],
    ["Product detail", "/products/lemons", lemons.title],
    ["Cart", "/cart", "Cart"],
    ["Sign in", "/sign-in", "Sign in"],
    ["Registration", "/sign-up", "Sign up"],
  ] as const) {
    await test.step(purpose, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 1, name: heading })).toBeVisible();
    });
  }
});

test("/profile, /checkout and /order-confirmation/{orderNumber} require sign-in", async ({ page, shop }) => {
  const pages = [
    ["/profile", page.getByRole("button", { name: "Edit profile" })],
    ["/checkout", page.getByRole("heading", { name: "Payment Details" })],
  ] as const;
  await fillCart(page, lemons);
  for (const [path] of pages) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  }
  const email = await signUpVerified(page, shop);
  const receipt = `/order-confirmation/${await orderFor(shop, email, lemons)}`;
  const confirmation = page.getByRole("heading", { name: "Order confirmation" });
  for (const [path, content] of [...pages, [receipt, confirmation] as const]) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(content).toBeVisible();
  }
  await page.context().clearCookies();
  await page.goto(receipt);
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
});

test("/verify-email requires sign-in: Email verification", async ({ page }) => {
  await page.goto("/verify-email");
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  await signUp(page);
  await page.goto("/verify-email");
  await expect(page).toHaveURL("/verify-email");
  await expect(page.getByRole("button", { name: "Resend email" })).toBeVisible();
});

test("any other path is public: 404 page with a cat image", async ({ page, problems }) => {
  problems.expect(/^404 GET \/no\/such-page$/);
  const answer = await page.goto("/no/such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("img", { name: /cat/ })).toBeVisible();
});

test("protected routes show a loader while the authentication state is still loading, then send anonymous users to /sign-in", async ({
  page,
}) => {
  await signUp(page);
  await openPage(page, "/");
  await page.context().clearCookies();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/profile.data*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
});
