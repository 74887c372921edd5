import type { Page } from "@playwright/test";
import { holdRequests } from "../journeys/hold-requests.ts";
import { openPage } from "../journeys/open-page.ts";
import { signUp, signUpVerified } from "../journeys/shopper.ts";
import { ownerRow } from "./owner-lists.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const saved = "Your changes have been saved.";

test("what is typed while the picture uploads is saved with it", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await choosePicture(page);
  const upload = await holdRequests(page, "POST", "/profile/picture");
  await saveButton(page).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.getByLabel("City").fill("Bergen");
  await upload.letGo();
  await expectToast(page, "Profile updated", saved);
  const picture = expect.stringMatching(/^\/profile-pictures\//);
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ city: "Bergen", profilePicture: picture });
});

test("errors made during the upload are shown, and the picture isn't uploaded again", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await choosePicture(page);
  let uploads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/profile/picture")) uploads++;
  });
  const upload = await holdRequests(page, "POST", "/profile/picture");
  await saveButton(page).click();
  await page.getByLabel("City").fill("B");
  await upload.letGo();
  await expect(page.getByLabel("City")).toHaveAccessibleDescription("City must be at least 2 characters long");
  await page.getByLabel("City").fill("Bergen");
  await saveButton(page).click();
  await expectToast(page, "Profile updated", saved);
  const picture = expect.stringMatching(/^\/profile-pictures\//);
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ city: "Bergen", profilePicture: picture });
  expect(uploads).toBe(1);
});

test("what is typed while the profile is saved stays in the form, and the toast says so", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await edit(page);
  await page.getByLabel("City").fill("Bergen");
  const saving = await holdRequests(page, "POST", "/profile.data");
  await saveButton(page).click();
  await page.getByLabel("Street").fill("Nygata 2b");
  await saving.letGo();
  await expectToast(page, "Profile updated", "Changes you made while saving aren't saved yet.");
  await expect(page.getByLabel("Street")).toHaveValue("Nygata 2b");
  await saveButton(page).click();
  await expectToast(page, "Profile updated", saved);
  const stored = await ownerRow(shop, "customers", "email", email);
  expect(stored).toMatchObject({ city: "Bergen", street: "Nygata 2b" });
});

test("Cancel aborts a stalled upload and saves nothing", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await choosePicture(page);
  await page.getByLabel("City").fill("Bergen");
  const upload = await holdRequests(page, "POST", "/profile/picture", (route) => route.abort());
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/profile/picture"));
  await saveButton(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await ended;
  await edit(page);
  await expect(saveButton(page)).toBeEnabled();
  await expect(page.getByLabel("City")).toHaveValue("Oslo");
  await upload.letGo();
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ city: "Oslo", profilePicture: null });
});

test("Cancel works while the profile is saved, too", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await edit(page);
  await page.getByLabel("City").fill("Bergen");
  const saving = await holdRequests(page, "POST", "/profile.data", (route) => route.abort());
  await saveButton(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Your data" })).toContainText("Oslo");
  await edit(page);
  await expect(saveButton(page)).toBeEnabled();
  await saving.letGo();
});

test("a stalled upload is aborted, and the rest of the profile is saved", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.clock.install();
  await choosePicture(page);
  await page.getByLabel("City").fill("Bergen");
  const upload = await holdRequests(page, "POST", "/profile/picture", (route) => route.abort());
  await saveButton(page).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.clock.fastForward(90_000);
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await upload.letGo();
  await expect(page.getByRole("region", { name: "Your data" })).toContainText("Bergen");
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ city: "Bergen", profilePicture: null });
});

test("an unverified customer is asked to verify before choosing a picture", async ({ page }) => {
  await signUp(page);
  await openPage(page, "/profile");
  await edit(page);
  await expect(page.getByLabel("Choose picture")).toBeDisabled();
  await expect(page.getByText("Please verify your email before you add a picture")).toBeVisible();
  await page.getByRole("link", { name: "Verify email" }).click();
  await expect(page).toHaveURL("/verify-email");
});

function saveButton(page: Page) {
  return page.getByRole("button", { name: "Save" });
}

async function edit(page: Page) {
  if (!page.url().endsWith("/profile")) await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
}

async function choosePicture(page: Page) {
  await edit(page);
  await page.getByLabel("Choose picture").setInputFiles(await pictureFile());
}
