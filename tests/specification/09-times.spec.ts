import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { fillSignIn, fillSignUp, newEmail, signInButton, signUpVerified } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

test("toast duration: 2000 ms in the cart area", async ({ page }) => {
  await openWithStoppedClock(page, "/products/lemons");
  await page.getByRole("button", { name: "Add to cart" }).click();
  const toast = page.getByText("✅ Added to Cart");
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test("redirect after sign in: 1 s; its toast's duration: 3 s", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openWithStoppedClock(page, "/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  const toast = page.getByText("Welcome Back!");
  await expect(toast).toBeVisible();
  await expect(page.getByText("You have successfully signed in.")).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL("/sign-in");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/");
  await page.clock.runFor(1800);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test("redirect after sign up: 1 s; its toast's duration: 3 s", async ({ page }) => {
  await openWithStoppedClock(page, "/sign-up");
  await fillSignUp(page, newEmail());
  await page.getByRole("button", { name: "Sign up" }).click();
  const toast = page.getByText("Account Created!");
  await expect(toast).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL("/sign-up");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/verify-email");
  await page.clock.runFor(1800);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test("toast duration in the profile: 3 s", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openWithStoppedClock(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  const toast = page.getByText("Profile updated");
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(2900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test("redirect after product not found: 3 s", async ({ page, problems }) => {
  problems.expect(/^404 GET \/products\/nothing$/);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await openPage(page, "/products/nothing");
  await expect(page.getByText("❌ Product Error")).toBeVisible();
  await page.clock.runFor(2900);
  await expect(page.getByRole("heading", { name: "Product not found" })).toBeVisible();
  await expect(page).toHaveURL("/products/nothing");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/products");
});

/** Opens a page with a fake clock. */
async function openWithStoppedClock(page: Page, path: string) {
  await page.clock.install();
  await openPage(page, path);
  await page.clock.pauseAt(Date.now() + 60_000);
}
