import { addDays, dayOf, formatDay } from "#shop/values/days.ts";
import { verificationLink } from "../journeys/mails.ts";
import { openPage } from "../journeys/open-page.ts";
import { ordersOf } from "../journeys/owner.ts";
import { honey, lemons, lineOf, orderFor, signUp, signUpVerified } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

const contactFields = ["First name", "Last name", "Email", "Phone number", "Order number", "Subject", "Message"];

test("contact: seven fields, a phone placeholder that says 8 digits, a subject placeholder that says max 20, a live character counter, and Cancel goes to /", async ({
  page,
}) => {
  await openPage(page, "/contact");
  for (const label of contactFields) await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.getByLabel("Order number")).toHaveAccessibleDescription("Optional");
  await expect(page.getByLabel("Phone number")).toHaveAttribute("placeholder", /8 digits/i);
  await expect(page.getByLabel("Subject")).toHaveAttribute("placeholder", /max 20/i);
  await expect(page.getByText("0/200", { exact: true })).toBeVisible();
  await page.getByLabel("Message").pressSequentially("Good day");
  await expect(page.getByText("8/200", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/");
});

test("sign up: the registration form has the fields of section 5", async ({ page }) => {
  await page.goto("/sign-up");
  const labels = await page.getByRole("main").locator("form label").allTextContents();
  expect(labels).toEqual([
    "First name",
    "Last name",
    "Date of birth",
    "Street",
    "Zip code",
    "City",
    "Country",
    "Email",
    "Password",
    "Confirm password",
  ]);
});

test("verify email: tells that a link was sent, offers a resend button, and once verified shows 'Email verified 🥳 Redirecting to the main page'", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  await openPage(page, "/verify-email");
  await expect(page.getByRole("main")).toContainText(`We sent a link to ${email}`);
  await expect(page.getByRole("button", { name: "Resend email" })).toBeEnabled();
  await page.request.get(await verificationLink(shop, email));
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page", { exact: true })).toBeVisible();
});

test("profile: view mode shows the user's data and a last purchase derived from the newest order", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await orderFor(shop, email, lemons);
  const newest = await orderFor(shop, email, honey);
  await openPage(page, "/profile");
  const data = page.getByRole("region", { name: "Your data" });
  for (const fact of ["Ada", "Lovelace", "Storgata 1", "0155", "Oslo", "Norway", "10 December 1990", email]) {
    await expect(data).toContainText(fact);
  }
  const purchase = page.getByRole("region", { name: "Last purchase" });
  await expect(purchase).toContainText("$12.95");
  await expect(purchase.getByRole("img")).toHaveAccessibleName(honey.title);
  await expect(purchase.getByRole("link")).toHaveAttribute("href", `/order-confirmation/${newest}`);
});

test("profile: 'Edit profile' leads to edit mode, where date of birth, email and account facts are read-only", async ({
  page,
}) => {
  const email = await signUp(page);
  await openPage(page, "/profile");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const main = page.getByRole("main");
  for (const label of ["First name", "Last name", "Street", "Zip code", "City", "Country"]) {
    await expect(main.getByLabel(label)).toBeEditable();
  }
  await expect(main.getByRole("textbox")).toHaveCount(5);
  const facts = main.getByLabel("Account");
  for (const fact of [/Date of birth\s*10 December 1990/, email, /Email verified\s*Not yet/, /Customer since/]) {
    await expect(facts).toContainText(fact);
  }
  await expect(facts.locator("input, select, textarea")).toHaveCount(0);
});

test("order confirmation: number, date, lines, total, payment method, billing address as the shipping address, print button, free shipping, delivery in 3 days, 'Paid', a subtotal equal to the total", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, email, honey, lemons);
  await openPage(page, `/order-confirmation/${orderNumber}`);
  const [order] = await ordersOf(shop, email);
  const day = dayOf(Date.parse(String(order?.createdAt)), "Europe/Oslo");
  const delivery = addDays(day, 3);
  for (const [name, value] of [
    ["Order number", orderNumber],
    ["Date", formatDay(day, "en")],
    ["Payment method", "Visa"],
    ["Payment status", "Paid"],
    ["Shipping address", "Storgata 1, 0155 Oslo"],
    ["Estimated delivery", formatDay(delivery, "en")],
    ["Subtotal", "$16.44"],
    ["Shipping", "Free shipping"],
    ["Total", "$16.44"],
  ] as const) {
    const term = page
      .getByRole("main")
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) });
    await expect(term.locator("..").getByRole("definition")).toHaveText(value);
  }
  const line = lineOf(page, honey);
  await expect(line.locator("img")).toHaveAttribute("src", /^\/pictures\/haldera-wildflower-honey\/main-800\.webp/);
  await expect(line).toContainText(/Wildflower Honey\s*Haldera\s*\$12\.95 × 1/, { useInnerText: true });
  await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
});

test("order confirmation: the error view has the heading 'Order Not Found' and a Back to Shop link", async ({
  page,
  problems,
}) => {
  await signUp(page);
  problems.expect(/^404 GET \/order-confirmation\/ABCDEFGHIJ$/);
  await openPage(page, "/order-confirmation/ABCDEFGHIJ");
  await expect(page.getByRole("heading", { name: "Order Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Shop" }).click();
  await expect(page).toHaveURL("/products");
});
