import { setDisabled } from "#shop/accounts/customer-account.ts";
import { withoutTable } from "../journeys/in-database.ts";
import { openPage } from "../journeys/open-page.ts";
import { fillSignIn, fillSignUp, newEmail, password, signInButton, signUp } from "../journeys/shopper.ts";
import { expect, expectToast, test, trySignIn } from "./trouble-test.ts";

const invalid = "Invalid email or password. Please try again.";

test("email-already-in-use: An account with this email already exists.", async ({ page, problems }) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  problems.expect(/^422 POST \/sign-up/);
  await openPage(page, "/sign-up");
  await fillSignUp(page, email.toUpperCase());
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Registration Failed", "An account with this email already exists.");
  await expect(page.getByLabel("Email")).toHaveValue(email.toUpperCase());
  await expect(page.getByLabel("Street")).toHaveValue("Storgata 1");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
});

test("weak-password: Password is too weak. Please choose a stronger password.", async ({ page, problems }) => {
  problems.expect(/^422 POST \/sign-up/);
  await openPage(page, "/sign-up");
  await fillSignUp(page, "Ada+Ada1990@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Ada+Ada1990");
  await page.getByLabel("Confirm password").fill("Ada+Ada1990");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Registration Failed", "Password is too weak. Please choose a stronger password.");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Account Created!", "Check your inbox");
});

test("operation-not-allowed: Email/password accounts are not enabled.", async ({
  anotherServer,
  anotherBrowser,
  problems,
}) => {
  const { url } = await anotherServer({ EMAIL_SIGN_IN: "off" });
  const page = await anotherBrowser({ baseURL: url });
  problems.expect(/^422 POST \/sign-in/);
  problems.expect(/^422 POST \/sign-up/);
  await openPage(page, "/sign-in");
  await fillSignIn(page, newEmail());
  await signInButton(page).click();
  await expectToast(page, "Sign In Failed", "Email/password accounts are not enabled.");
  await openPage(page, "/sign-up");
  await fillSignUp(page, newEmail());
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Registration Failed", "Email/password accounts are not enabled.");
});

test("user-not-found, wrong-password, invalid-credential: Invalid email or password. Please try again.", async ({
  page,
  problems,
}) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  problems.expect(/^422 POST \/sign-in/);
  await openPage(page, "/sign-in");
  for (const [typed, typedPassword] of [
    [newEmail(), password],
    [email, "Wrong-pass1"],
    [email, password.toUpperCase()],
  ] as const) {
    await fillSignIn(page, typed, typedPassword);
    await signInButton(page).click();
    await expectToast(page, "Sign In Failed", invalid);
    await expect(page.getByLabel("Email")).toHaveValue(typed);
  }
});

test("user-disabled: This account has been temporarily disabled.", async ({ page, shop, problems }) => {
  const inside = await shop.inside();
  const email = await signUp(page);
  await openPage(page, "/products");
  await setDisabled(inside, email, true, "command line");
  await openPage(page, "/profile");
  await expect(page, "the running session has ended").toHaveURL(/\/sign-in/);
  problems.expect(/^422 POST \/sign-in/);
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expectToast(page, "Sign In Failed", "This account has been temporarily disabled.");
  await fillSignIn(page, email, "Wrong-pass1");
  await signInButton(page).click();
  await expectToast(page, "Sign In Failed", invalid);

  await setDisabled(inside, email, false, "command line");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expectToast(page, "Welcome Back!", "You have successfully signed in.");
});

// Security: 7.4.1
test("anything else: An unexpected error occurred. Please try again.", async ({ page, shop, problems, logged }) => {
  problems.expect(/^500 POST \/sign-in/);
  problems.expect(/^500 POST \/sign-up/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await withoutTable(shop, "attempts", async () => {
    await signInButton(page).click();
    await expectToast(page, "Sign In Failed", "An unexpected error occurred. Please try again.");
  });
  await openPage(page, "/sign-up");
  await fillSignUp(page, email);
  await withoutTable(shop, "customers", async () => {
    await page.getByRole("button", { name: "Sign up" }).click();
    await expectToast(page, "Registration Failed", "An unexpected error occurred. Please try again.");
  });
  await expect.poll(logged).toContain("no such table: attempts");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Account Created!", "Check your inbox");
  expect((await trySignIn(page, email)).status(), "nothing was left behind by the first try").toBe(302);
});
