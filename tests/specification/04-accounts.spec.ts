import { mailsTo, verificationLink } from "../journeys/mails.ts";
import { openPage } from "../journeys/open-page.ts";
import { fillSignIn, fillSignUp, newEmail, signInButton, signUp, signUpVerified } from "../journeys/shopper.ts";
import { ownerRow } from "./owner-lists.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

test("auth state: the first page knows the user, who is null after sign-out; sign-out success goes to /", async ({
  page,
  shop,
  anotherBrowser,
}) => {
  await signUpVerified(page, shop);
  const { cookies } = await page.context().storageState();
  const withoutScripts = await anotherBrowser({ javaScriptEnabled: false, storageState: { cookies, origins: [] } });
  await withoutScripts.goto("/about");
  await expect(withoutScripts.getByRole("button", { name: "Sign out" })).toBeVisible();

  await openPage(page, "/about");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await withoutScripts.reload();
  await expect(withoutScripts.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("sign in, verified: /checkout with origin cart, /profile with origin profile, / otherwise", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  for (const [asked, destination] of [
    ["/checkout", "/checkout"],
    ["/profile", "/profile"],
    ["/sign-in", "/"],
  ] as const) {
    await page.context().clearCookies();
    await openPage(page, asked);
    await fillSignIn(page, email);
    await signInButton(page).click();
    await expect(page.getByText("Welcome Back!")).toBeVisible();
    await expect(page).toHaveURL(destination);
  }
});

test("sign in, unverified: /verify-email, carrying the origin", async ({ page }) => {
  const email = await signUp(page);
  for (const [asked, state] of [
    ["/checkout", { from: "cart" }],
    ["/profile", { from: "profile" }],
    ["/sign-in", null],
  ] as const) {
    await page.context().clearCookies();
    await openPage(page, asked);
    await fillSignIn(page, email);
    await signInButton(page).click();
    await expect(page).toHaveURL("/verify-email");
    expect(await page.evaluate(() => history.state.usr ?? null)).toEqual(state);
  }
});

test("sign in: email and password form; the reset modal opens from the 'here' link and closes with Close, which clears its email", async ({
  page,
}) => {
  await openPage(page, "/sign-in");
  const main = page.getByRole("main");
  await expect(main.getByLabel("Email")).toBeVisible();
  await expect(main.getByLabel("Password")).toHaveAttribute("type", "password");
  const modal = page.getByRole("dialog", { name: "Reset password" });
  await expect(modal).toHaveCount(0);
  await main.getByRole("link", { name: "here", exact: true }).click();
  expect(await modal.evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  await modal.getByLabel("Email").fill(newEmail());
  await modal.getByRole("button", { name: "Close" }).click();
  await expect(modal).toHaveCount(0);
  await page.getByRole("link", { name: "here" }).click();
  await expect(modal.getByLabel("Email")).toHaveValue("");
});

test("sign up creates the account, sends a verification email, saves the user record, shows 'Account Created!' and goes to /verify-email with the origin state", async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await openPage(page, "/profile");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await fillSignUp(page, email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account Created!")).toBeVisible();
  await expect(page).toHaveURL("/verify-email");
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: "profile" });
  await mailsTo(shop, email);
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({
    lastname: "Lovelace",
    emailVerified: false,
  });
});

test("verify email: once verified the success message shows, and the user goes to /checkout, /profile or /, as they came", async ({
  shop,
  anotherBrowser,
}) => {
  const verify = async (path: string, destination: string) => {
    const page = await anotherBrowser();
    const email = await signUp(page);
    await openPage(page, path);
    await expect(page.getByRole("heading", { name: "Verify your email" })).toBeVisible();
    await page.request.get(await verificationLink(shop, email));
    await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
    await expect(page).toHaveURL(destination);
  };
  await Promise.all([
    verify("/checkout", "/checkout"),
    verify("/verify-email?from=profile", "/profile"),
    verify("/verify-email", "/"),
  ]);
});

test("profile: Save validates, uploads a newly chosen image, updates the user record, returns to view mode and shows 'Profile updated'", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("City").fill("B");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("City")).toHaveAccessibleDescription("City must be at least 2 characters long");
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ city: "Oslo" });
  await page.getByLabel("City").fill("Bergen");
  await page.getByLabel("Choose picture").setInputFiles(await pictureFile());
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Profile updated", "Your changes have been saved.");
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeVisible();
  await expect(page.getByText("Bergen")).toBeVisible();
  const saved = await ownerRow(shop, "customers", "email", email);
  expect(saved).toMatchObject({ city: "Bergen", profilePicture: expect.stringMatching(/^\/profile-pictures\//) });
});

test("profile: Cancel restores the stored values, and removing the image sets profilePicture to null", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const picture = page.getByRole("region", { name: "Your data" }).locator("img");
  await openPage(page, "/profile");
  const edit = () => page.getByRole("button", { name: "Edit profile" }).click();
  const save = async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Profile updated", "Your changes have been saved.");
  };
  await edit();
  await page.getByLabel("Choose picture").setInputFiles(await pictureFile());
  await save();

  await edit();
  await page.getByLabel("Street").fill("Nygata 2b");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Storgata 1")).toBeVisible();
  await expect(picture).toBeVisible();
  await edit();
  await expect(page.getByLabel("Street")).toHaveValue("Storgata 1");

  await page.getByRole("button", { name: "Remove picture" }).click();
  await save();
  await expect(picture).toHaveCount(0);
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({
    profilePicture: null,
    street: "Storgata 1",
  });
});
