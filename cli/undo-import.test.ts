import { expect, test } from "vitest";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { catalogRecord, writeCatalog } from "../tests/support/catalogs.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";
import { CommandError } from "./command.ts";

forEachEngine((_, engine) => {
  test("undo-import lists imports, shows what would happen, and undoes one", async () => {
    const { shop } = await openTestShop(engine);
    expect(await runOnShop(shop, "undo-import")).toBe("No past imports\n");
    await runOnShop(shop, "import", await writeCatalog([catalogRecord({ id: "tea" })]));
    const changed = [catalogRecord({ id: "tea", price: 1 }), catalogRecord({ id: "milk" })];
    await runOnShop(shop, "import", await writeCatalog(changed));
    const [last] = JSON.parse(await runOnShop(shop, "undo-import", "--json"));
    expect(last).toMatchObject({ name: "catalog.json", actor: "command line", added: 1, changed: 1, undoneAt: null });
    const effects = "1 to delete, 0 to archive, 1 to restore, 0 to bring back\n";
    expect(await runOnShop(shop, "undo-import", last.id, "--dry-run")).toBe(
      `${effects}Dry run: nothing was changed.\n`,
    );
    expect(await runOnShop(shop, "undo-import", last.id)).toBe(`${effects}Import of catalog.json undone\n`);
    await runOnShop(shop, "import", await writeCatalog([catalogRecord({ id: "tea", price: 2 })]));
    await editProduct(shop, "tea", { original: {}, submitted: { price: "3" } }, "ada@example.com");
    const [{ id }] = JSON.parse(await runOnShop(shop, "undo-import", "--json"));
    expect(await runOnShop(shop, "undo-import", id, "--dry-run")).toContain("Changed since the import, and stays:");
    await expect(runOnShop(shop, "undo-import", id)).resolves.toContain("--insist undoes that, too");
    expect(await runOnShop(shop, "undo-import", id, "--insist")).toContain("1 to restore");
    expect(await readProduct(shop.db, "tea")).toMatchObject({ priceCents: 950 });
    const refusal = new CommandError(`There is no import ${last.id} that can be undone`);
    await expect(runOnShop(shop, "undo-import", last.id)).rejects.toThrow(refusal);
  });
});
