import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import { readBackup } from "#shop/backups/read-backup.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("an owner downloads a backup that can be restored, one at a time; staff don't", async ({ shop }) => {
  const { db } = await shop.inside();
  const staff = await ownerBrowser(shop, { email: "backup-staff@example.com", role: "staff" });
  expect((await staff.open("/owner/backup")).status).toBe(403);
  const browser = await ownerBrowser(shop, { email: "backups@example.com" });
  expect(await readLastBackup(db)).toBeUndefined();
  const [first, second] = await Promise.all([browser.open("/owner/backup"), browser.open("/owner/backup")]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const answer = first.status === 200 ? first : second;
  expect(answer.headers.get("content-disposition")).toMatch(/filename="shop-\d{4}-\d\d-\d\d\.db"/);
  const file = join(await temporaryFolder(), "shop.db");
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  expect(await readBackup(file, async (_, origin) => origin)).toBe("verified backup");
  await expect.poll(() => readLastBackup(db)).toBeDefined();
  await expect.poll(async () => (await browser.open("/owner/backup")).status).toBe(200);
});
