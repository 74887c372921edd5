import { timeValue } from "#database/engine-values.ts";
import { setRole } from "#shop/owners/owners.ts";
import { expect, test } from "./shop-test.ts";
import { password, signUpVerified } from "./shopper.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("an owner whose sign-in is old types the password, and the form is saved as it was", async ({
      page,
      shop,
      problems,
    }) => {
      problems.expect(/^403 POST \/owner\/sign-in-again/);
      problems.expect(/^422 POST \/owner\/sign-in-again/);
      const email = await signUpVerified(page, shop);
      const { connection, db } = await shop.inside();
      await setRole({ db, now: () => new Date() }, email, "owner", "command line");
      const createdAt = timeValue(connection.engine, new Date(Date.now() - 2 * 60 * 60_000));
      await db.updateTable("session").set({ createdAt }).execute();
      await page.goto("/owner/discounts/new");
      await page.getByLabel("Code").fill("SPRING");
      await page.getByLabel("Value").fill("100");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
      await page.getByLabel("Password").fill(`${password}x`);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Invalid email or password")).toBeVisible();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("status")).toHaveText("Code SPRING added");
      await db.deleteFrom("discounts").execute();
    });
  });
}
