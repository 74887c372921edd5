import { hash } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { ShopDatabase } from "../shop.ts";
import { decodeInTurn } from "./decode-apart.ts";
import { PictureError } from "./picture-error.ts";
import { type PictureSize, pictureMessages } from "./picture-rules.ts";
import { type PreparedPicture, readPrepared, sizesOf, widest } from "./picture-sizes.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/** Where the shop serves the pictures that owners have uploaded. No picture of the studio has this name. */
export const uploadedPath = "/pictures/uploaded";

const idLength = 32;

/**
 * Takes a product's picture in. It can be shown at once, in one size; the others are made by `makeDueSizes`. No product has it yet. The same file
 * is the same picture, however often it is sent.
 *
 * @param signal ends it, when its sender has gone
 * @returns its address
 * @throws PictureError for what isn't a picture that we take, PicturesBusyError when the machine has no time for it, and the signal's reason
 */
export async function takeProductPicture(context: Context, file: Uint8Array, signal: AbortSignal): Promise<string> {
  if (!beginsAsPicture(file)) throw new PictureError(pictureMessages.type);
  const id = hash("sha256", file).slice(0, idLength);
  const known = await readKnown(context, id);
  if (known) return known;
  const picture = readPrepared(await decodeInTurn({ make: "productPicture" }, file, signal));
  const address = addressOf(id, picture);
  await keepPicture(context, { id, address, ...picture });
  return address;
}

/** Whether a file begins as those do that we take: the others needn't be looked at further. */
function beginsAsPicture(file: Uint8Array) {
  // JPEG, PNG, and RIFF with its length, which says what is in it: WEBP.
  const beginnings = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/;
  return beginnings.test(Buffer.from(file.subarray(0, 12)).toString("hex"));
}

/** The address of a picture with all its sizes there, or still to come. One that nobody uses begins anew not to be used. */
async function readKnown({ db, now }: Context, id: string) {
  await db
    .updateTable("productPictures")
    .set({ unusedSince: now().getTime() })
    .where("id", "=", id)
    .where("unusedSince", "is not", null)
    .execute();
  const known = await db
    .selectFrom("productPictures")
    .select(["address", "side", "dueAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!known) return undefined;
  const isWhole = known.dueAt !== null || (await readSizes(db, id)).length === sizesOf(known.side).length;
  return isWhole ? known.address : undefined;
}

function addressOf(id: string, { side, thumbhash }: PreparedPicture) {
  // In the form that `app/components/picture.tsx` reads, as the studio prints it.
  return `${uploadedPath}/${id}-800.webp?thumbhash=${thumbhash}${side === widest ? `&widest=${widest}` : ""}`;
}

async function keepPicture(
  { db, now }: Context,
  { id, address, side, first, master }: PreparedPicture & { id: string; address: string },
) {
  const time = now().getTime();
  const due = { master, dueAt: time, attempts: 0 };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("productPictures")
      .values({ id, address, side, createdAt: time, unusedSince: time, ...due })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(due))
      .execute();
    await addFile(trx, id, first, first.content);
  });
}

/** Adds a file to a picture, unless another process has. */
export async function addFile(db: Database, pictureId: string, { format, width }: PictureSize, content: Uint8Array) {
  await db
    .insertInto("productPictureFiles")
    .values({ pictureId, format, width, content })
    .onConflict((conflict) => conflict.columns(["pictureId", "format", "width"]).doNothing())
    .execute();
}

/** The sizes of a picture that are there. */
export function readSizes(db: Database, pictureId: string): Promise<PictureSize[]> {
  return db
    .selectFrom("productPictureFiles")
    .select(["format", "width"])
    .where("pictureId", "=", pictureId)
    .orderBy("width")
    .orderBy("format", "desc")
    .execute();
}

/** A file of a picture, for one that was asked for. */
export interface FoundPicture extends PictureSize {
  content: Uint8Array<ArrayBuffer>;
  /** Whether another one may be found later: not all sizes are made. */
  isPreliminary: boolean;
}

/** The file of a picture that comes nearest to what is asked for; undefined when there is no such picture. */
export async function findPictureFile(
  db: Database,
  id: string,
  wanted: PictureSize,
): Promise<FoundPicture | undefined> {
  const content = await readContent(db, id, wanted);
  if (content) return { ...wanted, content, isPreliminary: false };
  const picture = await db.selectFrom("productPictures").select("dueAt").where("id", "=", id).executeTakeFirst();
  const size = picture && nearest(await readSizes(db, id), wanted);
  const other = size && (await readContent(db, id, size));
  return other && { ...size, content: other, isPreliminary: picture.dueAt !== null };
}

async function readContent(db: Database, id: string, { format, width }: PictureSize) {
  const row = await db
    .selectFrom("productPictureFiles")
    .select("content")
    .where("pictureId", "=", id)
    .where("format", "=", format)
    .where("width", "=", width)
    .executeTakeFirst();
  return row && new Uint8Array(row.content);
}

/** The widest that isn't too wide, or else the narrowest; in the format that is wanted, where that is the same width. */
function nearest(sizes: PictureSize[], { format, width }: PictureSize) {
  const fitting = sizes.filter((size) => size.width <= width);
  const best = fitting.at(-1)?.width ?? sizes[0]?.width;
  const found = sizes.filter((size) => size.width === best);
  return found.find((size) => size.format === format) ?? found[0];
}

/** How many files of each picture are made, and how many there will be; only of uploaded pictures that aren't done. By address. */
export async function readProgress(
  db: Database,
  addresses: string[],
): Promise<Record<string, { made: number; all: number }>> {
  const ids = addresses.flatMap((address) => idIn(address) ?? []);
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom("productPictures")
    .select((eb) => [
      "address",
      "side",
      eb
        .selectFrom("productPictureFiles")
        .select((of) => of.fn.countAll<number>().as("files"))
        .whereRef("pictureId", "=", "productPictures.id")
        .as("made"),
    ])
    .where("id", "in", ids)
    .where("dueAt", "is not", null)
    .execute();
  return Object.fromEntries(
    rows.map(({ address, side, made }) => [address, { made: Number(made), all: sizesOf(side).length }]),
  );
}

/** The id in the address of an uploaded picture; undefined for any other address. */
function idIn(address: string) {
  return /^\/pictures\/uploaded\/([\da-f]{32})-/.exec(address)?.[1];
}

/** Notes which pictures a product has no more, and which it has now, in the transaction that changes it. */
export async function noteUse(transaction: Database, before: string[], after: string[], now: Date) {
  const had = before.flatMap((address) => idIn(address) ?? []);
  const has = after.flatMap((address) => idIn(address) ?? []);
  const note = (ids: string[], unusedSince: number | null) =>
    transaction.updateTable("productPictures").set({ unusedSince }).where("id", "in", ids).execute();
  const gone = had.filter((id) => !has.includes(id));
  const come = has.filter((id) => !had.includes(id));
  if (gone.length > 0) await note(gone, now.getTime());
  if (come.length > 0) await note(come, null);
}
