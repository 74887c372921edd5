import type { Database } from "#database/connect.ts";

/** The id of the picture that `keepPicture` keeps. */
export const keptPictureId = "ab".repeat(16);

interface KeptPicture {
  master: Uint8Array | null;
  dueAt: number | null;
}

/** Keeps a picture of 300 × 300 pixels, which may have two files and has none yet. */
export async function keepPicture(db: Database, { master, dueAt }: KeptPicture) {
  const id = keptPictureId;
  const facts = { address: `/pictures/uploaded/${id}-800.webp`, side: 300, createdAt: 0, unusedSince: null };
  await db
    .insertInto("productPictures")
    .values({ id, ...facts, dueAt, master })
    .execute();
}
