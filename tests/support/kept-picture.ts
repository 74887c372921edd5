import type { Database } from "#database/connect.ts";
import type { StoredFile } from "#shop/pictures/storage/picture-files.ts";

/** The id of the picture that `keepPicture` keeps. */
export const keptPictureId = "ab".repeat(16);

/** Keeps a picture of 300 × 300 pixels, which may have three files and has none yet. */
export async function keepPicture(db: Database, master: Uint8Array | null) {
  const id = keptPictureId;
  const row = { address: `/pictures/uploaded/${id}-800.webp`, side: 300, createdAt: 0, unusedSince: null };
  await db
    .insertInto("productPictures")
    .values({ id, ...row, master })
    .execute();
}

/** A file that its row has. */
export function storedText(text: string): StoredFile {
  return { content: Buffer.from(text), object: null };
}
