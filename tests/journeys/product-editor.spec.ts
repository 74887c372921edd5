import sharp from "sharp";
import { setRole } from "#shop/owners/owners.ts";
import { expect, test } from "./shop-test.ts";
import { signUpVerified } from "./shopper.ts";

const plainPng = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

test("an owner drafts a product, drops pictures, sorts them by dragging, is warned about unsaved text, and publishes it", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^422 POST \/owner\/products\/drafted-jam/);
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "command line");
  await page.goto("/owner/products/new");
  await page.getByLabel("Title").fill("Drafted Jam");
  await page.getByRole("button", { name: "Add as draft" }).click();
  await expect(page.getByText("drafted-jam: Draft, not in the shop yet")).toBeVisible();
  expect((await fetch(`${shop.url}/products/drafted-jam`)).status, "for shoppers").toBe(404);

  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.getByLabel("Brand").fill("Typed");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByLabel("Add pictures").setInputFiles([
    { name: "red.png", mimeType: "image/png", buffer: await plainPng("red") },
    { name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Dear shop") },
    { name: "blue.png", mimeType: "image/png", buffer: await plainPng("blue") },
  ]);
  const uploads = page.getByRole("status", { name: "Uploads" });
  await expect(uploads.getByRole("listitem").nth(1)).toContainText(
    "Please choose a .jpg, .jpeg, .png or .webp picture",
  );
  await expect(uploads.getByText("Added")).toHaveCount(2);
  const pictures = page.getByRole("region", { name: "Pictures" }).getByRole("img");
  await expect(pictures).toHaveCount(2);
  const second = await pictures.nth(1).getAttribute("src");
  await pictures.nth(1).dragTo(pictures.nth(0));
  await expect.poll(() => pictures.nth(0).getAttribute("src")).toBe(second);
  await expect(page.getByLabel("Brand")).toHaveValue("Typed");

  const asked = page.waitForEvent("dialog");
  const left = page
    .getByRole("link", { name: "Orders", exact: true })
    .click({ noWaitAfter: true })
    .catch(() => undefined);
  await (await asked).dismiss();
  await left;
  await expect(page.getByLabel("Brand")).toHaveValue("Typed");

  await page.getByLabel("Price", { exact: true }).fill("8");
  await page.getByLabel("Stock").fill("5");
  await page.getByLabel("Category").fill("groceries");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Product published")).toBeVisible();
  await expect.poll(async () => (await page.request.get("/products/drafted-jam")).status()).toBe(200);
});

test("an owner adds a product in several variants, whose rows appear while the values are typed", async ({
  page,
  shop,
}) => {
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "command line");
  await page.goto("/owner/products/new");
  await page.getByLabel("Title").fill("Knit Hat");
  await page.getByLabel("Price", { exact: true }).fill("20");
  await page.getByLabel("Stock").fill("3");
  await page.getByLabel("Category").fill("groceries");
  await page.locator("summary", { hasText: "Variants" }).click();
  await page.getByLabel("Option 1").fill("Size");
  await page.getByLabel("Values 1").fill("S, M");
  const price = page.getByRole("textbox", { name: "Price of Size: M" });
  await expect(price).toHaveValue("20");
  await price.fill("25");
  await page.getByLabel("Values 1").fill("S, L, M");
  await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Add Size: L" }).uncheck();
  await page.getByLabel("Price", { exact: true }).fill("21");
  await expect(page.getByRole("textbox", { name: "Price of Size: S" })).toHaveValue("21");
  await expect(price).toHaveValue("25");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product added with 2 variants")).toBeVisible();
});

test("without scripts, an owner uploads with a button and duplicates a product", async ({ anotherBrowser, shop }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "command line");
  await page.goto("/owner/products/new");
  await page.getByLabel("Title").fill("Plain Jam");
  await page.getByRole("button", { name: "Add as draft" }).click();
  const file = { name: "green.png", mimeType: "image/png", buffer: await plainPng("green") };
  await page.getByLabel("Add pictures").setInputFiles(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("1 picture added")).toBeVisible();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: "Copy of Plain Jam" })).toBeVisible();
  await page.goto("/owner/products?show=drafts");
  await expect(page.getByRole("link", { name: /Plain Jam/ })).toHaveCount(2);
});
