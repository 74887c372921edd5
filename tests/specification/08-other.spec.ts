import type { Page } from "@playwright/test";
import { withoutTable } from "../journeys/in-database.ts";
import { openPage } from "../journeys/open-page.ts";
import { importProducts, ordersOf, productOf } from "../journeys/owner.ts";
import {
  card,
  expectBadge,
  fillCart,
  fillPayment,
  orderFor,
  purchaseButton,
  signUpVerified,
} from "../journeys/shopper.ts";
import { fillContact } from "./contact.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const bowl = productOf({ id: "bowl", title: "Beech Bowl" });

test("order page: 'Order not found' or 'Failed to fetch order details' below 'Order Not Found', and Back to Shop", async ({
  page,
  shop,
  problems,
}) => {
  await importProducts(shop, bowl);
  const email = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, email, bowl);
  problems.expect(/^404 GET \/order-confirmation\/NOSUCHNR99$/);
  await openPage(page, "/order-confirmation/NOSUCHNR99");
  await expectOrderError(page, "Order not found");
  problems.allow(/^server: .*no such table: orderLines/);
  problems.expect(new RegExp(`^500 GET /order-confirmation/${orderNumber}$`));
  await withoutTable(shop, "orderLines", async () => {
    await openPage(page, `/order-confirmation/${orderNumber}`);
    await expectOrderError(page, "Failed to fetch order details");
  });
  await page.getByRole("link", { name: "Back to Shop" }).click();
  await expect(page).toHaveURL("/products");
  await openPage(page, `/order-confirmation/${orderNumber}`);
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
});

test("order save failure: logged and shown to the shopper, with cart and form unchanged", async ({
  page,
  shop,
  problems,
  logged,
}) => {
  await importProducts(shop, bowl);
  const email = await signUpVerified(page, shop);
  await fillCart(page, bowl);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^500 POST \/orders/);
  await withoutTable(shop, "orderLines", async () => {
    await purchaseButton(page).click();
    await expectToast(
      page,
      "Order not confirmed",
      "We couldn't save your order, so it wasn't placed. Please try again.",
    );
    await expect.poll(logged).toMatch(/no such table: orderLines.*Order not saved/);
    await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
    await expectBadge(page, 1);
    await expect(purchaseButton(page), "it can be pressed again").toBeEnabled();
  });
  expect(await ordersOf(shop, email)).toEqual([]);
});

test("contact form failure: logged and shown to the visitor, with the form unchanged", async ({
  page,
  shop,
  problems,
  logged,
}) => {
  await openPage(page, "/contact");
  const typed = await fillContact(page);
  problems.expect(/^500 POST \/contact/);
  await withoutTable(shop, "contactMessages", async () => {
    await page.getByRole("button", { name: "Send" }).click();
    await expectToast(page, "Message not sent", "An unexpected error occurred. Please try again.");
  });
  await expect.poll(logged).toContain("no such table: contactMessages");
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
});

test("picture upload failure: logged and told; the rest of the profile is saved, the stored picture stays", async ({
  page,
  shop,
  problems,
  logged,
}) => {
  await signUpVerified(page, shop);
  const picture = page.getByRole("region", { name: "Your data" }).locator("img");
  await openPage(page, "/profile");
  await choosePicture(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Profile updated", "Your changes have been saved.");
  const stored = (await picture.getAttribute("src")) ?? "";
  await expect(picture, "it is shown").toHaveJSProperty("complete", true);

  problems.expect(/^502 POST \/profile\/picture$/);
  await choosePicture(page);
  await page.getByLabel("City").fill("Bergen");
  await withoutTable(shop, "pictures", async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Picture not uploaded", "We couldn't upload your picture");
    await expectToast(page, "Profile updated", "Your changes have been saved.");
  });
  await expect.poll(logged).toMatch(/no such table: pictures.*Picture not uploaded/);
  await expect(page.getByText("Bergen")).toBeVisible();
  await expect(picture).toHaveAttribute("src", stored);
});

async function expectOrderError(page: Page, text: string) {
  await expect(page.getByRole("heading", { name: "Order Not Found" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(text);
  await expect(page.getByRole("link", { name: "Back to Shop" })).toHaveAttribute("href", "/products");
}

async function choosePicture(page: Page) {
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel(/^(Choose|Replace) picture$/).setInputFiles(await pictureFile());
}
