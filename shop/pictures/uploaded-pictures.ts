import { createHash } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { ShopDatabase } from "../shop.ts";
import { decodeInTurn } from "./decode-picture.ts";
import { OtherFileError, type PictureKind, type PictureSize, pictureMessages } from "./picture-rules.ts";
import { type PreparedPicture, pageSizes, readPrepared, sizesOf } from "./picture-sizes.ts";
import { fileName, masterName } from "./storage/file-rows.ts";
import type { StoredFile } from "./storage/picture-files.ts";

type Context = Pick<ShopDatabase, "db" | "now" | "pictureFiles">;
type Files = Pick<ShopDatabase, "db" | "pictureFiles">;

/** Where the shop serves uploaded pictures. The studio's pictures have no such name. See docs/decisions/0087. */
export const uploadedPath = "/pictures/uploaded";

const idLength = 32;
/** The widest size that browsers ask for unless the address names another one. */
const usualWidest = 1200;

/**
 * Saves a picture that an owner has uploaded. It can be shown at once in one size; a job makes the others. The same file is always the
 * same picture. Nothing uses it yet: it is kept for a month, and longer while one of `pictureUsers` has its address.
 *
 * @param signal aborts when the client disconnects
 * @returns its address
 * @throws PictureError for files that we don't accept, PicturesBusyError if the machine is too busy, StorageUnavailableError, and the signal's reason
 */
export async function uploadPicture(
  context: Context,
  file: Uint8Array,
  kind: PictureKind,
  signal: AbortSignal,
): Promise<string> {
  if (!beginsAsPicture(file)) throw new OtherFileError(pictureMessages.content);
  const id = idOf(file, kind);
  const known = await readKnown(context, id);
  if (known) return known;
  const picture = readPrepared(await decodeInTurn({ make: "upload", kind }, file, signal));
  const address = addressOf(id, kind, picture);
  await keepPicture(context, { id, kind, address, ...picture }, signal);
  return address;
}

/** Whether a file begins like those that we accept, so that others need no process to decode them. */
function beginsAsPicture(file: Uint8Array) {
  // JPEG, PNG, and RIFF with its length and type WEBP.
  const beginnings = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/;
  return beginnings.test(Buffer.from(file.subarray(0, 12)).toString("hex"));
}

/** The address of a picture that has all its sizes, or whose job will make them. An unused one is kept for another month. */
async function readKnown({ db, now }: Context, id: string) {
  await db
    .updateTable("productPictures")
    .set({ unusedSince: now().getTime() })
    .where("id", "=", id)
    .where("unusedSince", "is not", null)
    .execute();
  const known = await db
    .selectFrom("productPictures")
    .select((eb) => ["address", "side", "kind", eb("master", "is not", null).as("isPending")])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!known) return undefined;
  const isWhole = known.isPending || (await readSizes(db, id)).length === sizesOf(known.side, known.kind).length;
  return isWhole ? known.address : undefined;
}

/** The same file as a logo is another picture. */
function idOf(file: Uint8Array, kind: PictureKind) {
  const prefix = kind === "square" ? "" : `${kind}\n`;
  return createHash("sha256").update(prefix).update(file).digest("hex").slice(0, idLength);
}

/** The form that `ui/picture.tsx` reads and the studio prints. All but squares tell their size, so that pages keep room for them. */
function addressOf(id: string, kind: PictureKind, { width, height, thumbhash }: PreparedPicture) {
  const widest = pageSizes(width, kind).at(-1)?.width ?? 0;
  const isUsual = kind === "square" ? widest <= usualWidest : widest === usualWidest;
  const query = [
    `thumbhash=${thumbhash}`,
    kind !== "square" && `size=${width}x${height}`,
    !isUsual && `widest=${widest}`,
  ];
  return `${uploadedPath}/${id}-800.webp?${query.filter(Boolean).join("&")}`;
}

async function keepPicture(
  { db, now, pictureFiles }: Context,
  { id, kind, address, width, first, master }: PreparedPicture & { id: string; kind: PictureKind; address: string },
  signal: AbortSignal,
) {
  const time = now().getTime();
  const [{ content, object }, file] = await Promise.all([
    pictureFiles.keep(masterName(id), master, signal),
    pictureFiles.keep(fileName(id, first), first.content, signal),
  ]);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("productPictures")
      .values({ id, kind, address, side: width, createdAt: time, unusedSince: time, master: content, object })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ master: content, object }))
      .execute();
    await addFile(trx, id, first, file);
    await enqueue(trx, "pictureSizes", { key: id, payload: { pictureId: id }, now: now() });
  });
}

/** Adds a file to a picture, unless another process did. */
export async function addFile(db: Database, pictureId: string, { format, width }: PictureSize, file: StoredFile) {
  await db
    .insertInto("productPictureFiles")
    .values({ pictureId, format, width, content: file.content, object: file.object })
    .onConflict((conflict) => conflict.columns(["pictureId", "format", "width"]).doNothing())
    .execute();
}

/** The sizes of a picture that exist. */
export function readSizes(db: Database, pictureId: string): Promise<PictureSize[]> {
  return db
    .selectFrom("productPictureFiles")
    .select(["format", "width"])
    .where("pictureId", "=", pictureId)
    .orderBy("width")
    .orderBy("format", "desc")
    .execute();
}

/** The file that answers a request for a size. */
export interface FoundPicture extends PictureSize {
  content: Uint8Array<ArrayBuffer>;
  /** Whether a better size may exist later. */
  isPreliminary: boolean;
}

/** The file nearest to the requested size; undefined if there is no such picture. @throws StorageUnavailableError */
export async function findPictureFile(
  { db, pictureFiles }: Files,
  id: string,
  wanted: PictureSize,
): Promise<FoundPicture | undefined> {
  const content = await readContent({ db, pictureFiles }, id, wanted);
  if (content) return { ...wanted, content, isPreliminary: false };
  const picture = await db
    .selectFrom("productPictures")
    .select((eb) => eb("master", "is not", null).as("isPending"))
    .where("id", "=", id)
    .executeTakeFirst();
  const size = picture && nearest(await readSizes(db, id), wanted);
  const other = size && (await readContent({ db, pictureFiles }, id, size));
  return other && { ...size, content: other, isPreliminary: Boolean(picture.isPending) };
}

async function readContent({ db, pictureFiles }: Files, id: string, { format, width }: PictureSize) {
  const row = await db
    .selectFrom("productPictureFiles")
    .select(["content", "object"])
    .where("pictureId", "=", id)
    .where("format", "=", format)
    .where("width", "=", width)
    .executeTakeFirst();
  return row && pictureFiles.read(row);
}

/** The widest that isn't too wide, or else the narrowest, in the requested format if it exists. */
function nearest(sizes: PictureSize[], { format, width }: PictureSize) {
  const fitting = sizes.filter((size) => size.width <= width);
  const best = fitting.at(-1)?.width ?? sizes[0]?.width;
  const found = sizes.filter((size) => size.width === best);
  return found.find((size) => size.format === format) ?? found[0];
}

/** How many files of each unfinished picture exist, and how many there will be, by address. */
export async function readProgress(
  db: Database,
  addresses: string[],
): Promise<Record<string, { made: number; all: number }>> {
  const ids = addresses.flatMap((address) => uploadedId(address) ?? []);
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom("productPictures")
    .select((eb) => [
      "address",
      "side",
      "kind",
      eb
        .selectFrom("productPictureFiles")
        .select((of) => of.fn.countAll<number>().as("files"))
        .whereRef("pictureId", "=", "productPictures.id")
        .as("made"),
    ])
    .where("id", "in", ids)
    .where("master", "is not", null)
    .execute();
  return Object.fromEntries(
    rows.map(({ address, side, kind, made }) => [address, { made: Number(made), all: sizesOf(side, kind).length }]),
  );
}

/** The id in the address of an uploaded picture; undefined for any other address. */
export function uploadedId(address: string) {
  return /^\/pictures\/uploaded\/([\da-f]{32})-/.exec(address)?.[1];
}

/** Marks which pictures a product, or anything else that shows some, has stopped and started using, in the transaction that changes it. */
export async function markUsed(transaction: Database, before: string[], after: string[], now: Date) {
  const had = new Set(before.flatMap((address) => uploadedId(address) ?? []));
  const has = new Set(after.flatMap((address) => uploadedId(address) ?? []));
  const mark = (ids: string[], unusedSince: number | null) =>
    transaction.updateTable("productPictures").set({ unusedSince }).where("id", "in", ids).execute();
  const gone = [...had].filter((id) => !has.has(id));
  const added = [...has].filter((id) => !had.has(id));
  if (gone.length > 0) await mark(gone, now.getTime());
  if (added.length > 0) await mark(added, null);
}
