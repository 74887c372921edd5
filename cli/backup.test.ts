import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, test } from "vitest";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecords, importRecords } from "../tests/support/catalogs.ts";
import { createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";
import { freePort, runShopCommand, tryShopCommand } from "../tests/support/server-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { UsageError } from "./command.ts";

forEachEngine((_, engine) => {
  test("backup and restore print what they saved and restored, also into a new shop", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, catalogRecords(3));
    const file = join(await temporaryFolder(), "shop.backup");
    const held = "3 products, 0 customers, 0 orders, 0 messages";
    expect(await run(shop, "backup", file)).toBe(`Backed up to ${file}: ${held}\n`);
    expect(await readLastBackup(shop.db)).toBeLessThanOrEqual(Date.now());
    const { dataFolder, databaseUrl = "" } = await createEmptyDatabase(engine);
    const fresh = { DATA_DIR: join(dataFolder, "new"), DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) };
    expect(await runShopCommand(fresh, "restore", file)).toBe(`Restored from ${file}: ${held}\n`);
    expect(await runShopCommand(fresh, "restore", file)).toMatch(
      engine === "sqlite" ? /\nPrevious data saved to \S+\/new\/before-restore-\S+\.db\n$/ : /messages\n$/,
    );
  });

  test("restore warns that a backup by an older version was not verified", async () => {
    const { shop } = await openTestShop(engine);
    const file = join(await temporaryFolder(), "shop.backup");
    await run(shop, "backup", file);
    const database = new DatabaseSync(file);
    database.exec("pragma user_version = 0; vacuum");
    database.close();
    expect(await run(shop, "restore", file)).toContain(
      "\nNot verified: an older version made this backup, without a checksum.\n",
    );
  });

  test("restore rejects other files with a one-line error", async () => {
    const { shop } = await openTestShop(engine);
    const file = join(await temporaryFolder(), "letter.txt");
    await writeFile(file, "Dear Ada");
    const refusal = { code: 1, stdout: "", stderr: `${file} isn't a shop backup: it is another kind of file\n` };
    expect(await tryShopCommand(environmentOf(shop), "restore", file)).toEqual(refusal);
  });
});

test.skipIf(!inject("postgresUrl"))(
  "move prints a row count per table and what to set next, never a password",
  async () => {
    const { shop } = await openTestShop("sqlite");
    const { dataFolder: DATA_DIR } = shop.settings;
    await importRecords(shop.db, catalogRecords(3));
    const { databaseUrl = "" } = await createEmptyDatabase("postgres");
    const url = new URL(databaseUrl);
    url.password = "hidden";
    const printed = await runShopCommand({ DATA_DIR }, "move", url.href);
    expect(printed).toMatch(/^table +source +target +result\n/);
    expect(printed).toMatch(/^products +3 +3 +identical\n/m);
    expect(printed).toMatch(/^orders +0 +0 +identical\n/m);
    const secretFile = join(DATA_DIR, "auth-secret");
    expect(printed).toContain(
      `Set DATABASE_URL to the new database and AUTH_SECRET to the contents of ${secretFile}, then start the shop.`,
    );
    expect(printed).not.toContain("hidden");
    expect(await readdir(DATA_DIR)).toContain("shop.db");
    const again = await tryShopCommand({ DATA_DIR }, "move", url.href);
    expect(again.stderr).toBe("The new database isn't empty. Rows in table products: 3\n");
  },
);

test.each([
  ["backup without a file", "backup", [], "backup expects one file"],
  ["restore of two files", "restore", ["a", "b"], "restore expects one file"],
  ["move without a URL", "move", [], "move expects one database URL"],
] as const)("%s prints its usage", async (_, name, args, message) => {
  const { shop } = await openTestShop("sqlite");
  await expect(run(shop, name, ...args)).rejects.toThrow(new UsageError(message));
});

test("move to an unreachable or non-PostgreSQL database prints a one-line error without the password", async () => {
  const { shop } = await openTestShop("sqlite");
  const location = `127.0.0.1:${await freePort()}/shop`;
  const move = (url: string) => tryShopCommand(environmentOf(shop), "move", url);
  const unreachable = await move(`postgres://torg:hidden@${location}`);
  expect(unreachable.stderr).toMatch(new RegExp(`^Can't open the database in DATABASE_URL \\(${location}\\): .*\n$`));
  expect(unreachable.stderr).not.toContain("hidden");
  const unknown = await move("mysql://torg:hidden@localhost/shop");
  expect(unknown.stderr).toBe("DATABASE_URL must start with postgres://\n");
});

function environmentOf({ settings: { dataFolder: DATA_DIR, databaseUrl: DATABASE_URL = "" } }: Shop) {
  return { DATA_DIR, DATABASE_URL, AUTH_SECRET: "x".repeat(32) };
}
