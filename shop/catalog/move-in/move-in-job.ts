import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Database } from "#database/connect.ts";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { JobHandler } from "../../jobs/job-kinds.ts";
import type { ShopDatabase } from "../../shop.ts";
import { moveInName } from "../files/reading/other-shops/move-in-file.ts";
import { keepUpload, readUpload } from "../files/uploads/catalog-uploads.ts";
import { MoveInError } from "./move-in-error.ts";
import { oldShopAddress, saveOldShop } from "./read-old-shop.ts";

type Context = Pick<ShopDatabase, "db" | "now" | "settings">;

/** Has an old shop read in the background, in the place of one that the owner has asked for before. @returns the id of the upload that it becomes @throws MoveInError */
export async function startMoveIn({ db, now }: Pick<Context, "db" | "now">, actor: string, typed: string) {
  const { base } = oldShopAddress(typed);
  const uploadId = randomUUID();
  await enqueue(db, "moveIns", { key: actor, payload: { uploadId, actor, address: base }, now: now() });
  return uploadId;
}

/** How far reading an old shop has come: it is an upload once it is done, and has a problem if it failed. */
export async function readMoveInState(db: Database, actor: string, uploadId: string) {
  if (await readUpload(db, actor, uploadId)) return { state: "done" } as const;
  const job = await db
    .selectFrom("jobs")
    .select(["payload", "lastError", "failedAt"])
    .where("kind", "=", "moveIns")
    .where("key", "=", actor)
    .executeTakeFirst();
  const payload = job && JSON.parse(job.payload);
  if (payload?.uploadId !== uploadId) return undefined;
  if (job?.failedAt) return { state: "failed", problem: job.lastError ?? "" } as const;
  return { state: "reading", address: String(payload.address) } as const;
}

/** Reads old shops into uploads, which their owners then preview and import. */
export function createMoveInHandler(context: Context): JobHandler<"moveIns"> {
  return {
    async run({ payload: { uploadId, actor, address } }, signal) {
      const { allowedPrivateHosts } = context.settings;
      await inTemporaryFolder(async (folder) => {
        const [file, packed] = [join(folder, "products"), join(folder, "packed")];
        await saveOldShop(file, address, { allowedPrivateHosts, signal });
        await pipeline(createReadStream(file), createGzip(), createWriteStream(packed, { mode: 0o600 }), { signal });
        await keepUpload(context, actor, { id: uploadId, name: moveInName(oldShopAddress(address).host), packed });
      });
      return undefined;
    },
    retryDelays: [],
    isPermanent: (error) => error instanceof MoveInError,
    isAboutOneJob: (error) => error instanceof MoveInError,
    failureMessage: ({ address }) => `${address} not read`,
  };
}
