import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { runDue } from "../../../tests/support/due-jobs.ts";
import { plain } from "../../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { runOnShop } from "../../../tests/support/run-on-shop.ts";
import { refuseAll, startS3 } from "../../../tests/support/s3-server.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { updateCustomer } from "../../accounts/customer-account.ts";
import { restoreBackup } from "../../backups/restore-backup.ts";
import { writeBackup } from "../../backups/write-backup.ts";
import type { Shop } from "../../shop.ts";
import { readPicture, takePicture } from "../profile-pictures.ts";
import { pruneUnused } from "../prune-unused.ts";
import { findPictureFile, readSizes, uploadedId, uploadPicture } from "../uploaded-pictures.ts";
import { countFiles } from "./file-rows.ts";
import { StorageUnavailableError } from "./object-store.ts";
import { removeUnnamed } from "./remove-unnamed.ts";

const forever = new AbortController().signal;
const days = (count: number) => count * 24 * 60 * 60_000;
const wanted = { format: "webp", width: 400 } as const;

forEachEngine((_, engine) => {
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
    const { s3, shop, profile } = await openWithPictures(engine);
    const [key = ""] = (await namedObjects(shop)).filter((name) => name.startsWith("profiles/"));
    await shop.pictureFiles.objects?.remove(key);
    expect(await readPicture(shop, profile)).toBeUndefined();
    const file = join(await temporaryFolder(), "shop.backup");
    expect(await writeBackup(shop.connection, file, shop.pictureFiles)).toMatchObject({ lost: [key] });
    expect(await s3.keys()).toHaveLength(2);
  });

  test("all files move to S3 and back while new ones arrive, and each is the same all the time", async () => {
    const s3 = await startS3();
    const { shop: rows } = await openTestShop(engine);
    const { profile, id } = await addPictures(rows);
    await makeSizes(rows);
    const before = await readAll(rows, id, profile);
    const { shop } = await openTestShop(engine, { ...rows.settings, s3: s3.place });
    expect(await readAll(shop, id, profile)).toEqual(before);
    expect(await runOnShop(shop, "pictures", "--move-to", "s3")).toBe("4 picture files moved to S3\n");
    expect(await countFiles(shop.db)).toEqual({ object: 4, row: 0 });
    expect(await readAll(shop, id, profile)).toEqual(before);
    expect(await runOnShop(shop, "pictures", "--move-to", "s3")).toBe("0 picture files moved to S3\n");
    await expect(findPictureFile(rows, id, wanted)).rejects.toThrow("S3_URL isn't set");

    const moving = runOnShop(shop, "pictures", "--move-to", "database");
    await uploadPicture(shop, await plain(30, 30).png().toBuffer(), "square", forever);
    expect(await moving).toMatch(/^[456] picture files moved to the database\nNew pictures go there too\. /);
    expect(await countFiles(shop.db)).toEqual({ object: 0, row: 6 });
    expect(await readAll(rows, id, profile)).toEqual(before);
    await uploadPicture(shop, await plain(31, 31).png().toBuffer(), "square", forever);
    expect((await countFiles(shop.db)).object, "new ones stay in the database").toBe(0);
    await passDays(shop, 1);
    await removeUnnamed(shop);
    expect(await s3.keys()).toEqual([]);
  });

  test("a backup has the pictures of the storage, and a restore brings them back without it", async () => {
    const { s3, shop, id, profile } = await openWithPictures(engine);
    await makeSizes(shop);
    const before = await readAll(shop, id, profile);
    const folder = await temporaryFolder();
    const [whole, rowsOnly] = [join(folder, "whole.backup"), join(folder, "rows.backup")];
    await runOnShop(shop, "backup", whole);
    await runOnShop(shop, "backup", rowsOnly, "--leave-objects");

    const { shop: empty } = await openTestShop(engine);
    expect(await runOnShop(empty, "restore", whole)).not.toContain("Picture files");
    expect(await readAll(empty, id, profile)).toEqual(before);

    expect(await runOnShop(shop, "restore", whole)).toContain(
      "Picture files: 4 in the database, 0 in S3\nNew ones go to S3. pictures --move-to s3 moves all\n",
    );
    expect(await unnamedObjects(shop), "what was there is removed a day later").toEqual(await s3.keys());
    expect(await runOnShop(shop, "restore", rowsOnly)).toContain("Picture files: 0 in the database, 4 in S3\n");
    expect(await unnamedObjects(shop), "unless a backup names it again").toEqual([expect.stringContaining("-master-")]);
    expect(await readAll(shop, id, profile)).toEqual(before);
  });
});

test("on SQLite, what a restore replaces is saved with the pictures of the storage", async () => {
  const { shop, id, profile } = await openWithPictures("sqlite");
  const before = await readAll(shop, id, profile);
  const { shop: other } = await openTestShop("sqlite");
  const file = join(await temporaryFolder(), "other.backup");
  await writeBackup(other.connection, file);
  const { before: saved = "" } = await restoreBackup(shop, file);
  await restoreBackup(other, saved);
  expect(await readAll(other, id, profile)).toEqual(before);
});

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
