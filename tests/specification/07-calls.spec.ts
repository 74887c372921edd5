import type { Request } from "@playwright/test";
import catalog from "../../catalog/products.json" with { type: "json" };
import { linkIn, mailsTo, verificationLink } from "../journeys/mails.ts";
import { openPage, reloadPage } from "../journeys/open-page.ts";
import {
  addToCart,
  buy,
  fillPayment,
  fillSignIn,
  fillSignUp,
  newEmail,
  password,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import { ownerRow } from "./owner-lists.ts";
import { expect, test, trySignIn } from "./trouble-test.ts";

const lemons = { id: "lemons", title: "Unwaxed Lemons" };

test("Send contact message: firstName, lastName, email, phoneNumber, orderNumber, subject, message are sent, and kept with submittedAt", async ({
  page,
  shop,
}) => {
  await openPage(page, "/contact");
  const typed = {
    "First name": "Ada",
    "Last name": "Lovelace",
    Email: newEmail(),
    "Phone number": "87654321",
    "Order number": "ab12cd",
    Subject: "Delivery",
    Message: "When does it come?",
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  const sending = page.waitForRequest(isPost("/contact"));
  await page.getByRole("button", { name: "Send" }).click();
  expect(sentFields(await sending)).toEqual({
    firstName: "Ada",
    lastName: "Lovelace",
    email: typed.Email,
    phoneNumber: "87654321",
    orderNumber: "ab12cd",
    subject: "Delivery",
    message: "When does it come?",
  });
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
  const kept = await ownerRow(shop, "messages", "email", typed.Email);
  expect(kept).toMatchObject({ phoneNumber: "87654321", orderNumber: "AB12CD", message: "When does it come?" });
  expect(Math.abs(Date.parse(String(kept?.submittedAt)) - Date.now())).toBeLessThan(60_000);
});

test("List products: all of the collection, with id and data per product, on the product list's pages", async ({
  page,
}) => {
  const listed = new Map<string, string>();
  await page.goto("/products");
  const pages = await page.getByRole("link", { name: /^Page \d+$/ }).count();
  for (let number = 1; number <= pages; number++) {
    await page.goto(`/products?page=${number}`);
    for (const card of await page.getByRole("article").all()) {
      const address = await card.getByRole("link", { name: "Details" }).getAttribute("href");
      listed.set(address?.replace("/products/", "") ?? "", await card.innerText());
    }
  }
  for (const { id, title, price } of catalog) {
    expect(listed.get(id)).toContain(title);
    expect(listed.get(id)).toContain(`$${price.toFixed(2)}`);
  }
});

test("One product: read by id", async ({ page }) => {
  for (const { id, title, description } of [catalog[4], catalog[20]] as typeof catalog) {
    await page.goto(`/products/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText(description)).toBeVisible();
  }
});

test("Register, and create user record at sign-up: the account's email and password, and the user's fields", async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openPage(page, "/sign-up");
  await fillSignUp(page, email);
  const sending = page.waitForRequest(isPost("/sign-up"));
  await page.getByRole("button", { name: "Sign up" }).click();
  const fields = {
    firstname: "Ada",
    lastname: "Lovelace",
    email,
    dateOfBirth: "1990-12-10",
    street: "Storgata 1",
    city: "Oslo",
    zipCode: "0155",
    country: "Norway",
  };
  expect(sentFields(await sending)).toMatchObject({ ...fields, password });
  await expect(page).toHaveURL("/verify-email");
  const user = await ownerRow(shop, "customers", "email", email);
  expect(user).toMatchObject({ ...fields, uid: expect.any(String), profilePicture: null });
  expect(Math.abs(Date.parse(String(user?.createdAt)) - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(user)).not.toContain(password);
});

test("Read profile and update profile: firstname, lastname, street, city, zipCode, country, profilePicture", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  const { uid, createdAt } = (await ownerRow(shop, "customers", "email", email)) ?? {};
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  const changes = {
    "First name": "Grace",
    "Last name": "Hopper",
    Street: "Havnegata 12b",
    City: "Tromsø",
    "Zip code": "9008",
  };
  for (const [label, text] of Object.entries(changes)) await page.getByLabel(label).fill(text);
  const sending = page.waitForRequest(isPost("/profile"));
  await page.getByRole("button", { name: "Save" }).click();
  const fields = {
    firstname: "Grace",
    lastname: "Hopper",
    street: "Havnegata 12b",
    city: "Tromsø",
    zipCode: "9008",
    country: "Norway",
  };
  expect(sentFields(await sending)).toEqual(fields);
  await expect(page.getByText("Profile updated")).toBeVisible();
  await reloadPage(page);
  for (const value of Object.values(fields)) {
    await expect(page.getByRole("region", { name: "Your data" })).toContainText(value);
  }
  const stored = await ownerRow(shop, "customers", "email", email);
  expect(stored).toMatchObject({ ...fields, uid, createdAt, dateOfBirth: "1990-12-10", profilePicture: null });
});

test("Save order, order by number, last purchase: the payload is saved, the user's own order found, the newest one shown", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await addToCart(page, { id: "tomatoes", title: "Ripe Red Tomatoes" });
  const first = await buy(page);
  await addToCart(page, lemons);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await page.getByLabel("Payment Method").selectOption("Mastercard");
  const sending = page.waitForRequest(isPost("/checkout"));
  await purchaseButton(page).click();
  expect((await sending).postDataJSON()).toEqual({
    paymentMethod: "mastercard",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey: expect.any(String),
    lines: [{ id: "lemons", quantity: 1, priceCents: 349 }],
  });
  const second = await receiptNumber(page);
  expect(await ownerRow(shop, "orders", "orderNumber", second)).toMatchObject({
    email,
    totalPrice: "3.49",
    paymentMethod: "mastercard",
    billingAddress: "Storgata 1, 0155 Oslo",
    cartItems: [{ id: "lemons", title: lemons.title, price: 3.49, quantity: 1 }],
    createdAt: expect.any(String),
  });
  await page.goto(`/order-confirmation/${first}`);
  await expect(page.getByRole("main").getByRole("listitem")).toContainText("Ripe Red Tomatoes");
  await page.goto("/profile");
  const purchases = page.getByRole("region", { name: "Last purchase" }).getByRole("link");
  await expect(purchases).toHaveText([`Order ${second}`]);
});

test("Sign in, sign out and auth state: email and password are sent, the header follows, and a session that was ended is none", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  const signingIn = page.waitForRequest(isPost("/sign-in"));
  await signInButton(page).click();
  expect(sentFields(await signingIn)).toMatchObject({ email, password });
  const signOut = page.getByRole("banner").getByRole("button", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  await expect(page).toHaveURL("/");
  const session = await page.context().cookies();
  const signingOut = page.waitForRequest(isPost("/sign-out"));
  await signOut.click();
  expect(sentFields(await signingOut)).toEqual({});
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.context().addCookies(session);
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("Verification email: sent to the current user at sign-up, and again by a resend", async ({ page, shop }) => {
  const email = await signUp(page);
  await mailsTo(shop, email, 1);
  await openPage(page, "/verify-email");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  const [first, again] = await mailsTo(shop, email, 2);
  expect(linkIn(first)).toContain("/verify-email/confirm?token=");
  await page.request.get(linkIn(again));
  await expect(page.getByText("Email verified 🥳")).toBeVisible();
});

test("Password reset: a reset email is sent to the email, and its link leads to a new password", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "here", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  const sending = page.waitForRequest(isPost("/reset-password/request"));
  await page.getByRole("button", { name: "Send reset link" }).click();
  expect(sentFields(await sending)).toEqual({ email });
  await expect(page.getByText("Reset Email Sent")).toBeVisible();
  const [, mail] = await mailsTo(shop, email, 2);
  await openPage(page, linkIn(mail));
  await page.getByLabel("Password", { exact: true }).fill("Another-1-Password");
  await page.getByLabel("Confirm password").fill("Another-1-Password");
  await page.getByRole("main").getByRole("button").click();
  await expect.poll(async () => (await trySignIn(page, email, "Another-1-Password")).status()).toBe(302);
});

test("Reload current user: poll every 2 seconds on /verify-email, while unverified", async ({ page, shop }) => {
  const email = await signUp(page);
  await page.clock.install();
  const firstPoll = page.waitForRequest("**/verify-email/status");
  await openPage(page, "/verify-email");
  await firstPoll;
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(countPolls);
  for (let polls = 1; polls <= 3; polls++) {
    await page.clock.runFor(2000);
    await expect(page.locator("body")).toHaveAttribute("data-polls", String(polls));
  }
  await page.request.get(await verificationLink(shop, email));
  await page.clock.runFor(2000);
  await expect(page.getByText("Email verified 🥳")).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page).toHaveURL("/");
});

/** Runs in the page: counts its questions whether the email is verified. */
function countPolls() {
  const { fetch } = window;
  window.fetch = (...request) => {
    const { polls = "0" } = document.body.dataset;
    if (request[0] === "/verify-email/status") document.body.dataset.polls = String(Number(polls) + 1);
    return fetch(...request);
  };
}

function isPost(path: string) {
  return (request: Request) =>
    request.method() === "POST" && new URL(request.url()).pathname.replace(/\.data$/, "") === path;
}

/** The fields of a form that a page sends. */
function sentFields(request: Request): Record<string, string> {
  const { from: _, ...fields } = Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
  return fields;
}
