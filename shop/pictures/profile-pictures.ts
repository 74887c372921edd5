import { consumeRateLimit } from "../limits/rate-limits.ts";
import type { Shop, ShopDatabase } from "../shop.ts";
import { decodeInTurn } from "./decode-picture.ts";
import { hostPicture } from "./host-picture.ts";
import { PicturesBusyError } from "./picture-rules.ts";
import { profileName } from "./storage/file-rows.ts";

/** Where the shop serves the profile pictures that it stores. */
export const picturesPath = "/profile-pictures";

export interface ProfilePicture {
  id: string;
  /** A path of this shop, or a URL at the image hosting service. */
  url: string;
}

/** Counts an upload before anything of it is read. @throws RateLimitError */
export async function consumeUploadLimit({ db, now }: Shop, userId: string) {
  await consumeRateLimit(db, [{ limit: "pictureByAccount", by: userId }], now());
}

/** Customers whose pictures this process makes. One each, so that one customer can't fill the queue. */
const makingFor = new Set<string>();

/**
 * Makes a customer's upload a small square and saves it in the shop or at the image hosting service. It becomes the profile
 * picture once they save their profile with it.
 *
 * @param signal aborts when the client disconnects
 * @throws PictureError for files that we don't accept, PicturesBusyError, StorageUnavailableError, the signal's reason, and what the hosting service answered
 */
export async function takePicture(
  { db, settings, now, pictureFiles }: Shop,
  userId: string,
  file: Uint8Array,
  signal: AbortSignal,
): Promise<ProfilePicture> {
  const webp = await createAvatarFor(userId, file, signal);
  const id = crypto.randomUUID();
  const { imageUploadUrl, imageUploadPreset } = settings;
  const hostedUrl = imageUploadUrl ? await hostPicture(webp, imageUploadUrl, imageUploadPreset, signal) : undefined;
  const url = hostedUrl ?? `${picturesPath}/${id}.webp`;
  const own = hostedUrl ? undefined : await pictureFiles.keep(profileName(id), webp, signal);
  await db
    .insertInto("pictures")
    .values({ id, userId, url, webp: own?.content ?? null, object: own?.object ?? null, createdAt: now().getTime() })
    .execute();
  return { id, url };
}

async function createAvatarFor(userId: string, file: Uint8Array, signal: AbortSignal) {
  if (makingFor.has(userId)) throw new PicturesBusyError("customer");
  makingFor.add(userId);
  try {
    return await createAvatar(file, signal);
  } finally {
    makingFor.delete(userId);
  }
}

/** Besides the one that is decoded. */
const mostWaiting = 4;
let pending = 0;

/**
 * Makes a small square of a picture, one at a time in this process.
 *
 * @param signal aborts the work, and the wait for it
 * @throws PictureError, PicturesBusyError if too many wait already, and the signal's reason
 */
export async function createAvatar(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (pending > mostWaiting) throw new PicturesBusyError("shop");
  pending++;
  try {
    return await decodeInTurn({ make: "avatar" }, file, signal);
  } finally {
    pending--;
  }
}

/** A stored picture as WebP; undefined if there is none. @throws StorageUnavailableError */
export async function readPicture(
  { db, pictureFiles }: Pick<ShopDatabase, "db" | "pictureFiles">,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/^[\da-f-]{36}$/.test(id)) return undefined;
  const row = await db.selectFrom("pictures").select(["webp", "object"]).where("id", "=", id).executeTakeFirst();
  return row?.webp ? pictureFiles.read({ content: row.webp, object: row.object }) : undefined;
}
