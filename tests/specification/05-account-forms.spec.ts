import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { fillSignUp, newEmail, signUp, signUpVerified } from "../journeys/shopper.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const fields = [
  ...["First name", "Last name", "Date of birth", "Street", "City", "Zip code", "Country", "Email"],
  ...["Password", "Confirm password"],
];
const strength = "Password must include an uppercase, lowercase, number, and a special character";

test("sign in: email and password required, of the right shape, and at least 8 characters", async ({ page }) => {
  await openPage(page, "/sign-in");
  const form = page.getByRole("main");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expectError(page, "Email", "Email is required");
  await expectError(page, "Password", "Password is required");
  await expect(page.getByLabel("Email")).toBeFocused();
  await leaveWith(page, "Email", "ada@", "Please enter a valid email address");
  await leaveWith(page, "Password", "Abcde1!", "Password must be at least 8 characters long");
  await leaveWith(page, "Email", "ada@example.com");
  await leaveWith(page, "Password", "Abcdef1!");
});

test("reset password: email required, and of the right shape", async ({ page }) => {
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "here" }).click();
  const modal = page.getByRole("dialog", { name: "Reset password" });
  const email = modal.getByLabel("Email");
  await modal.getByRole("button", { name: "Send reset link" }).click();
  await expect(email).toHaveAccessibleDescription("Email address is required to reset password");
  await expect(email).toBeFocused();
  await email.fill("ada");
  await modal.getByRole("button", { name: "Send reset link" }).click();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
});

test("shared fields and sign-up additions: an error shows when a field loses focus, describes it, and disappears once it is fixed", async ({
  page,
}) => {
  await openPage(page, "/sign-up");
  await expect(page.getByLabel("Country").getByRole("option"), "only Norway is offered").toHaveText([
    "Choose a country",
    "Norway",
  ]);
  await page.getByLabel("Country").selectOption("");
  await page.getByRole("button", { name: "Sign up" }).click();
  for (const label of fields) await expectError(page, label, `${label} is required`);
  await expect(page.getByLabel("First name"), "the first wrong field").toBeFocused();
  const nextYear = new Date().getFullYear() + 1;
  await leaveWith(page, "First name", " ", "First name is required");
  await leaveWith(page, "Last name", "", "Last name is required");
  await leaveWith(page, "Date of birth", "", "Date of birth is required");
  await leaveWith(page, "Date of birth", `${nextYear}-01-01`, "Date of birth cannot be in the future");
  await leaveWith(page, "Date of birth", `${nextYear - 18}-12-31`, "You must be at least 18 years old to register.");
  await leaveWith(page, "Date of birth", "1890-01-01", "Please provide a valid date of birth.");
  await leaveWith(page, "Street", "", "Street is required");
  const street = "Street must contain street name and house number (e.g., Storgata 1)";
  await leaveWith(page, "Street", "Storgata", street);
  await leaveWith(page, "City", "", "City is required");
  await leaveWith(page, "City", "Å", "City must be at least 2 characters long");
  await leaveWith(page, "City", "Oslo 1", "City can only contain letters and spaces");
  await leaveWith(page, "Zip code", "", "Zip code is required");
  await leaveWith(page, "Zip code", "012", "Zip code must be exactly 4 digits (e.g., 0123)");
  await page.getByLabel("Country").focus();
  await page.getByLabel("Country").blur();
  await expectError(page, "Country", "Country is required");
  await leaveWith(page, "Email", "", "Email is required");
  await leaveWith(page, "Email", "ada at example.com", "Email is invalid");
  await leaveWith(page, "Password", "", "Password is required");
  await leaveWith(page, "Password", "Abcde1!", "Password must be at least 8 characters long");
  for (const weak of ["abcdef1!", "ABCDEF1!", "Abcdefg!", "Abcdefg1", "Abc def1!"]) {
    await leaveWith(page, "Password", weak, strength);
  }
  await leaveWith(page, "Confirm password", "", "Confirm password is required");
  await leaveWith(page, "Password", "Abcdef1!");
  await leaveWith(page, "Confirm password", "Abcdef1?", "Passwords do not match");

  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("First name"), "the first wrong field").toBeFocused();
  await fillSignUp(page, newEmail());
  await expect(page.locator("[aria-invalid]"), "mended, the errors are gone").toHaveCount(0);
  for (const [label, right] of [
    ["Street", "St. Olavs gate 12b"],
    ["City", "Bærum på Østlandet"],
  ] as const) {
    await leaveWith(page, label, right);
  }
});

test("text inputs are capped at 50 characters, zip at 4 digits", async ({ page }) => {
  const expectCap = async (label: string, cap: number, typed = "a".repeat(60)) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill("");
    await field.pressSequentially(typed);
    await expect(field, label).toHaveValue(typed.slice(0, cap));
  };
  await openPage(page, "/sign-up");
  for (const label of ["First name", "Last name", "Street", "City", "Email"]) await expectCap(label, 50);
  await expectCap("Zip code", 4, "01234567");
  await page.getByLabel("Zip code").fill("");
  await page.getByLabel("Zip code").pressSequentially("0a1-5 5");
  await expect(page.getByLabel("Zip code"), "non-digits are stripped as typed").toHaveValue("0155");
  await page.getByLabel("Zip code").fill("");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText(" 0123"));
  await page.getByLabel("Zip code").press("ControlOrMeta+V");
  await expect(page.getByLabel("Zip code"), "spaces that were pasted are gone before it is capped").toHaveValue("0123");
});

test("a pasted password of more than 20 characters is kept, names the limit at once and isn't sent", async ({
  page,
}) => {
  const long = "Abcdef1!Abcdef1!Abcdef1!";
  const tooLong = "Password can be at most 20 characters long";
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const path of ["/sign-up", "/reset-password"]) {
    await openPage(page, path);
    await page.evaluate((text) => navigator.clipboard.writeText(text), long);
    const password = page.getByLabel("Password", { exact: true });
    const confirmation = page.getByLabel("Confirm password");
    await password.press("ControlOrMeta+V");
    await expectError(page, "Password", tooLong);
    await confirmation.press("ControlOrMeta+V");
    await page
      .getByRole("main")
      .getByRole("button", { name: /Sign up|Save/ })
      .click();
    for (const field of [password, confirmation]) await expect(field).toHaveValue(long);
    await expectError(page, "Password", tooLong);
    await password.fill("Abcdef1!");
    await expect(page.getByText(tooLong)).toHaveCount(0);
  }
});

test("the mismatch message appears and disappears whichever password changes", async ({ page }) => {
  await openPage(page, "/sign-up");
  await leaveWith(page, "Password", "Abcdef1?");
  await leaveWith(page, "Confirm password", "Abcdef1!", "Passwords do not match");
  await page.getByLabel("Password", { exact: true }).fill("Abcdef1!");
  await expect(page.getByText("Passwords do not match")).toHaveCount(0);
  await leaveWith(page, "Password", "Abcdef1?");
  await expectError(page, "Confirm password", "Passwords do not match");
});

// Security: 2.1.11
test("what the browser fills in by itself counts as typed", async ({ page }) => {
  await openPage(page, "/sign-in");
  await page.evaluate((email) => {
    for (const [id, value] of [
      ["sign-in-email", email],
      ["sign-in-password", "Wrong-pass1"],
    ] as const) {
      (document.getElementById(id) as HTMLInputElement).value = value;
    }
  }, newEmail());
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.route("**/sign-in.data*", (route) => route.fulfill({ status: 204 }));
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  expect((await posted).postData()).toContain("Wrong-pass1");
});

test("profile: the shared fields are held to the same rules, and nothing wrong is saved", async ({ page }) => {
  await signUp(page);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await leaveWith(page, "First name", "", "First name is required");
  await leaveWith(page, "Street", "1 Storgata", "Street must contain street name and house number (e.g., Storgata 1)");
  await leaveWith(page, "Zip code", "12", "Zip code must be exactly 4 digits (e.g., 0123)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await leaveWith(page, "First name", "Augusta");
  await leaveWith(page, "Street", "Nygata 2 b");
  await leaveWith(page, "Zip code", "0001");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Profile updated", "Your changes have been saved.");
  await expect(page.getByText("Augusta Lovelace")).toBeVisible();
});

test("profile picture: only image files (.jpg, .jpeg, .png, .webp)", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  const chooser = page.getByLabel("Choose picture");
  await expect(chooser).toHaveAttribute("accept", ".jpg,.jpeg,.png,.webp");
  const only = "Please choose a .jpg, .jpeg, .png or .webp picture";
  const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
  await chooser.setInputFiles({ name: "ada.gif", mimeType: "image/gif", buffer: gif });
  await expect(page.getByRole("alert")).toHaveText(only);
  const renamed = { file: { name: "ada.png", mimeType: "image/png", buffer: gif } };
  const answer = await page.request.post("/profile/picture", { multipart: renamed });
  expect(answer.status()).toBe(415);
  expect(await answer.json()).toEqual({ error: only });
});

test("the server refuses what the forms refuse, with 400 and the same messages", async ({ page }) => {
  const refused = async (path: string, form: Record<string, string>, ...messages: string[]) => {
    const answer = await page.request.post(path, { form, headers: { accept: "text/html" }, maxRedirects: 0 });
    expect(answer.status(), path).toBe(400);
    const text = await answer.text();
    for (const message of messages) expect(text).toContain(message);
  };
  await refused("/sign-in", {}, "Email is required", "Password is required");
  await refused("/sign-in", { email: "ada", password: "short" }, "Please enter a valid email address");
  await refused(
    "/sign-up",
    { email: "ada", password: "abcdef1!" },
    "First name is required",
    "Email is invalid",
    strength,
  );
  await refused("/reset-password", { password: "Abcdef1!", confirmPassword: "x" }, "Passwords do not match");
  await refused("/contact", { phoneNumber: "1", orderNumber: "!" }, "Phone number must be exactly 8 digits");
  await signUp(page);
  await refused("/profile", { city: "1" }, "City must be at least 2 characters long", "Country is required");
});

/** Types into a field and leaves it. Without a message, the field is right. */
async function leaveWith(page: Page, label: string, typed: string, message?: string) {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(typed);
  await field.blur();
  if (message) await expectError(page, label, message);
  else await expect(field).not.toHaveAttribute("aria-invalid");
}

async function expectError(page: Page, label: string, message: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toHaveAttribute("aria-invalid", "true");
}
