import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { setRole } from "#shop/owners/owners.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { signUpVerified } from "./shopper.ts";

test("an owner imports a file with pictures of another site, sees which fail, and undoes all of it", async ({
  page,
  shop,
}) => {
  await importProducts(shop, productOf({ id: "undo-cup", title: "Undo Cup", price: 10 }));
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  await setRole(inside, email, "owner", "command line");
  const thumbnail = "http://127.0.0.1:1/cup.jpg";
  const products = [
    productOf({ id: "undo-cup", title: "Undo Cup", price: 12 }),
    productOf({ id: "undo-jug", title: "Undo Jug", thumbnail, images: [thumbnail] }),
  ];
  await page.goto("/owner/products/import");
  const buffer = Buffer.from(JSON.stringify(products));
  const file = { name: "old-shop.json", mimeType: "application/json", buffer };
  await page.getByLabel("CSV or JSON file").setInputFiles(file);
  await page.getByLabel("Copy pictures into the shop").check();
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("1 picture is fetched into the shop after the import.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 products imported from old-shop.json")).toBeVisible();
  await page.getByRole("link", { name: "Undo", exact: true }).click();
  await expect(page).toHaveURL(/\/owner\/products\/imports\/[\da-f]{8}$/);
  await page.getByRole("link", { name: "Cancel" }).click();

  const pictures = page.getByRole("region", { name: "Pictures" });
  const states = () => inside.db.selectFrom("pictureFetches").select("state").where("source", "=", thumbnail).execute();
  await expect.poll(states).toEqual([{ state: "failed" }]);
  await page.reload();
  await expect(pictures).toContainText("0 of 1 picture fetched, 1 failed");
  await expect(pictures.getByRole("row", { name: /Undo Jug/ })).toContainText("127.0.0.1 is a private address");
  await pictures.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1 picture is tried again")).toBeVisible();

  await page.goto("/owner/log");
  await page.getByRole("link", { name: "Undo Products imported from old-shop.json" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/owner\/log$/);
  await page.goto("/owner/products/import");

  await page.getByRole("link", { name: "Undo old-shop.json" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "1 product will be deleted." })).toBeVisible();
  await expect(page.getByText("1 product will be as before.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Undo Cup/ })).toContainText("12.00");
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone")).toBeVisible();
  await expect(page.getByRole("row", { name: /old-shop\.json/ })).toContainText("Undone");
  expect(await readProduct(inside.db, "undo-jug")).toBeUndefined();
  expect(await readProduct(inside.db, "undo-cup")).toMatchObject({ priceCents: 1000 });
});
