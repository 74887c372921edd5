import type { Database } from "#database/connect.ts";
import { countAttempt } from "../accounts/attempts.ts";
import type { Shop } from "../open-shop.ts";
import { hostPicture } from "./host-picture.ts";
import { squareWebp } from "./square-webp.ts";

/** Where the shop serves the pictures that it keeps. */
export const picturesPath = "/profile-pictures";

export interface ProfilePicture {
  id: string;
  /** An address below this shop, or a whole one at the image hosting service. */
  url: string;
}

/**
 * Takes a customer's new picture in: makes it a small square, and keeps it in the database or with the image hosting service.
 * It isn't the customer's profile picture until they save their profile with it.
 *
 * @throws PictureError for what isn't a picture that we take, TooManyAttemptsError, and what the hosting service answered
 */
export async function takePicture(
  { db, settings, now }: Shop,
  userId: string,
  file: Uint8Array,
): Promise<ProfilePicture> {
  await countAttempt(db, [{ limit: "pictureByAccount", by: userId }], now());
  const webp = await squareWebp(file);
  const id = crypto.randomUUID();
  const { imageUploadUrl, imageUploadPreset } = settings;
  const hosted = imageUploadUrl ? await hostPicture(webp, imageUploadUrl, imageUploadPreset) : undefined;
  const url = hosted ?? `${picturesPath}/${id}.webp`;
  await db
    .insertInto("pictures")
    .values({ id, userId, url, webp: hosted ? null : webp, createdAt: now().getTime() })
    .execute();
  return { id, url };
}

/** A picture that the shop keeps, as WebP; undefined when there is none. */
export async function readPicture(db: Database, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/^[\da-f-]{36}$/.test(id)) return undefined;
  const row = await db.selectFrom("pictures").select("webp").where("id", "=", id).executeTakeFirst();
  return row?.webp ? new Uint8Array(row.webp) : undefined;
}
