import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { catalogRecord, catalogRecords, writeCatalog } from "../tests/support/catalogs.ts";
import type { DatabasePlace } from "../tests/support/database-place.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";

/** Runs the owner's command line on a database. */
async function runShop({ dataFolder, databaseUrl = "" }: DatabasePlace, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) };
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code };
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
      output: `3 products imported from ${file}\n`,
      errors: expect.stringMatching(/^Database: \d+ migrations applied\n$/),
      code: 0,
    });
    expect(await idsIn(place)).toEqual(["p1", "p2", "p3"]);
  });

  test("import keeps other products, and with --replace removes them", async () => {
    const place = await createEmptyDatabase(engine);
    await runShop(place, "import", await writeCatalog(catalogRecords(2)));
    const file = await writeCatalog([catalogRecord({ id: "tea" })]);
    expect(await runShop(place, "import", file)).toMatchObject({ errors: "", code: 0 });
    expect(await idsIn(place)).toEqual(["tea", "p1", "p2"]);
    expect(await runShop(place, "import", "--replace", file)).toMatchObject({ errors: "", code: 0 });
    expect(await idsIn(place)).toEqual(["tea"]);
  });

  test("a wrong product is told in one line, and changes nothing", async () => {
    const place = await createEmptyDatabase(engine);
    await runShop(place, "import", await writeCatalog(catalogRecords(1)));
    const file = await writeCatalog([catalogRecord(), catalogRecord({ id: "tea", title: "Tea", stock: -1 })]);
    expect(await runShop(place, "import", "--replace", file)).toEqual({
      output: "",
      errors: 'Product 2 (id "tea", "Tea"): stock must be at least 0, but is -1\n',
      code: 1,
    });
    expect(await idsIn(place)).toEqual(["p1"]);
  });

  test("what a supplier wrote can't steer the terminal that tells what is wrong with it", async () => {
    const place = await createEmptyDatabase(engine);
    const title = "Tea\u009b31m\u202e\u2028end";
    const { errors } = await runShop(place, "import", await writeCatalog([catalogRecord({ title, stock: -1 })]));
    expect(errors).toContain('"Tea 31m end"): stock must be at least 0');
  });
});

test.each([
  ["no command", [], "Which command?"],
  ["an unknown command", ["sell"], 'There is no command "sell"'],
  ["import without a file", ["import"], "import takes one file"],
  ["import of two files", ["import", "a.json", "b.json"], "import takes one file"],
  ["an unknown option", ["import", "--force", "a.json"], "Unknown option '--force'"],
])("%s explains how the command line is used", async (_, args, message) => {
  const { output, errors, code } = await runShop(await createEmptyDatabase("sqlite"), ...args);
  expect(errors).toContain(message);
  expect(errors).toContain("Usage: npm run shop -- COMMAND");
  expect(errors).toContain("import FILE [--replace]");
  expect({ output, code }).toEqual({ output: "", code: 1 });
});

test("a file that isn't there is told in one line", async () => {
  const place = await createEmptyDatabase("sqlite");
  await runShop(place, "import", await writeCatalog(catalogRecords(1)));
  const { errors, code } = await runShop(place, "import", "none.json");
  expect({ errors, code }).toEqual({ errors: "none.json does not exist\n", code: 1 });
});
