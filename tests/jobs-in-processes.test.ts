import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readBackupAudit } from "#shop/audit/backup-audit.ts";
import { startMoveIn } from "#shop/catalog/move-in/move-in-job.ts";
import { readPastImports } from "#shop/catalog/past-imports/past-imports.ts";
import { enqueue } from "#shop/jobs/enqueue.ts";
import { queueMail } from "#shop/jobs/mail-queue.ts";
import { createJobHandlers } from "#shop/open/job-handlers.ts";
import type { Shop } from "#shop/shop.ts";
import { undoAct } from "#shop/undo/undo-act.ts";
import { catalogRecord, catalogRecords, importRecords } from "./support/catalogs.ts";
import { register } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import type { JobRun } from "./support/jobs-process.ts";
import { serveShopify, shopifyTee } from "./support/old-shops.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const processes = 3;
const kills = 2;

forEachEngine((_, engine) => {
  test("three processes, killed amid their jobs, run every kind of job, and none twice at once", async () => {
    const old = await serveShopify([shopifyTee(1)]);
    const { shop, readMails } = await openTestShop(engine, { allowedPrivateHosts: [old.host] });
    await fill(shop, old.url);
    const log = join(await temporaryFolder(), "runs");
    await writeFile(log, "");
    const readRuns = async () =>
      (await readFile(log, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as JobRun);
    const start = () => startProcess(shop, log);
    const running = new Map(Array.from({ length: processes }, start).map((child) => [child.pid ?? 0, child]));
    const killed = new Set<number>();

    await eventually(async () => {
      const isUndone = kindsThatEnded(await readRuns()).includes("importUndos");
      // The first one is killed amid the undo, if that isn't over yet.
      const amid = unfinished(await readRuns()).find(
        ({ pid, kind }) => running.has(pid) && (isUndone || killed.size > 0 || kind === "importUndos"),
      );
      if (amid && killed.size < kills) {
        await kill(running.get(amid.pid));
        running.delete(amid.pid);
        killed.add(amid.pid);
        await endLeases(shop, amid.pid);
        const child = start();
        running.set(child.pid ?? 0, child);
      }
      expect([killed.size, kindsThatEnded(await readRuns())]).toEqual([
        kills,
        Object.keys(createJobHandlers(shop)).toSorted(),
      ]);
    });

    for (const child of running.values()) await kill(child);
    for (const [id, runs] of Map.groupBy(await readRuns(), ({ id }) => id)) {
      expect(overlaps(runs, killed), `job ${id}: ${JSON.stringify(runs)}`).toEqual([]);
    }
    expect((await readMails()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/ is confirmed$/), "Reset your Torg password"]),
    );
    expect(await shop.db.selectFrom("products").select("id").execute()).toEqual([{ id: "coffee" }]);
    expect((await readPastImports(shop.db)).map(({ isLeft }) => isLeft)).toEqual([false]);
    const audits = (await readRuns()).filter(({ kind, step }) => kind === "backupAudit" && step === "end");
    expect(audits, "once a week").toHaveLength(1);
    expect(await readBackupAudit(shop.db)).toMatchObject({ report: { orders: 1, differences: 0 } });
  });
});

/** Something to do for every kind of job. The recurring ones are due from the start. */
async function fill(shop: Shop, oldShop: string) {
  const uid = await register(shop);
  await importRecords(shop.db, [catalogRecord()]);
  await tryToOrder(shop.db, uid, orderOf([["coffee", 1]]));
  await queueMail(shop.db, { kind: "reset", recipient: "ada@example.com" }, shop.now());
  const now = shop.now();
  await enqueue(shop.db, "pictureSizes", { key: "gone", payload: { pictureId: "gone" }, now });
  await enqueue(shop.db, "pictureFetches", { key: oldShop, payload: { origin: oldShop }, now });
  const by = { actor: "owner@example.com", name: "wrong.json", at: now };
  await importRecords(shop.db, catalogRecords(1100), { by });
  await undoAct(shop, (await readPastImports(shop.db))[0]?.id ?? "", "owner@example.com");
  await enqueue(shop.db, "platformOrders", { key: "gone", payload: { checkoutId: "gone", orderEvent: 0 }, now });
  await enqueue(shop.db, "webhooks", { key: "gone", payload: { webhookId: "gone" }, now });
  await enqueue(shop.db, "invitations", { key: "invitations", payload: null, now });
  await enqueue(shop.db, "indexes", { key: "103", payload: null, now });
  await enqueue(shop.db, "vatChecks", { key: "gone", payload: { orderNumber: "gone" }, now });
  await startMoveIn(shop, "owner@example.com", oldShop);
}

function startProcess({ settings }: Shop, log: string) {
  const child = fork(new URL("support/jobs-process.ts", import.meta.url), { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.send({ settings, log });
  return child;
}

async function kill(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** As if a minute had passed since a process was killed. */
async function endLeases({ db }: Shop, killed: number) {
  await db.updateTable("jobs").set({ leasedUntil: 1 }).where("leasedBy", "like", `${killed}-%`).execute();
}

function unfinished(runs: JobRun[]) {
  const ended = new Set(runs.filter(({ step }) => step === "end").map(({ leasedBy }) => leasedBy));
  return runs.filter(({ leasedBy }) => !ended.has(leasedBy));
}

function kindsThatEnded(runs: JobRun[]) {
  return [...new Set(runs.filter(({ step }) => step === "end").map(({ kind }) => kind))].toSorted();
}

/** The runs of a job that began while another process, which was not killed, had it. */
function overlaps(runs: JobRun[], killed: Set<number>) {
  return runs.filter(({ step, leasedBy }, index) => {
    const open = unfinished(runs.slice(0, index)).filter((run) => !killed.has(run.pid));
    return step === "start" && open.some((run) => run.leasedBy !== leasedBy);
  });
}
