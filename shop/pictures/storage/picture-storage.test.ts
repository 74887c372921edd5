import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { runDue } from "../../../tests/support/due-jobs.ts";
import { plain } from "../../../tests/support/hostile-pictures.ts";
import { keepPicture, keptPictureId } from "../../../tests/support/kept-picture.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { runOnShop } from "../../../tests/support/run-on-shop.ts";
import { refuseAll, startS3 } from "../../../tests/support/s3-server.ts";
import { withPath } from "../../../tests/support/server-process.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { updateCustomer } from "../../accounts/customer-account.ts";
import { restoreBackup } from "../../backups/restore-backup.ts";
import { writeBackup } from "../../backups/write-backup.ts";
import type { Shop } from "../../shop.ts";
import { mailSizes } from "../picture-sizes.ts";
import { readPicture, takePicture } from "../profile-pictures.ts";
import { pruneUnused } from "../prune-unused.ts";
import { addFile, findPictureFile, readSizes, uploadedId, uploadPicture } from "../uploaded-pictures.ts";
import { countFiles, fileName, masterName, profileName } from "./file-rows.ts";
import { StorageUnavailableError } from "./object-store.ts";
import { removeUnnamed } from "./remove-unnamed.ts";
import type { S3Place } from "./s3-place.ts";

const forever = new AbortController().signal;
const days = (count: number) => count * 24 * 60 * 60_000;
const wanted = { format: "webp", width: 400 } as const;

forEnginesInTurns((_, engine) => {
  test("uploads, their sizes and profile pictures become objects that the rows name", async () => {
    const { s3, shop, id, profile } = await openWithPictures(engine);
    const prefix = `uploaded/${id}`;
    const random = "-[\\da-f]{12}";
    const names = [`profiles/${profile}${random}.webp`, `${prefix}-400${random}.webp`, `${prefix}-master${random}`];
    expect(await s3.keys()).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}$`))));
    await makeSizes(shop);
    expect(await countFiles(shop.db)).toEqual({ object: (await readSizes(shop.db, id)).length + 1, row: 0 });
    expect(await shop.db.selectFrom("productPictureFiles").select("content").distinct().execute()).toHaveLength(1);
    for (const size of await readSizes(shop.db, id)) {
      expect((await findPictureFile(shop, id, size))?.content.length, JSON.stringify(size)).toBeGreaterThan(50);
    }
    expect(Buffer.from((await readPicture(shop, profile)) ?? []).toString("latin1", 0, 4)).toBe("RIFF");
  });

  test("objects of what is deleted go a day later, and those that rows name stay", async () => {
    const { s3, shop, id, uid } = await openWithPictures(engine);
    await makeSizes(shop);
    const before = await s3.keys();
    await pruneUnused(shop.db, new Date(Date.now() + days(31)));
    await updateCustomer(shop.db, uid, profileForm, "remove");
    await removeUnnamed(shop);
    expect(await s3.keys(), "not at once").toEqual(before);
    await passDays(shop, 1);
    await removeUnnamed(shop);
    expect(await s3.keys()).toEqual(await namedObjects(shop));
    expect((await findPictureFile(shop, id, wanted))?.width).toBe(400);
  });

  test("the same file at once from two, or again after it was pruned, leaves no object that no one removes", async () => {
    const { s3, shop, id } = await openWithPictures(engine);
    const other = await plain(500, 400).png().toBuffer();
    const both = await Promise.all([1, 2].map(() => uploadPicture(shop, other, "square", forever)));
    expect(both[0]).toBe(both[1]);
    await makeSizes(shop);
    await pruneUnused(shop.db, new Date(Date.now() + days(31)));
    await pruneUnused(shop.db, new Date(Date.now() + days(31)));
    expect(uploadedId(await uploadPicture(shop, await photo(), "square", forever))).toBe(id);
    const known = [...(await namedObjects(shop)), ...(await unnamedObjects(shop))].toSorted(byText);
    expect(await s3.keys()).toEqual(known);
  });

  test("while storage is away nothing is saved, what was read lately is shown, and jobs wait", async () => {
    const { s3, shop, id, profile, uid } = await openWithPictures(engine);
    await readPicture(shop, profile);
    s3.intercept = refuseAll;
    const uploads = [
      uploadPicture(shop, await plain(9, 9).png().toBuffer(), "square", forever),
      takePicture(shop, uid, await photo(), forever),
      findPictureFile(shop, id, wanted),
    ];
    for (const upload of await Promise.allSettled(uploads)) {
      expect(upload).toMatchObject({ status: "rejected", reason: expect.any(StorageUnavailableError) });
    }
    expect(await readPicture(shop, profile)).toBeDefined();
    expect(await runDue(shop, "pictureSizes")).toBe(true);
    expect(await countFiles(shop.db)).toEqual({ object: 3, row: 0 });
    s3.intercept = () => false;
    await expect.poll(() => findPictureFile(shop, id, wanted).catch(() => undefined)).toBeDefined();
    await makeSizes({ ...shop, now: () => new Date(Date.now() + 61_000) });
    expect(await readSizes(shop.db, id)).toHaveLength(3);
  });

  test("an object that storage has lost is a missing picture, and a backup names it", async () => {
    const s3 = await startS3();
    const { shop, profile } = await openWithTexts(engine, s3.place);
    const [key = ""] = (await namedObjects(shop)).filter((name) => name.startsWith("profiles/"));
    await shop.pictureFiles.objects?.remove(key);
    expect(await readPicture(shop, profile)).toBeUndefined();
    const file = join(await temporaryFolder(), "shop.backup");
    expect(await writeBackup(shop.connection, file, shop)).toMatchObject({ lost: [key] });
    expect(await s3.keys()).toHaveLength(3);
  });

  test("all files move to S3 and back while new ones arrive, and each is the same all the time", async () => {
    const s3 = await startS3();
    const { shop: rows, profile, id } = await openWithTexts(engine);
    const before = await readAll(rows, id, profile);
    const { shop } = await openTestShop(engine, { ...rows.settings, s3: s3.place });
    expect(await readAll(shop, id, profile)).toEqual(before);
    const toS3 = () => runOnShop(shop, "pictures", "--move-to", "s3");
    expect(await toS3()).toBe("4 picture files moved to S3\nPicture files: 0 in the database, 4 in S3\n");
    expect(await readAll(shop, id, profile)).toEqual(before);
    expect(await toS3()).toMatch(/^0 picture files moved to S3\n/);
    await expect(findPictureFile(rows, id, wanted)).rejects.toThrow("S3_URL isn't set");

    const toDatabase = () => runOnShop(shop, "pictures", "--move-to", "database");
    const moving = toDatabase();
    await addFile(
      shop.db,
      id,
      mailSizes.square,
      await shop.pictureFiles.keep("late.jpeg", Buffer.from("late"), forever),
    );
    expect(await moving).toMatch(/^[45] picture files moved to the database\n/);
    expect(await toDatabase()).toMatch(
      /^[01] picture files? moved to the database\n.*: 5 in the database, 0 in S3\nNew ones go into the database\. Restart all /,
    );
    expect(await readAll(rows, id, profile)).toEqual([before[0], Buffer.from("late"), ...before.slice(1)]);
    expect(await shop.pictureFiles.keep("new.webp", Buffer.from("new"), forever)).toMatchObject({ object: null });
    await passDays(shop, 1);
    await removeUnnamed(shop);
    expect(await s3.keys()).toEqual([]);
  });

  test("a backup has the pictures of the storage, and a restore brings them back without it", async () => {
    const s3 = await startS3();
    const { shop, id, profile } = await openWithTexts(engine, s3.place);
    const before = await readAll(shop, id, profile);
    const folder = await temporaryFolder();
    const [whole, rowsOnly] = [join(folder, "whole.backup"), join(folder, "rows.backup")];
    await runOnShop(shop, "backup", whole);
    await runOnShop(shop, "backup", rowsOnly, "--leave-objects");

    const { shop: empty } = await openTestShop(engine);
    expect(await runOnShop(empty, "restore", whole)).not.toContain("Picture files");
    expect(await readAll(empty, id, profile)).toEqual(before);

    expect(await runOnShop(shop, "restore", whole)).toContain(
      "Picture files: 4 in the database, 0 in S3\nNew ones go to S3. pictures --move-to s3 moves the rest\n",
    );
    expect(await unnamedObjects(shop), "what was there is removed a day later").toEqual(await s3.keys());
    expect(await runOnShop(shop, "restore", rowsOnly)).toContain("Picture files: 0 in the database, 4 in S3\n");
    expect(await unnamedObjects(shop), "unless a backup names it again").toEqual([]);
    expect(await readAll(shop, id, profile)).toEqual(before);
  });
});

test("on SQLite, what a restore replaces is saved with the pictures of the storage", async () => {
  const { shop, id, profile } = await openWithTexts("sqlite", (await startS3()).place);
  const before = await readAll(shop, id, profile);
  const { shop: other } = await openTestShop("sqlite");
  const file = join(await temporaryFolder(), "other.backup");
  await writeBackup(other.connection, file);
  const { before: saved = "" } = await restoreBackup(shop, file);
  await restoreBackup(other, saved);
  expect(await readAll(other, id, profile)).toEqual(before);
});

test.each(["s3", "database"])(
  "a move to the %s that is killed loses nothing, and goes on when it is run again",
  async (to) => {
    const s3 = await startS3();
    const { shop, id, profile } = await openWithTexts("sqlite", to === "s3" ? undefined : s3.place);
    const before = await readAll(shop, id, profile);
    const move = () =>
      startCommand({ DATA_DIR: shop.settings.dataFolder, S3_URL: s3.url }, "pictures", "--move-to", to);
    const requests = s3.asked.length;
    let killed: ChildProcess | undefined;
    // The move waits for the master's answer when it dies, with other files moved and not.
    s3.intercept = async ({ method, url = "" }) => {
      if (method !== (to === "s3" ? "PUT" : "GET") || !url.includes("-400-") || s3.asked.length < requests + 2)
        return false;
      killed?.kill("SIGKILL");
      return new Promise(() => {});
    };
    killed = move();
    await once(killed, "exit");
    expect(killed.signalCode).toBe("SIGKILL");
    s3.intercept = () => false;
    const again = move();
    await once(again, "exit");
    expect(again.exitCode).toBe(0);
    expect((await countFiles(shop.db))[to === "s3" ? "row" : "object"]).toBe(0);
    const { shop: moved } = await openTestShop("sqlite", { ...shop.settings, s3: to === "s3" ? s3.place : undefined });
    expect(await readAll(moved, id, profile)).toEqual(before);
  },
);

function startCommand(environment: Record<string, string>, ...args: string[]) {
  return execFile(process.execPath, ["cli/main.ts", ...args], { env: withPath(environment) });
}

const profileForm = {
  ...{ firstname: "Ada", lastname: "Lovelace", dateOfBirth: "1990-12-10" },
  ...{ street: "Main Street 1", city: "Oslo", zipCode: "0150", country: "Norway" },
};

const photo = () => plain(320, 320).jpeg().toBuffer();

/** A shop with storage, an uploaded picture that nothing uses, and a customer with a profile picture. */
async function openWithPictures(engine: Engine) {
  const s3 = await startS3();
  const { shop } = await openTestShop(engine, { s3: s3.place });
  return { s3, shop, ...(await addPictures(shop)) };
}

/** As `openWithPictures`, without the time to decode any: the files are texts, and the picture has its sizes. */
async function openWithTexts(engine: Engine, place?: S3Place) {
  const { shop } = await openTestShop(engine, { s3: place });
  return { shop, ...(await addTexts(shop)) };
}

async function addTexts(shop: Shop) {
  const { db, pictureFiles } = shop;
  const id = keptPictureId;
  const keep = (name: string) => pictureFiles.keep(name, Buffer.from(name), forever);
  const uid = await registerVerified(shop);
  const profile = crypto.randomUUID();
  const { content: webp, object } = await keep(profileName(profile));
  await db.insertInto("pictures").values({ id: profile, userId: uid, url: "", webp, object, createdAt: 0 }).execute();
  await keepPicture(db, null);
  for (const format of ["webp", "avif"] as const) {
    await addFile(db, id, { format, width: 400 }, await keep(fileName(id, { format, width: 400 })));
  }
  const master = await keep(masterName(id));
  await db.updateTable("productPictures").set({ master: master.content, object: master.object }).execute();
  return { uid, profile, id };
}

async function addPictures(shop: Shop) {
  const uid = await registerVerified(shop);
  const { id: profile } = await takePicture(shop, uid, await photo(), forever);
  const id = uploadedId(await uploadPicture(shop, await photo(), "square", forever)) ?? "";
  return { uid, profile, id };
}

/** Lets the job make all sizes. */
const makeSizes = (shop: Shop) => runDue(shop, "pictureSizes");

async function readAll(shop: Shop, id: string, profile: string) {
  const sizes = await readSizes(shop.db, id);
  const files = await Promise.all(sizes.map((size) => findPictureFile(shop, id, size)));
  return [await readPicture(shop, profile), ...files.map((file) => file?.content)].map((file) =>
    Buffer.from(file ?? []),
  );
}

async function namedObjects({ db }: Shop) {
  const tables = ["productPictures", "productPictureFiles", "pictures"] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select("object").where("object", "is not", null).execute()),
  );
  return rows
    .flat()
    .map(({ object }) => object ?? "")
    .toSorted(byText);
}

async function unnamedObjects({ db }: Shop) {
  return (await db.selectFrom("unnamedObjects").select("key").execute()).map(({ key }) => key).toSorted(byText);
}

/** As if objects had no rows for some time longer. */
async function passDays({ db }: Shop, count: number) {
  await db
    .updateTable("unnamedObjects")
    .set((eb) => ({ since: eb("since", "-", days(count) + 1000) }))
    .execute();
}

function byText(one: string, other: string) {
  return one < other ? -1 : 1;
}
