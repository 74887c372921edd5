import type { Page } from "@playwright/test";

/** Fills in the contact form, well in every field. @returns what was typed, by label */
export async function fillContact(page: Page) {
  const typed = {
    "First name": "Ada",
    "Last name": "Lovelace",
    Email: "ada@example.com",
    "Phone number": "12345678",
    "Order number": "ABC123DEF4",
    Subject: "A question",
    Message: "Is the tea strong?",
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  return typed;
}
