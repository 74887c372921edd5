import { expect, test } from "vitest";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { catalogRecord, catalogRecords, writeCatalog } from "../tests/support/catalogs.ts";
import type { DatabaseLocation } from "../tests/support/database-location.ts";
import { connect, createDatabase, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";
import { UsageError } from "./command.ts";

/** Runs the owner's command line on a database. */
function runShop({ dataFolder, databaseUrl = "" }: DatabaseLocation, ...args: string[]) {
  return tryShopCommand({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) }, ...args);
}

async function idsIn(location: DatabaseLocation) {
  const { products } = await readProductPage(connect(location).db, { page: 1 });
  return products.map(({ id }) => id);
}

forEachEngine((_, engine) => {
  test("import loads a catalog into a new database and prints the number of products", async () => {
    const location = await createEmptyDatabase(engine);
    const file = await writeCatalog(catalogRecords(3));
    expect(await runShop(location, "import", file)).toEqual({
      stdout: `3 products imported from ${file}\n`,
      stderr: expect.stringMatching(/^Database: migrations applied: \d+\n$/),
      code: 0,
    });
    expect(await idsIn(location)).toEqual(["p1", "p2", "p3"]);
  });

  test("import keeps other products and their order, and with --replace removes them", async () => {
    const { shop } = await openTestShop(engine);
    const file = await writeCatalog([catalogRecord({ id: "tea" })]);
    await runOnShop(shop, "import", await writeCatalog(catalogRecords(2)));
    await runOnShop(shop, "import", file);
    expect(await idsIn(shop.settings)).toEqual(["p1", "p2", "tea"]);
    await runOnShop(shop, "import", "--file-order", file);
    expect(await idsIn(shop.settings)).toEqual(["tea", "p1", "p2"]);
    expect(await runOnShop(shop, "import", "--replace", file)).toBe(`1 product imported from ${file}, 2 removed\n`);
    expect(await idsIn(shop.settings)).toEqual(["tea"]);
  });
});

test("a script's import takes texts that look like mistakes, and its log names them", async () => {
  const location = await createDatabase("sqlite");
  const file = await writeCatalog([catalogRecord({ id: "tea", title: "Tea &amp; <b>Milk</b>" })]);
  const { stdout, stderr, code } = await runShop(location, "import", file);
  expect([stdout, code]).toEqual([`1 product imported from ${file}\n`, 0]);
  expect(stderr).toMatch(/^Warning: .*Tea &amp; <b>Milk<\/b>/m);
  expect(await idsIn(location)).toEqual(["tea"]);
});

test("an invalid product prints a one-line error and imports nothing", async () => {
  const location = await createDatabase("sqlite");
  await runShop(location, "import", await writeCatalog(catalogRecords(1)));
  const file = await writeCatalog([catalogRecord(), catalogRecord({ id: "tea", title: "Tea", stock: -1 })]);
  expect(await runShop(location, "import", "--replace", file)).toEqual({
    stdout: "",
    stderr: 'Product 2 (id "tea", "Tea"): stock must be at least 0, but got -1\n',
    code: 1,
  });
  expect(await idsIn(location)).toEqual(["p1"]);
});

test("a dry run prints a line for each invalid product", async () => {
  const location = await createDatabase("sqlite");
  const file = await writeCatalog(catalogRecords(30, (number) => (number > 5 ? { price: "9.99\n" } : {})));
  const { stdout, stderr, code } = await runShop(location, "import", file, "--dry-run");
  const lines = stderr.trimEnd().split("\n");
  expect([lines.length, lines[1], lines[20]]).toEqual([
    21,
    'Product 7 (id "p7", "Product 7"): price must be a number such as 12.50, but got "9.99 "',
    "and 5 more",
  ]);
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
});

// Security: 5.3.1
test("control characters in a catalog never reach the terminal", async () => {
  const location = await createDatabase("sqlite");
  const title = "Tea\u009b31m\u202e\u2028end";
  const { stderr } = await runShop(location, "import", await writeCatalog([catalogRecord({ title, stock: -1 })]));
  expect(stderr).toContain('"Tea 31m end"): stock must be at least 0');
});

test("a wrong command prints the usage", async () => {
  const { stdout, stderr, code } = await runShop(await createDatabase("sqlite"), "sell");
  expect(stderr).toContain('Unknown command "sell"');
  expect(stderr).toContain("Usage: npm run shop -- COMMAND");
  expect(stderr).toContain("import FILE [--replace]");
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
});

test.each([
  ["no command", [], "Missing command"],
  ["import without a file", ["import"], "import expects one file"],
  ["import of two files", ["import", "a.json", "b.json"], "import expects one file"],
  ["an unknown option", ["import", "--force", "a.json"], "Unknown option '--force'"],
])("%s is such a wrong command", async (_, args, message) => {
  const { shop } = await openTestShop("sqlite");
  await expect(runOnShop(shop, ...args)).rejects.toThrow(new UsageError(message));
});

test("import of a missing file prints a one-line error", async () => {
  const location = await createDatabase("sqlite");
  const { stderr, code } = await runShop(location, "import", "none.json");
  expect({ stderr, code }).toEqual({ stderr: "none.json not found\n", code: 1 });
});
