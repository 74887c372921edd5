import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, writeCatalog } from "../../tests/support/catalogs.ts";
import { createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { readProductPage } from "../catalog/lists/read-products.ts";
import { loadFirstCatalog } from "./open-shop.ts";

forEachEngine((_, engine) => {
  test("opening a shop migrates its database and announces it once", async () => {
    const location = await createEmptyDatabase(engine);
    const { announced } = await openTestShop(engine, location);
    expect(announced).toEqual([expect.stringMatching(/^Database: migrations applied: \d+$/)]);
    const again = await openTestShop(engine, location);
    expect(again.announced).toEqual([]);
  });

  test("only a new shop gets the sample catalog", async () => {
    const { shop } = await openTestShop(engine);
    const lines: string[] = [];
    const load = (file: string) => loadFirstCatalog(shop, file, (line) => lines.push(line));
    await load(await writeCatalog([catalogRecord({ id: "a" }), catalogRecord({ id: "b" })]));
    await load(await writeCatalog([catalogRecord({ id: "c" })]));
    expect(lines).toEqual(["Database: imported 2 sample products"]);
    expect((await readProductPage(shop.db, { page: 1 })).products.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

test("a missing data folder is created", async () => {
  const dataFolder = join(await temporaryFolder(), "not", "there", "yet");
  const { shop } = await openTestShop("sqlite", { dataFolder });
  expect((await readProductPage(shop.db, { page: 1 })).total).toBe(0);
});
