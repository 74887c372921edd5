import { expect, test } from "vitest";
import { catalogRecord, writeCatalog } from "../tests/support/catalogs.ts";
import { connect, createDatabase } from "../tests/support/databases.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";

test("import asks for pictures on request, and pictures shows how far they are, and tries failed ones again", async () => {
  const location = await createDatabase("sqlite");
  const runShop = (...args: string[]) => tryShopCommand({ DATA_DIR: location.dataFolder }, ...args);
  const file = await writeCatalog([
    catalogRecord({ id: "tea", thumbnail: "https://shop.invalid/a.jpg", images: ["https://shop.invalid/a.jpg"] }),
    catalogRecord({ id: "milk", images: ["https://shop.invalid/a.jpg", "https://shop.invalid/b.jpg"] }),
  ]);
  expect((await runShop("pictures")).stdout).toBe("No pictures to fetch\n");
  expect((await runShop("import", file, "--fetch-pictures", "--dry-run")).stdout).toContain(
    "2 pictures to fetch into the shop\n",
  );
  const waiting = "0 of 2 pictures fetched\nThe running shop fetches the rest\n";
  expect(await runShop("import", file, "--fetch-pictures")).toEqual({
    stdout: `2 products imported from ${file}\n${waiting}`,
    stderr: "",
    code: 0,
  });
  const { db } = connect(location);
  await db.updateTable("pictureFetches").set({ state: "failed", problem: "The site answers 404\u001b[2J" }).execute();
  const { stdout } = await runShop("pictures");
  expect(stdout).toContain("0 of 2 pictures fetched, 2 failed\n");
  expect(stdout).toMatch(/milk +https:\/\/shop\.invalid\/a\.jpg +The site answers 404 \[2J/);
  expect(JSON.parse((await runShop("pictures", "--json")).stdout)).toMatchObject({ failed: 2, failures: [{}, {}] });
  expect((await runShop("pictures", "--retry")).stdout).toBe(waiting);
});
