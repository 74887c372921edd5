import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { runOnShop } from "../../tests/support/run-on-shop.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { auditBackup, readBackupAudit } from "./backup-audit.ts";

const { signal } = new AbortController();

forEachEngine((_, engine) => {
  test("the newest backup is restored and audited; without one on this machine, a new one is", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await registerForVat(shop);
    await importRecords(db, [catalogRecord()]);
    await placeOrder(db, uid, orderOf([["coffee", 2]]), shop.now(), undefined, shop.settings);
    expect(await readBackupAudit(db)).toBeUndefined();
    await auditBackup(shop, signal);
    const report = { orders: 1, documents: 1, differences: 0 };
    const first = await readBackupAudit(db);
    expect(first).toEqual({ at: expect.any(Number), lastSuccessAt: first?.at, isOwners: false, report });

    const file = join(await mkdtemp(join(tmpdir(), "torg-audit-")), "shop.db");
    await runOnShop(shop, "backup", file);
    // What is wrong in the shop now isn't in the backup.
    await db.updateTable("orders").set({ totalCents: 1 }).execute();
    await auditBackup(shop, signal);
    const second = await readBackupAudit(db);
    expect(second).toMatchObject({ isOwners: true, report, lastSuccessAt: second?.at });

    await runOnShop(shop, "backup", file);
    await auditBackup(shop, signal);
    expect(await readBackupAudit(db)).toMatchObject({
      problem: expect.stringMatching(/^Order \S+: Total should be 19\.00, is 0\.01$/),
      report: { orders: 1, differences: 2 },
      lastSuccessAt: second?.at,
    });
  });
});
