import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import { fillCart, fillPayment, purchaseButton, receiptNumber, signUpVerified } from "../journeys/shopper.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { fillContact } from "./contact.ts";
import { ownerRow } from "./owner-lists.ts";
import { expect, test } from "./trouble-test.ts";

const chair = productOf({ id: "chair", title: "Birch Chair" });
const now = new Date();
const year = now.getFullYear();

test("payment form: every field is required, and its message says so", async ({ page, shop }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await openCheckout(page, shop);
  await page.getByLabel("Billing Address").fill("");
  await purchaseButton(page).click();
  for (const [label, message] of [
    ["Cardholder Name", "Card name is required"],
    ["Payment Method", "Please select a payment method"],
    ["Card Number", "Card number is required"],
    ["Expiry Month", "Expiry month is required"],
    ["Expiry Year", "Expiry year is required"],
    ["CVV", "CVV is required"],
    ["Billing Address", "Billing address is required"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await expect(page.getByLabel("Billing Address")).toBeFocused();
  expect(logged, "an invalid form is logged as not valid").toContain("The payment form is not valid");
  await expect(page).toHaveURL("/checkout");
});

test("payment form: card number, month, year and CVV have their shapes, and typing is capped", async ({
  page,
  shop,
}) => {
  await openCheckout(page, shop);
  await fillPayment(page);
  const leaveWith = async (label: string, typed: string, left: string, message?: string) => {
    const field = page.getByLabel(label);
    await field.fill("");
    await field.pressSequentially(typed);
    await expect(field).toHaveValue(left);
    await field.blur();
    if (message) await expect(field).toHaveAccessibleDescription(message);
    else await expect(field).not.toHaveAttribute("aria-invalid");
  };
  await leaveWith("Card Number", "4242 4242-4242", "4242 4242 4242", "Enter a valid card number (16 digits)");
  await leaveWith("Card Number", "4242-4242 4242 4242 99", "4242 4242 4242 4242");
  await leaveWith("Expiry Month", "0", "0", "Enter a valid month (01-12)");
  await leaveWith("Expiry Month", "13", "13", "Enter a valid month (01-12)");
  await leaveWith("Expiry Month", "7", "7");
  await leaveWith("Expiry Year", String(year - 1), String(year - 1), "Enter a valid year (current year to +10 years)");
  await leaveWith(
    "Expiry Year",
    String(year + 11),
    String(year + 11),
    "Enter a valid year (current year to +10 years)",
  );
  await leaveWith("Expiry Year", String(year + 10), String(year + 10));
  await leaveWith("CVV", "12", "12", "Enter a valid CVV (3 digits)");
  await leaveWith("CVV", "1x2345", "123");

  await leaveWith("Card Number", "4242424242424241", "4242 4242 4242 4241");
  await expect(page.getByLabel("Card Number"), "a doubtful number is only asked about").toHaveAccessibleDescription(
    /it may contain a typo/i,
  );
  await purchaseButton(page).click();
  await receiptNumber(page);
});

test("payment form: a month earlier than the current month in the current year: Card has expired, as both are left, until either is mended", async ({
  page,
  shop,
}) => {
  await page.clock.setFixedTime(new Date(year, 5, 15));
  await openCheckout(page, shop);
  const month = page.getByLabel("Expiry Month");
  const expired = page.getByText("Card has expired");
  await month.fill("05");
  await month.blur();
  await page.getByLabel("Expiry Year").fill(String(year));
  await expect(expired, "not before the year is left").toHaveCount(0);
  await page.getByLabel("Expiry Year").blur();
  await expect(month).toHaveAccessibleDescription("Card has expired");
  await page.getByLabel("Expiry Year").fill(String(year + 1));
  await expect(expired).toHaveCount(0);
  await expect(month).not.toHaveAttribute("aria-invalid");

  await fillPayment(page);
  await page.getByLabel("Expiry Year").fill(String(year));
  await month.fill("05");
  await purchaseButton(page).click();
  await expect(month).toHaveAccessibleDescription("Card has expired");
  await expect(month).toBeFocused();
  await month.fill("06");
  await expect(expired).toHaveCount(0);
});

test("payment form: what is pasted or filled in loses its spaces before it is capped, and a year may have two digits", async ({
  page,
  shop,
}) => {
  await openCheckout(page, shop);
  await fillPayment(page);
  for (const [label, pasted, kept] of [
    ["Card Number", " 4242-4242 4242 4242 ", "4242 4242 4242 4242"],
    ["Expiry Month", " 11", "11"],
    ["Expiry Year", ` ${year + 1}`, String(year + 1)],
    ["CVV", " 1 2-3", "123"],
    ["Cardholder Name", "a".repeat(60), "a".repeat(50)],
    ["Billing Address", "a".repeat(210), "a".repeat(200)],
  ] as const) {
    await paste(page, label, pasted);
    await expect(page.getByLabel(label), label).toHaveValue(kept);
    await fillByScript(page, label, pasted.length > 50 ? kept : pasted);
    await expect(page.getByLabel(label), label).toHaveValue(kept);
  }
  await page.getByLabel("Expiry Year").fill(String(year + 1).slice(2));
  await purchaseButton(page).click();
  await receiptNumber(page);
});

test("contact form: first name, last name, email, phone number, subject and message are required, the order number is not", async ({
  page,
}) => {
  await openPage(page, "/contact");
  await page.getByRole("button", { name: "Send" }).click();
  for (const label of ["First name", "Last name", "Email", "Phone number", "Subject", "Message"]) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(`${label} is required`);
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByLabel("Order number")).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("First name")).toBeFocused();
  await fillContact(page);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
});

test("contact form: email, phone number and order number have their shapes; the order number is checked after uppercasing", async ({
  page,
  shop,
}) => {
  await openPage(page, "/contact");
  await fillContact(page);
  const orderNumberMessage = "Order number must be 6-12 characters (letters and numbers)";
  for (const [label, wrong, message] of [
    ["Email", "ada@", "Please enter a valid email address"],
    ["Phone number", "1234567", "Phone number must be exactly 8 digits"],
    ["Phone number", "123456789", "Phone number must be exactly 8 digits"],
    ["Order number", "ab12", orderNumberMessage],
    ["Order number", "ab-1234", orderNumberMessage],
  ] as const) {
    await page.getByLabel(label).fill(wrong);
    await page.getByLabel(label).blur();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Phone number").fill("12345678");
  await page.getByLabel("Order number").fill("abc123def4");
  await page.getByLabel("Subject").fill("Lower case");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
  expect(await ownerRow(shop, "messages", "subject", "Lower case")).toMatchObject({ orderNumber: "ABC123DEF4" });
});

test("contact form: typing stops at 20 characters of subject and 200 of message, which a live counter counts", async ({
  page,
}) => {
  await openPage(page, "/contact");
  await page.getByLabel("Subject").pressSequentially("A subject that is much too long");
  await expect(page.getByLabel("Subject")).toHaveValue("A subject that is mu");
  await expect(page.getByText("0/200")).toBeVisible();
  await page.getByLabel("Message").pressSequentially("Hello");
  await expect(page.getByText("5/200")).toBeVisible();
  await page.getByLabel("Message").fill("m".repeat(198));
  await page.getByLabel("Message").pressSequentially("nnnn");
  await expect(page.getByLabel("Message")).toHaveValue(`${"m".repeat(198)}nn`);
  await expect(page.getByText("200/200")).toBeVisible();
});

test("contact form: a message of 250 characters that arrives by another way than typing is kept whole, one of 300 refused", async ({
  page,
  shop,
}) => {
  await openPage(page, "/contact");
  await fillContact(page);
  await page.getByLabel("Subject").fill("Not typed");
  const setMessage = (length: number) =>
    page.getByLabel("Message").evaluate((area: HTMLTextAreaElement, count) => {
      area.value = "m".repeat(count);
    }, length);
  await setMessage(300);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription("Maximum characters allowed is 300");
  await setMessage(250);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
  expect(await ownerRow(shop, "messages", "subject", "Not typed")).toMatchObject({ message: "m".repeat(250) });

  const form = { message: ` ${"m".repeat(300)} ` };
  const answer = await page.request.post("/contact", { form, headers: { accept: "text/html" } });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain("Maximum characters allowed is 300");
});

test("contact form: a message of 300 characters shows its error while typing; a pasted order number loses its spaces", async ({
  page,
}) => {
  await openPage(page, "/contact");
  await fillByScript(page, "Message", "m".repeat(300));
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription("Maximum characters allowed is 300");
  await fillByScript(page, "Message", "m".repeat(299));
  await expect(page.getByLabel("Message")).not.toHaveAttribute("aria-invalid");
  await paste(page, "Order number", "   ABC123DEF456");
  await expect(page.getByLabel("Order number")).toHaveValue("ABC123DEF456");
});

/** Pastes a text in the place of what a field holds. */
async function paste(page: Page, label: string, text: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel(label).fill("");
  await page.getByLabel(label).press("ControlOrMeta+V");
}

/** Fills a field in as extensions of the browser do: `maxLength` doesn't hold them. */
function fillByScript(page: Page, label: string, text: string) {
  return page.getByLabel(label).evaluate((field: HTMLInputElement, filled) => {
    field.value = filled;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}

/** A verified customer at the checkout with a chair. */
async function openCheckout(page: Page, shop: RunningShop) {
  await importProducts(shop, chair);
  await signUpVerified(page, shop);
  await fillCart(page, chair);
  await openPage(page, "/checkout");
}
