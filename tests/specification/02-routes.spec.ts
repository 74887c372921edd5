import { openPage } from "../journeys/open-page.ts";
import { signUp } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

test("any other path is public: 404 page with a cat image", async ({ page, problems }) => {
  problems.expect(/^404 GET \/no\/such-page$/);
  await openPage(page, "/no/such-page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("img", { name: /cat/ })).toBeVisible();
});

test("protected routes show a loader while the authentication state is still loading, then send anonymous users to /sign-in", async ({
  page,
}) => {
  await signUp(page);
  await openPage(page, "/");
  await page.context().clearCookies();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/profile.data*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
});
