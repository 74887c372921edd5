import type { Database } from "#database/connect.ts";
import type { JobHandler } from "../jobs/job-kinds.ts";
import type { Shop } from "../shop.ts";
import { decodePicture } from "./decode-picture.ts";
import { sizesOf } from "./picture-sizes.ts";
import { fileName } from "./storage/file-rows.ts";
import { StorageUnavailableError } from "./storage/object-store.ts";
import { addFile, readSizes } from "./uploaded-pictures.ts";

/** Milliseconds until storage that can't be used is tried again. */
const storagePauseMs = 60_000;

type Context = Pick<Shop, "db" | "now" | "pictureFiles">;

/** For one size, which is made at the lowest priority. */
const limits = { clockMs: 90_000, processorMs: 30_000 };

/** Makes the missing sizes of uploaded pictures, one per run. */
export function createPictureSizesHandler(context: Context): JobHandler<"pictureSizes"> {
  const { db, now } = context;
  return {
    async run({ payload: { pictureId } }, signal) {
      try {
        if (await makeNextSize(context, pictureId, signal)) return { runAt: now() };
      } catch (error) {
        // The picture isn't at fault, so it isn't given up.
        if (error instanceof StorageUnavailableError) return { runAt: new Date(now().getTime() + storagePauseMs) };
        throw error;
      }
      return dropMaster(db, pictureId);
    },
    retryDelays: [10_000, 60_000, 10 * 60_000, 60 * 60_000],
    onFinalFailure: ({ pictureId }) => dropMaster(db, pictureId),
    isAboutOneJob: () => true,
    failureMessage: () => "Picture not resized",
  };
}

/** @returns false when no size is missing */
async function makeNextSize({ db, pictureFiles }: Context, id: string, signal: AbortSignal) {
  const picture = await db
    .selectFrom("productPictures")
    .select(["side", "kind", "master", "object"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!picture?.master) return false;
  const made = await readSizes(db, id);
  const isMissing = ({ format, width }: (typeof made)[number]) =>
    !made.some((size) => size.format === format && size.width === width);
  const size = sizesOf(picture.side, picture.kind).find(isMissing);
  const master = size && (await pictureFiles.read({ content: picture.master, object: picture.object }));
  if (!master) return false;
  const content = await decodePicture({ make: "size", ...size }, master, signal, limits);
  await addFile(db, id, size, await pictureFiles.keep(fileName(id, size), content, signal));
  return true;
}

/** The picture keeps the sizes it has. */
async function dropMaster(db: Database, id: string) {
  await db.updateTable("productPictures").set({ master: null, object: null }).where("id", "=", id).execute();
  return undefined;
}
