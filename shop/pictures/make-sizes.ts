import type { Database } from "#database/connect.ts";
import type { JobHandler } from "../jobs/job-kinds.ts";
import type { Shop } from "../shop.ts";
import { decodePicture } from "./decode-picture.ts";
import { sizesOf } from "./picture-sizes.ts";
import { addFile, readSizes } from "./uploaded-pictures.ts";

/** For one size, which is made at the lowest priority. */
const limits = { clockMs: 90_000, processorMs: 30_000 };

/** Makes the missing sizes of uploaded pictures, one per run. */
export function createPictureSizesHandler({ db, now }: Pick<Shop, "db" | "now">): JobHandler<"pictureSizes"> {
  return {
    async run({ payload: { pictureId } }, signal) {
      if (await makeNextSize(db, pictureId, signal)) return { runAt: now() };
      return dropMaster(db, pictureId);
    },
    retryDelays: [10_000, 60_000, 10 * 60_000, 60 * 60_000],
    onFinalFailure: ({ pictureId }) => dropMaster(db, pictureId),
    isAboutOneJob: () => true,
    failureMessage: () => "Picture not resized",
  };
}

/** @returns false when no size is missing */
async function makeNextSize(db: Database, id: string, signal: AbortSignal) {
  const picture = await db
    .selectFrom("productPictures")
    .select(["side", "kind", "master"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!picture?.master) return false;
  const made = await readSizes(db, id);
  const isMissing = ({ format, width }: (typeof made)[number]) =>
    !made.some((size) => size.format === format && size.width === width);
  const size = sizesOf(picture.side, picture.kind).find(isMissing);
  if (!size) return false;
  await addFile(
    db,
    id,
    size,
    await decodePicture({ make: "size", ...size }, new Uint8Array(picture.master), signal, limits),
  );
  return true;
}

/** The picture keeps the sizes it has. */
async function dropMaster(db: Database, id: string) {
  await db.updateTable("productPictures").set({ master: null }).where("id", "=", id).execute();
  return undefined;
}
