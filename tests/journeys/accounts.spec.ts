import { setUpAuthenticator } from "../support/authenticator.ts";
import { linkIn, mailsTo, verificationLink } from "./mails.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { fillSignIn, fillSignUp, newEmail, password, signInButton, signUp, signUpVerified } from "./shopper.ts";

test("sign-in and sign-up pages redirect signed-in customers", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  for (const [path, destination] of [
    ["/sign-in", "/"],
    ["/sign-up", "/"],
    ["/sign-in?from=cart", "/checkout"],
  ] as const) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.headers().location, path).toBe(destination);
  }
});

test("an expired verification link says so", async ({ page, shop }) => {
  const email = await signUp(page);
  const link = await verificationLink(shop, email);
  await openPage(page, link.slice(0, -3));
  await expect(page).toHaveURL(/\/verify-email\?/);
  await expect(page.getByRole("alert")).toContainText("has expired");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
});

test("an expired reset link says so when it is opened, and leads to a new one", async ({ page }) => {
  await openPage(page, "/reset-password?token=expired");
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await page.getByRole("link", { name: "Get a new link" }).click();
  await expect(page.getByRole("dialog", { name: "Reset password" })).toBeVisible();
});

test("after a sign-up from the cart, the emailed link leads to the checkout in this browser, also a link sent again", async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openPage(page, "/sign-up?from=cart");
  await fillSignUp(page, email.replace("example.com", "exmaple.com"));
  const question = page.getByRole("button", { name: email });
  await expect(page.getByText(`Did you mean ${email}?`)).toBeVisible();
  await question.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/verify-email");
  await page.getByRole("link", { name: "Change it" }).click();
  await expect(page.getByRole("heading", { name: "Email", exact: true })).toBeInViewport();
  await expect(page.getByLabel("New email"), "the form is open").toBeInViewport();
  await page.goBack();
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  const links = (await mailsTo(shop, email, 2)).map(linkIn);
  for (const link of links) {
    await openPage(page, link);
    await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
    await expect(page).toHaveURL("/checkout");
  }
});

test("the email typed at sign-in is in the reset dialog, and at sign-in again after the reset", async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const email = await signUp(await anotherBrowser());
  await openPage(page, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "here" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset password" });
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("The link is on its way to your inbox")).toBeVisible();
  // By its role, since a closed dialog's field is in the page for a moment longer.
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  const [, reset] = await mailsTo(shop, email, 2);
  await openPage(page, linkIn(reset));
  await page.getByLabel("Password", { exact: true }).fill("Ghijkl2?");
  await page.getByLabel("Confirm password").fill("Ghijkl2?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("in another browser, the emailed link verifies at the press of a button, with and without JavaScript", async ({
  page,
  shop,
  anotherBrowser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const email = await signUp(page);
    const elsewhere = await anotherBrowser({ javaScriptEnabled });
    await elsewhere.goto(await verificationLink(shop, email));
    await openPage(page, "/verify-email");
    await expect(page.getByRole("heading", { name: "Verify your email" })).toBeVisible();
    await elsewhere.getByRole("button", { name: "Verify email" }).click();
    await expect(elsewhere).toHaveURL(javaScriptEnabled ? "/sign-in" : "/sign-in?link=verified");
    await expect(elsewhere.getByText("You can sign in now.")).toBeVisible();
    await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
  }
});

test("sign-up, verification and sign-in work without JavaScript", async ({ shop, anotherBrowser, problems }) => {
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

test("without JavaScript, the profile form shows errors, keeps what was typed and can be cancelled", async ({
  anotherBrowser,
  problems,
}) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await page.goto("/sign-up");
  await fillSignUp(page, newEmail());
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("First name").fill("Augusta");
  await page.getByLabel("City").fill("B");
  problems.expect(/^400 POST \/profile/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("City")).toHaveAccessibleDescription("City must be at least 2 characters long");
  await expect(page.getByLabel("City")).toHaveValue("B");
  await expect(page.getByLabel("First name")).toHaveValue("Augusta");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeVisible();
  await expect(page.getByText("Augusta")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("First name").fill("Augusta");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Profile updated" })).toBeVisible();
  await expect(page.getByText("Augusta Lovelace")).toBeVisible();
});

test("password reset and Resend email work without JavaScript", async ({ anotherBrowser, problems }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "here" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset password" });
  await dialog.getByLabel("Email").fill("ada");
  problems.expect(/^400 POST \/reset-password\/request/);
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.getByLabel("Email")).toHaveValue("ada");
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("status")).toContainText("If an account exists for this email");

  const email = newEmail();
  await page.goto("/sign-up");
  await fillSignUp(page, email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByRole("status")).toContainText(`A new link is on its way to ${email}.`);
});

test("a recovery code that is pasted into the field of the six digits signs in", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  const { id } = await inside.db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const { recoveryCodes } = await setUpAuthenticator(inside, id, { email, password });
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/sign-in/code");
  const code = page.getByLabel("Code");
  await code.pressSequentially("12ab");
  await expect(code).toHaveValue("12");
  await code.fill(` ${recoveryCodes[0]} `);
  await expect(page.getByText("You have successfully signed in.")).toBeVisible();
  await expect(page).toHaveURL("/");
});

// Security: 2.1.8, 2.1.12
test("password requirements are ticked off while typing, and the password can be shown", async ({ page }) => {
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
