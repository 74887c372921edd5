import { expect, test } from "vitest";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../tests/support/catalogs.ts";
import type { DatabasePlace } from "../tests/support/database-place.ts";
import { connect, createDatabase, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";

/** Runs the owner's command line on a database. */
function runShop({ dataFolder, databaseUrl = "" }: DatabasePlace, ...args: string[]) {
  return tryShopCommand({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) }, ...args);
}

async function idsIn(place: DatabasePlace) {
  const { products } = await readProductPage(connect(place).db, { page: 1 });
  return products.map(({ id }) => id);
}

forEachEngine((_, engine) => {
  test("import loads a catalog into a new database, and tells how many products it had", async () => {
    const place = await createEmptyDatabase(engine);
    const file = await writeCatalog(catalogRecords(3));
    expect(await runShop(place, "import", file)).toEqual({
      stdout: `3 products imported from ${file}\n`,
      stderr: expect.stringMatching(/^Database: \d+ migrations applied\n$/),
      code: 0,
    });
    expect(await idsIn(place)).toEqual(["p1", "p2", "p3"]);
  });

  test("import keeps other products, and with --replace removes them", async () => {
    const place = await createDatabase(engine);
    await importRecords(connect(place).db, catalogRecords(2));
    const file = await writeCatalog([catalogRecord({ id: "tea" })]);
    expect(await runShop(place, "import", file)).toMatchObject({ stderr: "", code: 0 });
    expect(await idsIn(place)).toEqual(["tea", "p1", "p2"]);
    expect(await runShop(place, "import", "--replace", file)).toMatchObject({ stderr: "", code: 0 });
    expect(await idsIn(place)).toEqual(["tea"]);
  });

  test("a wrong product is told in one line, and changes nothing", async () => {
    const place = await createDatabase(engine);
    await importRecords(connect(place).db, catalogRecords(1));
    const file = await writeCatalog([catalogRecord(), catalogRecord({ id: "tea", title: "Tea", stock: -1 })]);
    expect(await runShop(place, "import", "--replace", file)).toEqual({
      stdout: "",
      stderr: 'Product 2 (id "tea", "Tea"): stock must be at least 0, but is -1\n',
      code: 1,
    });
    expect(await idsIn(place)).toEqual(["p1"]);
  });
});

test("a dry run names every wrong product of a file in a line", async () => {
  const place = await createDatabase("sqlite");
  const file = await writeCatalog(catalogRecords(30, (number) => (number > 5 ? { price: "9.99\n" } : {})));
  const { stdout, stderr, code } = await runShop(place, "import", file, "--dry-run");
  const lines = stderr.trimEnd().split("\n");
  expect([lines.length, lines[1], lines[20]]).toEqual([
    21,
    'Product 7 (id "p7", "Product 7"): price must be a number of dollars, but is "9.99 "',
    "and 5 more",
  ]);
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
});

test("what a supplier wrote can't steer the terminal that tells what is wrong with it", async () => {
  const place = await createDatabase("sqlite");
  const title = "Tea\u009b31m\u202e\u2028end";
  const { stderr } = await runShop(place, "import", await writeCatalog([catalogRecord({ title, stock: -1 })]));
  expect(stderr).toContain('"Tea 31m end"): stock must be at least 0');
});

test.each([
  ["no command", [], "Which command?"],
  ["an unknown command", ["sell"], 'There is no command "sell"'],
  ["import without a file", ["import"], "import takes one file"],
  ["import of two files", ["import", "a.json", "b.json"], "import takes one file"],
  ["an unknown option", ["import", "--force", "a.json"], "Unknown option '--force'"],
])("%s explains how the command line is used", async (_, args, message) => {
  const { stdout, stderr, code } = await runShop(await createDatabase("sqlite"), ...args);
  expect(stderr).toContain(message);
  expect(stderr).toContain("Usage: npm run shop -- COMMAND");
  expect(stderr).toContain("import FILE [--replace]");
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
});

test("a file that isn't there is told in one line", async () => {
  const place = await createDatabase("sqlite");
  const { stderr, code } = await runShop(place, "import", "none.json");
  expect({ stderr, code }).toEqual({ stderr: "none.json does not exist\n", code: 1 });
});
