import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { setRole } from "#shop/owners/owners.ts";
import { contactLetter } from "../support/contact-letter.ts";
import { expect, test } from "./shop-test.ts";
import { honey, orderFor, signUpVerified } from "./shopper.ts";

test("an owner is asked before typed stock, notes and replies are lost, and not when they are sent or removed", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^409 POST \/owner\/products/);
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  await setRole(inside, email, "owner", "command line");
  let asked = 0;
  page.on("dialog", async (dialog) => {
    asked += 1;
    await dialog.dismiss();
  });
  const press = (role: "button" | "link", name: string) =>
    page.getByRole(role, { name, exact: true }).click({ noWaitAfter: true, timeout: 5000 });

  await page.goto("/owner/products?q=wildflower");
  const stock = page.getByLabel(`Adjust stock of ${honey.title}`);
  await page.getByLabel(`Select ${honey.title}`).check();
  await press("button", "Search");
  await expect(page.getByLabel(`Select ${honey.title}`)).not.toBeChecked();
  await stock.fill("+5");
  await press("button", "Search");
  await expect.poll(() => asked).toBe(1);
  await expect(stock).toHaveValue("+5");
  await stock.fill("many");
  await press("button", "Update stock");
  await expect(page.getByRole("alert")).toBeFocused();
  await press("link", "Orders");
  await expect.poll(() => asked).toBe(2);
  await stock.fill("");
  await press("link", "Orders");
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();

  const orderNumber = await orderFor(shop, email, honey);
  await page.goto(`/owner/orders/${orderNumber}`);
  const note = page.getByRole("region", { name: "Note", exact: true });
  await note.getByRole("heading").click();
  await note.getByRole("textbox").fill("Gift wrap");
  await press("button", "Mark as sent");
  await expect.poll(() => asked).toBe(3);
  await expect(note.getByRole("textbox")).toHaveValue("Gift wrap");
  await press("button", "Save note");
  await expect(page.getByRole("status")).toBeVisible();

  await saveContactMessage(inside.db, { ...contactLetter, subject: "Unsaved reply" }, inside.now());
  await page.goto("/owner/messages");
  await press("link", "Unsaved reply");
  await page.getByLabel("Your reply").fill("Good morning");
  await press("button", "Mark as done");
  await expect.poll(() => asked).toBe(4);
  await press("button", "Send reply");
  await expect(page.getByRole("status")).toHaveText(/^Reply saved/);
  expect(asked).toBe(4);
});
