import { expect, test, vi } from "vitest";
import type { Database } from "#database/connect.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { keepPicture, keptPictureId } from "../../tests/support/kept-picture.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { makeDueSizes } from "./make-sizes.ts";
import { createPictureMaker } from "./picture-maker.ts";
import { addFile, readSizes } from "./product-pictures.ts";

const forever = new AbortController().signal;
const start = Date.UTC(2026, 10, 21, 12);
const broken = Buffer.from("no picture");

/** Keeps a picture, of which files in some formats are made. */
async function keep(db: Database, { made, master = broken }: { made: ("webp" | "avif")[]; master?: Buffer }) {
  await keepPicture(db, { master, dueAt: start });
  for (const format of made) await addFile(db, keptPictureId, { format, width: 400 }, Buffer.from("made"));
}

function readState(db: Database) {
  return db.selectFrom("productPictures").select(["attempts", "dueAt", "master"]).executeTakeFirstOrThrow();
}

forEachEngine((_, engine) => {
  test("of a picture whose sizes are all there none is made again, by whichever of two processes has it", async () => {
    const { shop, announced } = await openTestShop(engine);
    const at = (time: number) => ({ ...shop, now: () => new Date(time) });
    await keep(shop.db, { made: ["webp", "avif"] });
    await makeDueSizes(at(start - 1), forever);
    await makeDueSizes(at(start), AbortSignal.abort());
    expect(await readState(shop.db), "it isn't due, or the process ends").toMatchObject({ attempts: 0, dueAt: start });
    await Promise.all([makeDueSizes(at(start), forever), makeDueSizes(at(start), forever)]);
    expect(await readState(shop.db)).toEqual({ attempts: 1, dueAt: null, master: null });
    expect(announced).toEqual([]);
  });
});

test("a size that can't be made is tried again later, and given up in the end", async () => {
  const { shop, announced } = await openTestShop("sqlite");
  const at = (time: number) => ({ ...shop, now: () => new Date(time) });
  await keep(shop.db, { made: ["webp"] });
  await makeDueSizes(at(start), forever);
  expect(await readState(shop.db)).toMatchObject({ attempts: 1, dueAt: start + 10_000 });
  await shop.db.updateTable("productPictures").set({ attempts: 4 }).execute();
  await makeDueSizes(at(start + 10_000), forever);
  expect(await readState(shop.db)).toEqual({ attempts: 5, dueAt: null, master: null });
  expect(await readSizes(shop.db, keptPictureId)).toEqual([{ format: "webp", width: 400 }]);
  expect(announced.filter((line) => line.startsWith("A picture's sizes could not be made"))).toHaveLength(2);
});

test("while a size is made the picture is another process's for two minutes, and it is due at once when this one stops", async () => {
  const { shop, announced } = await openTestShop("sqlite");
  const master = await plain(300, 300).png().toBuffer();
  await keep(shop.db, { made: ["webp"], master });
  const stopping = new AbortController();
  const making = makeDueSizes({ ...shop, now: () => new Date(start) }, stopping.signal);
  await vi.waitFor(async () => expect((await readState(shop.db)).dueAt).toBe(start + 120_000), { interval: 1 });
  stopping.abort();
  await making;
  expect(await readState(shop.db)).toMatchObject({ dueAt: start, master: expect.anything() });
  expect(announced).toEqual([]);
});

test("the maker of pictures looks for what is due when it is started, and logs what it can't look at", async () => {
  const { shop, announced } = await openTestShop("sqlite");
  await keep(shop.db, { made: ["webp", "avif"] });
  const maker = createPictureMaker(shop);
  maker.start();
  await vi.waitFor(async () => expect((await readState(shop.db)).dueAt).toBeNull(), { interval: 5, timeout: 20_000 });
  await maker.stop();
  expect(announced).toEqual([]);
  await shop.db.destroy();
  const other = createPictureMaker(shop);
  other.start();
  await other.stop();
  expect(announced).toEqual([expect.stringMatching(/^Pictures not looked at/)]);
});
