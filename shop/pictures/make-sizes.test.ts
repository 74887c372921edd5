import { expect, test } from "vitest";
import { runDue } from "../../tests/support/due-jobs.ts";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { keepPicture, keptPictureId, storedText } from "../../tests/support/kept-picture.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { claimDueJob } from "../jobs/claim-job.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { runJob } from "../jobs/run-job.ts";
import { createJobHandlers } from "../open/job-handlers.ts";
import type { Shop } from "../shop.ts";
import { addFile, readSizes } from "./uploaded-pictures.ts";

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const webp = { format: "webp", width: 400 } as const;

/** Keeps a picture that has one of its three sizes, and enqueues its job. */
async function keep({ db }: Shop, master: Buffer) {
  await keepPicture(db, master);
  await addFile(db, keptPictureId, webp, storedText("made"));
  await enqueue(db, "pictureSizes", {
    key: keptPictureId,
    payload: { pictureId: keptPictureId },
    now: new Date(start),
  });
}

const runAt = (shop: Shop, time: number) => runDue({ ...shop, now: () => new Date(time) }, "pictureSizes");
const readMaster = async ({ db }: Shop) =>
  (await db.selectFrom("productPictures").select("master").executeTakeFirstOrThrow()).master;
const readJobs = ({ db }: Shop) => db.selectFrom("jobs").selectAll().execute();

test("a size that can't be made is tried again four times; then the picture keeps the sizes it has", async () => {
  const { shop, announced } = await openTestShop("sqlite");
  await keep(shop, Buffer.from("no picture"));
  let time = start;
  for (const delay of [10_000, minute, 10 * minute, 60 * minute]) {
    await runAt(shop, time);
    time += delay;
    expect(await readJobs(shop)).toMatchObject([{ runAt: time, failedAt: null }]);
  }
  expect(await readMaster(shop)).not.toBeNull();
  await runAt(shop, time);
  expect(await readMaster(shop)).toBeNull();
  expect(await readJobs(shop)).toMatchObject([{ attempts: 5, failedAt: time }]);
  expect(await readSizes(shop.db, keptPictureId)).toEqual([webp]);
  expect(announced.filter((line) => line.startsWith("Picture not resized"))).toHaveLength(5);
});

test("a stop ends a size that is being made: it is due again at once, and counts as no failure", async () => {
  const { shop, announced } = await openTestShop("sqlite");
  await keep(shop, await plain(300, 300).png().toBuffer());
  const context = { ...shop, now: () => new Date(start), handlers: createJobHandlers(shop) };
  const job = await claimDueJob(shop.db, "pictureSizes", new Date(start));
  const stopping = new AbortController();
  const running = job && runJob(context, job, stopping.signal);
  stopping.abort();
  expect(await running).toMatchObject({ state: "released" });
  expect(await readJobs(shop)).toMatchObject([{ runAt: start, attempts: 0, leasedUntil: null }]);
  expect(await readMaster(shop)).not.toBeNull();
  await runAt(shop, start);
  expect([await readMaster(shop), await readJobs(shop)]).toEqual([null, []]);
  expect(await readSizes(shop.db, keptPictureId)).toEqual([
    { format: "jpeg", width: 160 },
    webp,
    { format: "avif", width: 400 },
  ]);
  expect(announced).toEqual([]);
});
