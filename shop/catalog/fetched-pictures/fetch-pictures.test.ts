import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { runDue } from "../../../tests/support/due-jobs.ts";
import { plain } from "../../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { refuseAll, startS3 } from "../../../tests/support/s3-server.ts";
import { serve } from "../../../tests/support/serve.ts";
import { shopifyRows, tableOf, writeExport } from "../../../tests/support/shop-exports.ts";
import { claimDueJob } from "../../jobs/claim-job.ts";
import { runJob } from "../../jobs/run-job.ts";
import { createJobHandlers } from "../../open/job-handlers.ts";
import type { S3Place } from "../../pictures/storage/s3-place.ts";
import { uploadedId } from "../../pictures/uploaded-pictures.ts";
import type { Shop } from "../../shop.ts";
import { undoAct } from "../../undo/undo-act.ts";
import { importCatalog } from "../files/import-catalog.ts";
import { previewImport } from "../files/import-preview.ts";
import { readProduct } from "../lists/read-products.ts";
import { readPastImports } from "../past-imports/past-imports.ts";
import { archiveProduct, readArchivedProduct } from "../products/archive-product.ts";
import { arrangePictures } from "../products/arrange-pictures.ts";
import { readDraft } from "../products/draft-products.ts";
import { toForm } from "../products/product-form.ts";
import { readPictureProgress, retryPictures } from "./picture-progress.ts";

const minute = 60_000;
/** When the fetching begins: after everything that the tests import, which is due from then on. */
const start = Date.now() + 24 * 60 * minute;
const ada = "ada@example.com";

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => unknown;

/** A shop, and a site that has a picture at each address unless it answers otherwise. */
async function open(engine: Engine, answer: Answer = () => undefined, s3?: S3Place) {
  const asked: string[] = [];
  const site = await serve(async (request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    await answer(path, response, request);
    // The same path always gives the same picture, and each another one.
    // Small ones, because a wide one is encoded in four sizes.
    const side = 20 + (Number.parseInt(hash("sha256", path).slice(0, 8), 16) % 300);
    if (!response.writableEnded) response.end(await plain(side, 20).png().toBuffer());
  });
  const { shop } = await openTestShop(engine, { allowedPrivateHosts: [site.host], s3 });
  const load = (records: unknown[], fetchPictures = true) => importRecords(shop.db, records, { fetchPictures });
  return { shop, asked, load, url: site.url };
}

const fetchAt = (shop: Shop, time = Date.now()) => runDue({ ...shop, now: () => new Date(time) }, "pictureFetches");
const picturesOf = async ({ db }: Shop, id: string) => {
  const product = await readProduct(db, id);
  return product && { thumbnail: product.thumbnail, images: product.images, imageAlts: product.imageAlts };
};
const isOwn = expect.stringMatching(/^\/pictures\/uploaded\/[\da-f]{32}-800\.webp/);

forEnginesInTurns((_, engine) => {
  test("an imported draft gets its pictures too, and is still the import's: undoing that deletes it", async () => {
    const { shop, url } = await open(engine);
    const [row = {}] = shopifyRows();
    const file = await writeExport(
      tableOf([{ ...row, Handle: "mug", Status: "draft", "Image Src": `${url}/mug.png`, "Variant Image": "" }]),
    );
    await importCatalog(shop.db, file, { by: { actor: ada, name: "mugs.csv", at: new Date() } });
    await fetchAt(shop);
    expect(await readDraft(shop.db, "mug")).toMatchObject({ thumbnail: isOwn, images: [isOwn] });
    expect(await previewImport(shop.db, file)).toMatchObject({ counts: { changed: 0, unchanged: 1 } });
    const [past] = await readPastImports(shop.db);
    await undoAct(shop, past?.id ?? "", ada);
    expect(await readDraft(shop.db, "mug")).toBeUndefined();
  });

  test("an import's pictures come into the shop, each once, and take their old addresses' places", async () => {
    const { shop, asked, load, url } = await open(engine);
    const [front, back] = [`${url}/front.png`, `${url}/back.png`];
    const records = [
      catalogRecord({
        id: "m",
        thumbnail: front,
        images: [back, "/pictures/own.svg", front],
        imageAlts: ["Back", "", "Front"],
      }),
      catalogRecord({ id: "l", thumbnail: front, images: [front] }),
    ];
    await load(records);
    expect(await picturesOf(shop, "l")).toMatchObject({ thumbnail: front, images: [front] });
    await fetchAt(shop);
    expect(asked.toSorted()).toEqual(["/back.png", "/front.png"]);
    const medium = await picturesOf(shop, "m");
    expect(medium).toEqual({
      thumbnail: isOwn,
      images: [isOwn, "/pictures/own.svg", isOwn],
      imageAlts: ["Back", "", "Front"],
    });
    expect(medium?.images[2]).toBe(medium?.thumbnail);
    expect(medium?.images[0]).not.toBe(medium?.thumbnail);
    expect(await picturesOf(shop, "l")).toMatchObject({ thumbnail: medium?.thumbnail, images: [medium?.thumbnail] });
    const used = shop.db.selectFrom("productPictures").select("id").where("unusedSince", "is", null);
    expect((await used.execute()).map(({ id }) => id).toSorted()).toEqual(
      [medium?.images[0], medium?.images[2]].map((address) => uploadedId(address ?? "")).toSorted(),
    );
    expect(await shop.db.selectFrom("jobs").select("kind").where("kind", "=", "pictureFetches").execute()).toEqual([]);

    const { version } = await shop.db
      .selectFrom("products")
      .select("version")
      .where("id", "=", "m")
      .executeTakeFirstOrThrow();
    for (const fetchPictures of [true, false]) await load(records, fetchPictures);
    await fetchAt(shop);
    expect(asked).toHaveLength(2);
    expect(await picturesOf(shop, "m")).toEqual(medium);
    expect(await shop.db.selectFrom("products").select("version").where("id", "=", "m").executeTakeFirst()).toEqual({
      version,
    });
  });

  test("what was changed, removed, archived or deleted meanwhile stays so", async () => {
    const { shop, asked, load, url } = await open(engine);
    const record = (id: string, ...names: string[]) => {
      const images = names.map((name) => `${url}/${name}`);
      return catalogRecord({ id, thumbnail: images[0], images });
    };
    await load([record("a", "one", "two"), record("b", "three"), record("c", "four")]);
    const product = await readProduct(shop.db, "a");
    await arrangePictures(
      shop,
      "a",
      toForm(product as NonNullable<typeof product>, "USD"),
      { move: "remove", at: 0 },
      ada,
    );
    await archiveProduct(shop, "b", ada);
    await shop.db.deleteFrom("products").where("id", "=", "c").execute();
    await fetchAt(shop);
    expect(asked.toSorted()).toEqual(["/three", "/two"]);
    expect(await picturesOf(shop, "a")).toEqual({ thumbnail: isOwn, images: [isOwn], imageAlts: undefined });
    expect(await readProduct(shop.db, "b")).toBeUndefined();
    expect(await readArchivedProduct(shop.db, "b")).toMatchObject({ thumbnail: isOwn, images: [isOwn] });
    expect(await readProduct(shop.db, "c")).toBeUndefined();
    expect(await shop.db.selectFrom("pictureFetchUses").selectAll().execute()).toEqual([]);
  });

  test("pictures that fail are named, and come when the owner tries again", async () => {
    let isFixed = false;
    const { shop, load, url } = await open(engine, (path, response) => {
      if (isFixed) return;
      if (path === "/gone") response.writeHead(404).end();
      if (path === "/page") response.end("<html>");
      if (path === "/cut") response.end(Buffer.from("ffd8ff", "hex"));
      if (path === "/large") response.end(Buffer.alloc(13 * 1024 * 1024));
      if (path === "/inside") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    });
    const images = ["gone", "page", "cut", "large", "inside", "good"].map((name) => `${url}/${name}`);
    await load([catalogRecord({ thumbnail: images[0], images })]);
    await fetchAt(shop);
    const failed = await readPictureProgress(shop.db, new Date());
    expect(failed).toMatchObject({ fetched: 1, waiting: 0, failed: 5 });
    expect(Object.fromEntries(failed?.failures.map(({ source, problem }) => [source, problem]) ?? [])).toEqual({
      [`${url}/gone`]: "The site answers 404",
      [`${url}/page`]: "This isn't a .jpg, .jpeg, .png or .webp picture",
      [`${url}/cut`]: "This isn't a .jpg, .jpeg, .png or .webp picture",
      [`${url}/large`]: "This picture is too large. The limit is 12 MB",
      [`${url}/inside`]: "169.254.169.254 is a private address",
    });
    expect(failed?.failures[0]).toMatchObject({ productId: "coffee", title: "Filter Coffee" });
    expect(await picturesOf(shop, "coffee")).toMatchObject({ images: [...images.slice(0, 5), isOwn] });
    isFixed = true;
    expect(await retryPictures(shop)).toBe(5);
    await fetchAt(shop);
    expect(await readPictureProgress(shop.db, new Date())).toMatchObject({ fetched: 6, failed: 0, failures: [] });
    expect(await picturesOf(shop, "coffee")).toMatchObject({ thumbnail: isOwn, images: images.map(() => isOwn) });
  });
});

test("a site that asks for time gets it, and is asked for two pictures at once at most", async () => {
  let [open_, most] = [0, 0];
  let isBusy = true;
  const { shop, asked, load, url } = await open("sqlite", async (_, response) => {
    open_ += 1;
    most = Math.max(most, open_);
    response.once("close", () => {
      open_ -= 1;
    });
    if (isBusy) response.writeHead(429, { "retry-after": "120" }).end();
    else await new Promise((soon) => setTimeout(soon, 20));
  });
  const images = [1, 2, 3, 4, 5].map((number) => `${url}/${number}`);
  await load([catalogRecord({ thumbnail: images[0], images })]);
  const now = Date.now();
  await fetchAt(shop, now);
  expect(asked).toHaveLength(2);
  isBusy = false;
  await fetchAt(shop, now + 119_000);
  expect(asked).toHaveLength(2);
  await fetchAt(shop, now + 121_000);
  expect(asked).toHaveLength(7);
  expect(most).toBe(2);
  expect(await picturesOf(shop, "coffee")).toMatchObject({ images: images.map(() => isOwn) });
});

test("a site that fails is tried again later and later, and then its pictures fail", async () => {
  const { shop, asked, load, url } = await open("sqlite", (_, response) => response.writeHead(500).end());
  await load([catalogRecord({ thumbnail: `${url}/a`, images: [] })]);
  let time = Date.now();
  for (const delay of [10_000, minute, 5 * minute]) {
    await fetchAt(shop, time);
    await fetchAt(shop, time + delay - 1);
    time += delay;
  }
  expect(asked).toHaveLength(3);
  await fetchAt(shop, time);
  expect(asked).toHaveLength(4);
  expect(await readPictureProgress(shop.db, new Date())).toMatchObject({
    failed: 1,
    failures: [{ problem: "The site answers 500" }],
  });
});

test("the pictures of a site that is gone all fail, and others come meanwhile", async () => {
  const { shop, load, url } = await open("sqlite");
  const gone = [1, 2, 3].map((number) => `http://shop.invalid/${number}.png`);
  await load([catalogRecord({ thumbnail: `${url}/a`, images: [`${url}/a`, ...gone] })]);
  let time = Date.now();
  for (const delay of [0, 10_000, minute, 5 * minute, 15 * minute]) {
    time += delay;
    await fetchAt(shop, time);
  }
  expect(await readPictureProgress(shop.db, new Date())).toMatchObject({ fetched: 1, waiting: 0, failed: 3 });
});

test("a process that stops in the middle leaves the rest to another one", async () => {
  const stopping = new AbortController();
  const { shop, asked, load, url } = await open("sqlite", (path) => {
    if (path === "/3") stopping.abort();
  });
  const images = [1, 2, 3, 4].map((number) => `${url}/${number}`);
  await load([catalogRecord({ thumbnail: images[0], images })]);
  const context = { ...shop, handlers: createJobHandlers(shop) };
  const job = await claimDueJob(shop.db, "pictureFetches", new Date());
  expect(job && (await runJob(context, job, stopping.signal))).toMatchObject({ state: "released" });
  await fetchAt(shop);
  expect(await picturesOf(shop, "coffee")).toMatchObject({ images: images.map(() => isOwn) });
  expect(new Set(asked).size).toBe(4);
});

test("addresses of the same file become one picture, with the first text that describes it", async () => {
  const { shop, load, url } = await open("sqlite", async (path, response) => {
    if (path !== "/other") response.end(await plain(30, 30).png().toBuffer());
  });
  const images = [`${url}/a`, `${url}/b`, `${url}/other`];
  const records = [catalogRecord({ thumbnail: images[1], images, imageAlts: ["A", "B", "Other"] })];
  await load(records);
  await fetchAt(shop);
  const after = await picturesOf(shop, "coffee");
  expect(after).toEqual({ thumbnail: isOwn, images: [isOwn, isOwn], imageAlts: ["A", "Other"] });
  await load(records);
  expect(await picturesOf(shop, "coffee")).toEqual(after);
});

test("without the option an import leaves pictures where they are", async () => {
  const { shop, asked, load, url } = await open("sqlite");
  await load([catalogRecord({ thumbnail: `${url}/a`, images: [`${url}/a`] })], false);
  await fetchAt(shop, start);
  expect(asked).toEqual([]);
  expect(await readPictureProgress(shop.db, new Date())).toBeUndefined();
});

test("a large import's pictures come as well", async () => {
  const { shop, asked, load, url } = await open("sqlite");
  const records = Array.from({ length: 1100 }, (_, index) =>
    catalogRecord({ id: `p${index}`, thumbnail: `${url}/${index % 3}`, images: [] }),
  );
  await load(records);
  await fetchAt(shop);
  expect(asked).toHaveLength(3);
  const elsewhere = shop.db.selectFrom("products").select("id").where("thumbnail", "like", "http%");
  expect(await elsewhere.execute()).toEqual([]);
});

test("while the shop's own picture storage is away, pictures wait without having failed", async () => {
  const s3 = await startS3();
  const { shop, load, url } = await open("sqlite", undefined, s3.place);
  await load([catalogRecord({ id: "m", thumbnail: `${url}/a.png`, images: [`${url}/a.png`] })]);
  s3.intercept = refuseAll;
  await fetchAt(shop, start);
  expect(await readPictureProgress(shop.db, new Date(start))).toMatchObject({ waiting: 1, failed: 0 });
  s3.intercept = () => false;
  // Storage that was away isn't asked for two seconds.
  await expect.poll(() => shop.pictureFiles.objects?.get("none").catch(() => "away")).toBeUndefined();
  await fetchAt(shop, start + minute);
  expect(await picturesOf(shop, "m")).toMatchObject({ thumbnail: isOwn, images: [isOwn] });
});
