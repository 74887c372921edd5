import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../tests/support/catalogs.ts";
import { createDatabase, forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";
import { withPath } from "../tests/support/server-process.ts";

const description = `${"The beans are roasted in Trondheim, in small batches. ".repeat(3)}Light.`;

forEachEngine((_, engine) => {
  test("import --dry-run prints a table of changes and saves nothing", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [
      catalogRecord({ description, brand: null }),
      catalogRecord({ id: "p1" }),
      catalogRecord({ id: "p2" }),
    ]);
    const file = await writeCatalog([
      catalogRecord({ description: description.replace("Light", "Dark"), price: 1200 }),
      catalogRecord({ id: "tea", title: "Tea\u001b[31m" }),
      catalogRecord({ id: "p2" }),
    ]);
    for (let time = 0; time < 2; time += 1) {
      const printed = await runOnShop(shop, "import", file, "--replace", "--dry-run");
      const lines = printed.split("\n").map((line) => line.split(/ {2,}/));
      expect(lines).toEqual([
        ["id", "what", "before", "after"],
        ["coffee", "price", "9.50", "1200.00"],
        ["coffee", "brand", "none", "Bakklandet"],
        ["coffee", "description", "…ll batches. Light.", "…ll batches. Dark."],
        ["tea", "new", "Tea [31m, 9.50, 40 in stock, Groceries"],
        ["p1", "removed", "Filter Coffee"],
        ["Check this price: Filter Coffee (coffee) 9.50 → 1200.00"],
        ["1 new, 1 changed, 1 removed, 1 unchanged. Dry run: nothing was saved."],
        [""],
      ]);
    }
    const json = JSON.parse(await runOnShop(shop, "import", file, "--replace", "--dry-run", "--json"));
    expect(json).toMatchObject([
      { id: "coffee", effect: "changed", changes: [{ field: "price", from: 9.5, to: 1200 }, {}, {}] },
      { id: "tea", effect: "new", title: "Tea\u001b[31m", price: 9.5, stock: 40, category: "groceries" },
      { id: "p1", effect: "removed" },
    ]);
  });

  test("a dry run prints 200 of many changed products and counts all; --json prints all", async () => {
    const { shop } = await openTestShop(engine);
    const file = await writeCatalog(catalogRecords(1203));
    const printed = await runOnShop(shop, "import", file, "--dry-run");
    expect(printed.split("\n")).toHaveLength(1 + 200 + 3);
    expect(printed).toMatch(
      /\nand 1003 more\n1203 new, 0 changed, 0 removed, 0 unchanged\. Dry run: nothing was saved\.\n$/,
    );
    const json = JSON.parse(await runOnShop(shop, "import", file, "--dry-run", "--json"));
    expect(json).toHaveLength(1203);
  });
});

test('a dry run of an unchanged catalog prints "No changes"', async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord()]);
  const file = await writeCatalog([catalogRecord()]);
  expect(await runOnShop(shop, "import", file, "--dry-run")).toBe(
    "No changes\n0 new, 0 changed, 0 removed, 1 unchanged. Dry run: nothing was saved.\n",
  );
  expect(await runOnShop(shop, "import", file, "--dry-run", "--json")).toBe("[]\n");
});

test("a dry run names the fewest products that explain a new order", async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, catalogRecords(31));
  const dryRun = async (records: unknown[]) =>
    runOnShop(shop, "import", await writeCatalog(records), "--file-order", "--dry-run");
  expect(await dryRun([catalogRecord({ id: "p31", title: "Product 31" })])).toBe(
    "No products would change\nThe catalog takes the file's order: p31 moves from 31 to 1\n0 new, 0 changed, 0 removed, 1 unchanged. Dry run: nothing was saved.\n",
  );
  const reversed = await dryRun(catalogRecords(31).toReversed());
  expect(reversed).toContain("The catalog takes the file's order: 30 products change position\n");
  expect(await dryRun([catalogRecord({ id: "new" }), ...catalogRecords(5)])).not.toContain("order");
});

test("a dry run rejects an invalid file, and --json needs --dry-run", async () => {
  const { shop } = await openTestShop("sqlite");
  const file = await writeCatalog([catalogRecord(), catalogRecord({ id: "tea", stock: -1 })]);
  for (const args of [["--dry-run"], ["--dry-run", "--json"]]) {
    await expect(runOnShop(shop, "import", file, ...args)).rejects.toThrow("stock must be at least 0, but got -1");
  }
  await expect(runOnShop(shop, "import", file, "--json")).rejects.toThrow("Use --json only with --dry-run");
});

test("closing the pipe early, as head does, ends a long list without an error", async () => {
  const { dataFolder } = await createDatabase("sqlite");
  const file = await writeCatalog(catalogRecords(5000));
  const env = withPath({ DATA_DIR: dataFolder, AUTH_SECRET: "x".repeat(32) });
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, "import", file, "--dry-run", "--json"], { env, stdio: "pipe" });
  child.stdout.once("data", () => child.stdout.destroy());
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect({ errors, code }).toEqual({ errors: "", code: 0 });
});
