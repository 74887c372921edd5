import type { Database } from "#database/connect.ts";
import { countAttempt } from "../accounts/attempts.ts";
import type { Shop } from "../shop.ts";
import { hostPicture } from "./host-picture.ts";
import { makeSquare } from "./make-square.ts";
import { PicturesBusyError } from "./picture-error.ts";

/** Where the shop serves the pictures that it keeps. */
export const picturesPath = "/profile-pictures";

export interface ProfilePicture {
  id: string;
  /** An address below this shop, or a whole one at the image hosting service. */
  url: string;
}

/** Counts an upload before anything of it is read. @throws TooManyAttemptsError */
export async function countUpload({ db, now }: Shop, userId: string) {
  await countAttempt(db, [{ limit: "pictureByAccount", by: userId }], now());
}

/** The customers whose pictures are being made by this process: one each, so that nobody fills the queue alone. */
const makingFor = new Set<string>();

/**
 * Takes a customer's new picture in: makes it a small square, and keeps it in the database or with the image hosting service.
 * It isn't the customer's profile picture until they save their profile with it.
 *
 * @param signal ends it, when its sender has gone
 * @throws PictureError for what isn't a picture that we take, PicturesBusyError, the signal's reason, and what the hosting service
 * answered
 */
export async function takePicture(
  { db, settings, now }: Shop,
  userId: string,
  file: Uint8Array,
  signal: AbortSignal,
): Promise<ProfilePicture> {
  const webp = await makeSquareFor(userId, file, signal);
  const id = crypto.randomUUID();
  const { imageUploadUrl, imageUploadPreset } = settings;
  const hosted = imageUploadUrl ? await hostPicture(webp, imageUploadUrl, imageUploadPreset, signal) : undefined;
  const url = hosted ?? `${picturesPath}/${id}.webp`;
  await db
    .insertInto("pictures")
    .values({ id, userId, url, webp: hosted ? null : webp, createdAt: now().getTime() })
    .execute();
  return { id, url };
}

async function makeSquareFor(userId: string, file: Uint8Array, signal: AbortSignal) {
  if (makingFor.has(userId)) throw new PicturesBusyError("customer");
  makingFor.add(userId);
  try {
    return await makeSquare(file, signal);
  } finally {
    makingFor.delete(userId);
  }
}

/** A picture that the shop keeps, as WebP; undefined when there is none. */
export async function readPicture(db: Database, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/^[\da-f-]{36}$/.test(id)) return undefined;
  const row = await db.selectFrom("pictures").select("webp").where("id", "=", id).executeTakeFirst();
  return row?.webp ? new Uint8Array(row.webp) : undefined;
}
