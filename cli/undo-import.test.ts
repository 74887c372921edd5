import { expect, test } from "vitest";
import { catalogRecord, writeCatalog } from "../tests/support/catalogs.ts";
import { createDatabase, forEachEngine } from "../tests/support/databases.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";

forEachEngine((_, engine) => {
  test("undo-import lists imports, shows what would happen, and undoes one", async () => {
    const { dataFolder, databaseUrl = "" } = await createDatabase(engine);
    const environment = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) };
    const runShop = (...args: string[]) => tryShopCommand(environment, ...args);
    expect((await runShop("undo-import")).stdout).toBe("No past imports\n");
    await runShop("import", await writeCatalog([catalogRecord({ id: "tea" })]));
    await runShop(
      "import",
      await writeCatalog([catalogRecord({ id: "tea", price: 1 }), catalogRecord({ id: "milk" })]),
    );
    const [last] = JSON.parse((await runShop("undo-import", "--json")).stdout);
    expect(last).toMatchObject({ name: "catalog.json", actor: "command line", added: 1, changed: 1, undoneAt: null });
    const effects = "1 to delete, 0 to archive, 1 to restore, 0 to bring back\n";
    expect((await runShop("undo-import", last.id, "--dry-run")).stdout).toBe(
      `${effects}Dry run: nothing was changed.\n`,
    );
    expect(await runShop("undo-import", last.id)).toEqual({
      stdout: `${effects}Import of catalog.json undone\n`,
      stderr: "",
      code: 0,
    });
    expect(await runShop("undo-import", last.id)).toEqual({
      stdout: "",
      stderr: `There is no import ${last.id} that can be undone\n`,
      code: 1,
    });
  });
});
