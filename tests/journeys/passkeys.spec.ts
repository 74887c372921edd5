import { setRole } from "#shop/owners/owners.ts";
import { setSettings } from "../support/set-settings.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { fillSignIn, password, signInButton, signUpVerified } from "./shopper.ts";

test.afterEach(async ({ shop }) => setSettings(await shop.inside(), { staffSecondStep: "" }));

test("an owner adds a passkey, signs in by it to the back office that asks for a second step, and deletes it", async ({
  page,
  shop,
}) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  await setRole(inside, email, "owner", "command line");
  await setSettings(inside, { staffSecondStep: "on" });
  await openPage(page, "/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.locator("summary", { hasText: "Add a passkey" }).click();
  await section.getByLabel("Name").fill("Laptop");
  await section.getByLabel("Current password").fill(password);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByRole("status")).toHaveText("You can sign in with Laptop now.");
  await expect(section.getByRole("listitem")).toContainText("Not used yet");
  await expect(section.getByLabel("Current password").last(), "cleared").toHaveValue("");

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await openPage(page, "/sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("You have successfully signed in.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.goto("/owner");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Account and security");
  expect(new URL(page.url()).pathname).toBe("/owner");

  // After a sign-in by password alone, the back office asks for the passkey.
  await page.context().clearCookies();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/");
  await page.goto("/owner");
  await expect(page.getByText("Use your passkey to go on.")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/owner");

  await openPage(page, "/account");
  await expect(section.getByRole("listitem")).toContainText("Last used");
  await section.getByText("Rename or delete").click();
  await section.getByRole("listitem").getByLabel("Name").fill("Old laptop");
  await section.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(section.getByRole("listitem")).toContainText("Old laptop");
  await section.getByRole("listitem").getByLabel("Current password").fill(password);
  await section.getByRole("button", { name: "Delete passkey" }).click();
  await expect(section.getByRole("status")).toHaveText("The passkey was deleted.");
  await expect(section.getByRole("listitem")).toHaveCount(0);

  // Within a second the shop follows what another process has set. The next test's owner has no second step.
  await setSettings(inside, { staffSecondStep: "" });
  await expect.poll(async () => new URL((await page.request.get("/owner")).url()).pathname).toBe("/owner");
});
