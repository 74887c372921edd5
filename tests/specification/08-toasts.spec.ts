import { withoutTable } from "../journeys/in-database.ts";
import { linkIn, mailsTo } from "../journeys/mails.ts";
import { openPage } from "../journeys/open-page.ts";
import { newEmail, signUp, signUpVerified } from "../journeys/shopper.ts";
import { signUpOf } from "../support/customers.ts";
import { freePort } from "../support/server-process.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const notAgain = "Please try again.";
const unexpected = "An unexpected error occurred. Please try again.";

test("'❌ Error Fetching Products' when the products can't be fetched on the way to them", async ({
  page,
  problems,
}) => {
  problems.expect(/^net::ERR_FAILED GET \/products\.data/);
  await openPage(page, "/about");
  await page.route("**/products.data*", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Products" }).click();
  await expectToast(page, "❌ Error Fetching Products", notAgain);
  await page.unroute("**/products.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
});

test("'❌ Product Error' when a product can't be fetched on the way to it", async ({ page, problems }) => {
  problems.expect(/^net::ERR_FAILED GET \/products\/.*\.data/);
  await openPage(page, "/products");
  await page.route("**/products/*.data*", (route) => route.abort());
  await page.getByRole("link", { name: "Details" }).first().click();
  await expectToast(page, "❌ Product Error", notAgain);
});

test("'❌ Error Fetching Products', '❌ Product Error' and 'Error' when the shop can't read its database", async ({
  page,
  shop,
  problems,
  logged,
}) => {
  await signUp(page);
  problems.expect(/^500 GET \/$/);
  problems.expect(/^500 GET \/products$/);
  problems.expect(/^500 GET \/products\/lemons$/);
  problems.expect(/^500 GET \/profile$/);
  await withoutTable(shop, "products", async () => {
    for (const path of ["/", "/products"]) {
      await openPage(page, path);
      await expectToast(page, "❌ Error Fetching Products", notAgain);
    }
    await openPage(page, "/products/lemons");
    await expectToast(page, "❌ Product Error", notAgain);
  });
  await withoutTable(shop, "orders", async () => {
    await openPage(page, "/profile");
    await expectToast(page, "Error", "We couldn't load your profile.");
    await expect(page.getByText("no such table")).toHaveCount(0);
  });
  await expect.poll(logged).toContain("no such table: orders");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
});

test("'Error' when the verification email can't be sent", async ({ anotherServer, anotherBrowser, problems }) => {
  const server = await anotherServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const page = await anotherBrowser({ baseURL: server.url });
  await page.request.post("/sign-up", { form: { ...signUpOf({ email: newEmail() }) } });
  await expect.poll(server.printed, "the account exists anyway").toContain("Verification email not sent");
  await openPage(page, "/verify-email");
  problems.expect(/^500 POST \/verify-email/);
  await page.getByRole("button", { name: "Resend email" }).click();
  await expectToast(page, "Error", unexpected);
});

test("'Update failed' and 'Sign out failed' when the shop can't write its database", async ({
  page,
  shop,
  problems,
  logged,
}) => {
  await signUp(page);
  problems.expect(/^500 POST \/profile/);
  problems.expect(/^500 POST \/sign-out/);
  const savedCart = page.waitForResponse("/cart/saved");
  await openPage(page, "/profile");
  await savedCart;
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("City").fill("Bergen");
  await withoutTable(shop, "customers", async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Update failed", unexpected);
    await expect(page.getByLabel("City")).toHaveValue("Bergen");
  });
  await withoutTable(shop, "session", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectToast(page, "Sign out failed", unexpected);
  });
  await expect.poll(logged, "it is also logged").toContain("no such table: session");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("'Reset Failed' after too many resets, 'Reset Email Sent' before; neither tells whether the account exists", async ({
  page,
  shop,
  problems,
}) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/sign-in");
  const dialog = page.getByRole("dialog", { name: "Reset password" });
  const reset = async (address: string) => {
    await page.getByRole("link", { name: "here" }).click();
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByRole("button", { name: "Send reset link" }).click();
  };
  for (const address of [email, newEmail()]) {
    await reset(address);
    await expectToast(page, "Reset Email Sent", "If an account exists for this email");
    await expect(dialog).toHaveCount(0);
  }
  const [, mail] = await mailsTo(shop, email, 2);
  expect(linkIn(mail)).toContain("/reset-password");

  const form = { email };
  for (let times = 1; times < 5; times++) await page.request.post("/reset-password/request", { form });
  problems.expect(/^429 POST \/reset-password\/request/);
  await reset(email);
  await expect(page.getByText("Reset Failed")).toBeVisible();
  await expect(page.getByText("Too many failed attempts. Please try again later.")).toBeVisible();
});
