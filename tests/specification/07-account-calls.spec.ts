import { linkIn, mailsTo, verificationLink } from "../journeys/mails.ts";
import { openPage } from "../journeys/open-page.ts";
import {
  fillSignIn,
  fillSignUp,
  newEmail,
  password,
  signInButton,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import { ownerRow } from "./owner-lists.ts";
import { isPost, sentFields } from "./sent-forms.ts";
import { expect, test, trySignIn } from "./trouble-test.ts";

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

// Security: 3.3.3
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
  await page.getByRole("button", { name: "Save" }).click();
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
  const body = page.locator("body");
  // While the last question before is being answered, none is asked.
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(body).toHaveAttribute("data-polls", "1", { timeout: 5000 });
  }).toPass();
  for (let polls = 2; polls <= 4; polls++) {
    await page.clock.runFor(2000);
    await expect(body).toHaveAttribute("data-polls", String(polls));
  }
  await page.request.get(await verificationLink(shop, email));
  await page.clock.runFor(2000);
  await expect(page.getByText("Email verified 🥳")).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page).toHaveURL("/");
});

/** Runs in the page: counts its questions whether the email is verified that have been answered, since it asks one at a time. */
function countPolls() {
  const { fetch } = window;
  let polls = 0;
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (request[0] !== "/verify-email/status") return answer;
    const text = await answer.text();
    document.body.dataset.polls = String(++polls);
    return new Response(text, answer);
  };
}
