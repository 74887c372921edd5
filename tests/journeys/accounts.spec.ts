import type { Page } from "@playwright/test";
import { linkIn, mailsTo, verificationLink } from "./mails.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  fillSignIn,
  fillSignUp,
  newEmail,
  password,
  signInButton,
  signUp,
  signUpVerified,
} from "./shopper.ts";

const lemons = { id: "lemons", title: "Unwaxed Lemons" };

test("visitors who are not signed in are sent from protected pages to sign in", async ({ page }) => {
  for (const path of ["/profile", "/checkout", "/verify-email", "/order-confirmation/ABCDEFGHIJ"]) {
    await openPage(page, path);
    await expect(page, path).toHaveURL(/\/sign-in(\?|$)/);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
});

test("signing in says so, leads home, and the header offers to sign out", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page.getByText("Welcome Back!")).toBeVisible();
  await expect(page.getByText("You have successfully signed in.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("whoever signs in on the way to the checkout goes on to it", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/checkout");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page.getByText("Welcome Back!")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("whoever signs in unverified is asked to verify, and goes on to the checkout that they wanted", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  await openPage(page, "/checkout");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page.getByRole("heading", { name: "Verify your email" })).toBeVisible();
  await page.request.get(await verificationLink(shop, email));
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("a shopper who has not verified yet is sent from the cart to do so, and then to the checkout", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  await addToCart(page, lemons);
  await openPage(page, "/cart");
  await page.getByRole("button", { name: "To Checkout" }).click();
  await expect(page).toHaveURL("/verify-email");
  await page.request.get(await verificationLink(shop, email));
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("without a purchase in mind, verifying leads home", async ({ page, shop }) => {
  const email = await signUp(page);
  await openPage(page, "/verify-email");
  await expect(page.getByText(email)).toBeVisible();
  await page.request.get(await verificationLink(shop, email));
  await expect(page).toHaveURL("/");
});

test("a wrong password and an unknown email are told alike, and the typed email stays", async ({ page, problems }) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  problems.expect(/^4\d\d POST \/sign-in/);
  for (const [typed, typedPassword] of [
    [email, "Wrong-pass1"],
    [newEmail(), password],
  ] as const) {
    await openPage(page, "/sign-in");
    await fillSignIn(page, typed, typedPassword);
    await signInButton(page).click();
    await expect(page.getByText("Sign In Failed")).toBeVisible();
    await expect(page.getByText("Invalid email or password. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(typed);
  }
});

test("signing up with a known email fails, and what was typed stays", async ({ page, problems }) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  problems.expect(/^4\d\d POST \/sign-up/);
  await openPage(page, "/sign-up");
  await fillSignUp(page, email.toUpperCase());
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Registration Failed")).toBeVisible();
  await expect(page.getByText("An account with this email already exists.")).toBeVisible();
  await expect(page.getByLabel("Street")).toHaveValue("Storgata 1");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
});

test("an empty sign-up names each field that is missing, and takes the focus to the first", async ({ page }) => {
  await openPage(page, "/sign-up");
  await page.getByRole("button", { name: "Sign up" }).click();
  for (const field of ["First name", "Last name", "Date of birth", "Street", "City", "Zip code", "Country", "Email"]) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(`${field} is required`);
  }
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("Password is required");
  await expect(page.getByLabel("Confirm password")).toHaveAccessibleDescription("Confirm password is required");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("Zip code").pressSequentially("01a5");
  await expect(page.getByLabel("Zip code")).toHaveValue("015");
});

test("whoever is signed in is sent on from the sign-in and sign-up pages", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  for (const path of ["/sign-in", "/sign-up"]) {
    await openPage(page, path);
    await expect(page).toHaveURL("/");
  }
  await openPage(page, "/sign-in?from=cart");
  await expect(page).toHaveURL("/checkout");
});

test("signing out leads home, and protected pages ask to sign in again", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openPage(page, "/products");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await openPage(page, "/checkout");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the verification mail can be sent again, and its link is good", async ({ page, shop }) => {
  const email = await signUp(page);
  await openPage(page, "/verify-email");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  const [, second] = await mailsTo(shop, email, 2);
  await page.request.get(linkIn(second));
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
});

test("a verification link that is no longer good says so", async ({ page, shop }) => {
  const email = await signUp(page);
  const link = await verificationLink(shop, email);
  await openPage(page, link.slice(0, -3));
  await expect(page).toHaveURL(/\/verify-email\?/);
  await expect(page.getByRole("alert")).toContainText("no longer good");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
});

test("sign-in and sign-up requests that don't arrive are told, and what was typed stays", async ({
  page,
  problems,
}) => {
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/sign-in/);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/sign-up/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await loseNextRequest(page, "/sign-in");
  await signInButton(page).click();
  await expect(page.getByText("Sign In Failed")).toBeVisible();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await openPage(page, "/sign-up");
  await fillSignUp(page, email);
  await loseNextRequest(page, "/sign-up");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Registration Failed")).toBeVisible();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account Created!")).toBeVisible();
});

test("signing up, verifying and signing in work without JavaScript", async ({ shop, anotherBrowser, problems }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  const email = newEmail();
  await page.goto("/sign-up");
  await fillSignUp(page, email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/verify-email");
  await page.goto(await verificationLink(shop, email));
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");

  problems.expect(/^4\d\d POST \/sign-in/);
  await page.goto("/sign-in");
  await fillSignIn(page, email, "Wrong-pass1");
  await signInButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password. Please try again.");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

function loseNextRequest(page: Page, path: string) {
  return page.route(
    (url) => url.pathname.startsWith(path),
    (route) => route.abort("connectionreset"),
    { times: 1 },
  );
}

test("what a new password must have is ticked off as it is typed, and the password can be looked at", async ({
  page,
}) => {
  await openPage(page, "/sign-up");
  const typed = page.getByLabel("Password", { exact: true });
  const done = page.getByRole("listitem").filter({ hasText: "(done)" });
  await typed.pressSequentially("Torg12");
  await expect(done).toContainText(["An uppercase and a lowercase letter", "A number"]);
  await typed.pressSequentially("!34");
  await expect(done).toHaveCount(4);
  await typed.pressSequentially(" ");
  await expect(done, "spaces are not allowed").toHaveCount(3);
  await expect(typed).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password", exact: true }).click();
  await expect(typed).toHaveAttribute("type", "text");
  await expect(typed, "looking is not leaving").toBeFocused();
  await page.getByRole("button", { name: "Hide password", exact: true }).click();
  await expect(typed).toHaveAttribute("type", "password");
});
