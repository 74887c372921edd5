import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { setRole } from "#shop/owners/owners.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { signUpVerified } from "./shopper.ts";

test("an owner sees a price typed with a wrong decimal before a spreadsheet is imported, corrects it and imports only id and price", async ({
  page,
  shop,
}) => {
  await importProducts(
    shop,
    ...["Cup", "Jug"].map((title) => productOf({ id: `import-${title}`, title: `Import ${title}` })),
  );
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  await setRole(inside, email, "owner", "command line");
  const upload = async (text: string) => {
    await page.goto("/owner/products/import");
    // As a German Excel writes it: a byte order mark, semicolons, CRLF and decimal commas.
    const buffer = Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
    await page.getByLabel("CSV or JSON file").setInputFiles({ name: "Preise.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Preview changes" }).click();
  };
  const preview = page.getByRole("region", { name: "Preview" });

  await upload("id;price\nimport-Cup;12,50\nimport-Jug;1,05\n");
  await expect(preview.getByRole("status")).toContainText("Import Jug (import-Jug): $10.00 → $1.05");
  await expect(preview).toContainText("Only these columns are in the file, and nothing else changes: id, price");
  await preview.getByRole("link", { name: "Cancel" }).click();

  await upload("id;price\nimport-Cup;12,50\nimport-Jug;ten\n");
  await expect(page.getByRole("alert")).toContainText("import-Jug");
  await upload("id;price\nimport-Cup;12,50\nimport-Jag;10,50\n");
  await expect(page.getByRole("alert")).toContainText("Nothing was changed. Unknown ID: import-Jag (line 3)");

  await upload("id;price\nimport-Cup;12,50\nimport-Jug;10,50\n");
  await expect(preview.getByRole("row", { name: /Import Jug/ })).toContainText("$10.50");
  await expect(preview.getByRole("status")).toBeHidden();
  await preview.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("status")).toHaveText("2 products imported from Preise.csv");
  await upload("id;price\nimport-Cup;12,50\nimport-Jug;10,50\n");
  await expect(preview).toContainText("Nothing would change.");
  await expect(preview.getByRole("button", { name: "Import" })).toBeHidden();

  const head = "sep=;\nid;title;description;category;price;stock\n";
  await upload(`${head}import-Pot;Import Pot;For tea;groceries;1.234,50;1.000\n`);
  await expect(preview.getByRole("row", { name: /Import Pot/ })).toContainText("$1,234.50, 1,000 in stock, Groceries");
  const products = await Promise.all(["Cup", "Jug"].map((title) => readProduct(inside.db, `import-${title}`)));
  expect(products.map((product) => [product?.title, product?.priceCents, product?.stock])).toEqual([
    ["Import Cup", 1250, 20],
    ["Import Jug", 1050, 20],
  ]);
});
