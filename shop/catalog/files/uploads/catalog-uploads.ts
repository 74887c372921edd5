import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { locks } from "node:worker_threads";
import type { Database } from "#database/connect.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { noteAct } from "../../../changes/acts.ts";
import { storableText } from "../../../forms/validate.ts";
import { LimitExceededError, runApart } from "../../../run-apart.ts";
import type { ShopDatabase } from "../../../shop.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { cachedPreview } from "./preview-cache.ts";
import type { UploadOptions, UploadOutcome, UploadTask } from "./work-on-upload.ts";

/**
 * A catalog file that an owner has sent waits in the database while they look at what it would change: any process may be asked next. See docs/decisions/0131.
 */

const program = fileURLToPath(import.meta.resolve("#shop/open/catalog-upload-process.ts"));
/** The largest files take hundreds of megabytes, and minutes on a busy machine. */
const limits = { memoryMb: 2048, timeoutMs: 30 * 60_000 };
const keptForMs = 24 * 60 * 60 * 1000;
const nameLimit = 200;
/** What a process holds of a file in memory. */
const partBytes = 256 * 1024;

/** A file that an owner has sent; undefined when there is none (any more). */
export type CatalogUpload = NonNullable<Awaited<ReturnType<typeof readUpload>>>;

type Context = Pick<ShopDatabase, "db" | "settings" | "now">;

/**
 * Keeps a file for its owner, in the place of one that they had sent before.
 *
 * @param packed the path of the file's content, packed by gzip
 * @returns its id
 */
export async function keepUpload(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  actor: string,
  { name, packed, id = randomUUID() }: { name: string; packed: string; id?: string },
) {
  const createdAt = now().getTime();
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("catalogUploads")
      .where((eb) => eb.or([eb("actor", "=", actor), eb("createdAt", "<", createdAt - keptForMs)]))
      .execute();
    const upload = { id, actor, name: storableText(name.slice(-nameLimit)), createdAt };
    await trx.insertInto("catalogUploads").values(upload).execute();
    await writeParts(trx, id, packed);
  });
  return id;
}

async function writeParts(transaction: Database, uploadId: string, packed: string) {
  let number = 0;
  for await (const content of createReadStream(packed, { highWaterMark: partBytes })) {
    await transaction.insertInto("catalogUploadParts").values({ uploadId, number, content }).execute();
    number += 1;
  }
}

/** An uploaded file. Only the owner who sent it can read it. */
export async function readUpload(db: Database, actor: string, id: string) {
  if (!/^[\da-f-]{36}$/.test(id)) return undefined;
  return db
    .selectFrom("catalogUploads")
    .select(["id", "name", "actor"])
    .where("id", "=", id)
    .where("actor", "=", actor)
    .executeTakeFirst();
}

/** What an import of the file would change; undefined when it waits no longer. @throws CatalogFileError when it would be refused */
export async function previewUpload(shop: Context, upload: CatalogUpload, options: UploadOptions) {
  const compare = () => workApart(shop, { step: "preview", upload, options });
  return resultOf(await cachedPreview(shop.db, `${upload.id} ${JSON.stringify(options)}`, compare)).preview;
}

/** Imports the file, which then waits no longer. @returns what that did; undefined when it was gone. @throws CatalogFileError */
export async function importUpload(shop: Context, upload: CatalogUpload, options: UploadOptions) {
  const { imported } = resultOf(await workApart(shop, { step: "import", upload, options }));
  if (imported?.id) noteAct(imported.id);
  return imported;
}

/**
 * Works on a file in a process of its own, one at a time: that of a large catalog keeps a processor busy for half a minute, and takes hundreds of
 * megabytes, while others want their pages from this one.
 */
function workApart(
  { settings: { databaseUrl, dataFolder }, now }: Context,
  work: Pick<UploadTask, "step" | "upload" | "options">,
): Promise<UploadOutcome> {
  const task: UploadTask = { ...work, databaseUrl, dataFolder, at: now().getTime() };
  return locks
    .request("catalog upload", () => runApart<UploadOutcome>(program, task, limits))
    .catch((error) => {
      if (!(error instanceof LimitExceededError) || work.step === "import") throw error;
      return {
        refused: new CatalogFileError(
          `${work.upload.name} takes too much memory or time. Split it into several files.`,
        ),
      };
    });
}

/** @throws CatalogFileError, DatabaseUnavailableError */
function resultOf(outcome: UploadOutcome) {
  if (outcome.refused) throw new CatalogFileError(outcome.refused.message, outcome.refused);
  if (outcome.unavailable !== undefined) throw new DatabaseUnavailableError(new Error(outcome.unavailable));
  return outcome;
}
