import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import type { Shop } from "../shop.ts";
import { markBackup } from "./backup-mark.ts";
import { describeRestore } from "./describe-restore.ts";
import { noteBackup } from "./last-backup.ts";
import { claimRestore, confirmRestore, finishRestore, keepRestore, readRestore, releaseRestore } from "./restores.ts";
import { runRestore } from "./run-restore.ts";
import { needsBackupFirst, roomForRestore, startRestore } from "./start-restore.ts";
import { summarizeData } from "./summarize-data.ts";
import { writeBackup } from "./write-backup.ts";

const minute = 60_000;

forEachEngine((_, engine) => {
  test("one restore at a time is claimed, and one whose process has died ends after a minute", async () => {
    const { shop } = await openTestShop(engine);
    const [one, other] = await Promise.all([claimRestore(shop, "a.db"), claimRestore(shop, "b.db")]);
    expect([one, other].filter((id) => id !== undefined)).toHaveLength(1);
    const id = String(one ?? other);
    expect(await readRestore(shop, id)).toMatchObject({ state: "checking", result: {} });
    const later = { db: shop.db, now: () => new Date(shop.now().getTime() + 2 * minute) };
    expect(await readRestore(later, id)).toMatchObject({
      state: "failed",
      result: { problem: expect.stringContaining("stopped") },
    });
    const next = String(await claimRestore(later, "c.db"));
    expect(await finishRestore(shop.db, id, {}), "it lost its claim").toBe(false);
    await releaseRestore(shop.db, next);
    expect(await claimRestore(shop, "d.db")).toBeDefined();
  });

  test("a restore in a process of its own replaces everything, logs who did it, and says so in the same transaction", async () => {
    const { shop, file } = await backUp(engine);
    await importRecords(shop.db, [catalogRecord({ title: "Stale Coffee" }), catalogRecord({ id: "tea" })]);
    const id = String(await claimRestore(shop, "mine.db"));
    const restored = startRestore(shop, {
      ...{ id, file, fileName: "mine.db", actor: "owner@example.com" },
      asksFirst: true,
    });
    await expect.poll(async () => (await readRestore(shop, id))?.state, { timeout: 30_000 }).toBe("waiting");
    const offer = (await readRestore(shop, id))?.result.offer;
    expect(offer).toMatchObject({ isVerified: true, data: { counts: { products: 1, customers: 1, orders: 0 } } });
    expect((await summarizeData(shop.db)).counts.products).toBe(2);
    await confirmRestore(shop, id);
    await restored;
    const { state, result } = (await readRestore(shop, id)) ?? {};
    expect([state, result]).toMatchObject(["done", { counts: { products: 1, customers: 1 }, isVerified: true }]);
    expect(result?.before === undefined).toBe(engine === "postgres");
    expect(await shop.db.selectFrom("products").select("title").execute()).toEqual([{ title: "Filter Coffee" }]);
    const logged = await shop.db
      .selectFrom("changes")
      .select(["actor", "subject"])
      .where("kind", "=", "backup")
      .execute();
    expect(logged).toEqual([{ actor: "owner@example.com", subject: "mine.db" }]);
  });

  test("a file that is no backup, and a restore that lost its claim, change nothing and say why", async () => {
    const { shop, file } = await backUp(engine);
    await importRecords(shop.db, [catalogRecord({ title: "Newer Coffee" })]);
    const letter = join(await temporaryFolder(), "letter");
    await writeFile(letter, "Dear Ada");
    const id = String(await claimRestore(shop, "l.db"));
    await startRestore(shop, { id, file: letter, fileName: "l.db", actor: "owner@example.com" });
    const problem = "l.db isn't a shop backup: it is another kind of file.";
    expect(await readRestore(shop, id)).toMatchObject({ state: "failed", result: { problem } });
    const lost = String(await claimRestore(shop, "m.db"));
    await finishRestore(shop.db, lost, { problem: "" });
    await expect(runRestore(shop, { id: lost, file, fileName: "m.db", actor: "" })).rejects.toThrow("It was stopped");
    expect(await shop.db.selectFrom("products").select("title").execute()).toEqual([{ title: "Newer Coffee" }]);
  });

  test("what can't be saved on the machine needs a backup first, and there is room for a part of the disk", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord()]);
    expect(await needsBackupFirst(shop), "a catalog alone is no loss").toBe(false);
    await registerVerified(shop);
    expect(await needsBackupFirst(shop)).toBe(engine === "postgres");
    await noteBackup(shop.db, shop.now());
    expect(await needsBackupFirst(shop)).toBe(false);
    expect(await roomForRestore(shop)).toBeGreaterThan(0);
  });
});

test("a sign of life keeps a restore", async () => {
  const { shop } = await openTestShop("sqlite");
  const id = String(await claimRestore(shop, "a.db"));
  const later = { db: shop.db, now: () => new Date(shop.now().getTime() + 2 * minute) };
  await keepRestore(later, id, { state: "checking", fileName: "b.db" });
  expect(await readRestore(later, id)).toMatchObject({ state: "checking", fileName: "b.db" });
  expect(await claimRestore(later, "c.db")).toBeUndefined();
});

test("a backup says when it was made, also one of a database that was a backup itself", async () => {
  const { shop } = await openTestShop("sqlite");
  await markBackup(shop.db, { fingerprint: "abcdef", madeAt: 1 });
  const file = join(await temporaryFolder(), "shop.backup");
  const madeAt = new Date("2026-11-20T22:30Z");
  await writeBackup(shop.connection, file, { authSecret: shop.settings.authSecret, madeAt });
  const id = String(await claimRestore(shop, "a.db"));
  await runRestore(shop, { id, file, fileName: "a.db", actor: "" });
  const restore = await readRestore(shop, id);
  expect(restore?.result.madeAt).toBe(madeAt.getTime());
  expect(restore?.result.otherSecret).toBeUndefined();
  const { lines } = describeRestore(restore ?? expect.fail(), { ...shop.settings, timeZone: "Europe/Oslo" });
  expect(lines).toContain("The backup is from 20 November 2026, 23:30.");
});

/** A shop with one product and one customer, and its backup. */
async function backUp(engine: Parameters<typeof openTestShop>[0]) {
  const { shop } = await openTestShop(engine);
  await importRecords(shop.db, [catalogRecord()]);
  await registerVerified(shop);
  return { shop, file: await backUpOf(shop) };
}

async function backUpOf(shop: Shop) {
  const file = join(await temporaryFolder(), "shop.backup");
  await writeBackup(shop.connection, file, { authSecret: shop.settings.authSecret });
  return file;
}
