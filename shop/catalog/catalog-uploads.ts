import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { locks } from "node:worker_threads";
import { gzip } from "node:zlib";
import type { Database } from "#database/connect.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { ShopDatabase } from "../shop.ts";
import { CatalogFileError } from "./catalog-file.ts";
import type { UploadOutcome, UploadTask } from "./work-on-upload.ts";

/** A catalog file that an owner has sent waits in the database while they look at what it would change: any process may be asked next. */

const program = fileURLToPath(import.meta.resolve("#shop/catalog/catalog-upload-process.ts"));
const run = promisify(execFile);
const keptForMs = 24 * 60 * 60 * 1000;
const nameLimit = 200;

/** A file that an owner has sent; undefined when there is none (any more). */
export type CatalogUpload = NonNullable<Awaited<ReturnType<typeof readUpload>>>;

type Context = Pick<ShopDatabase, "settings" | "now">;

/** Keeps a file for its owner, in the place of one that they had sent before. @returns its id */
export async function keepUpload(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  actor: string,
  { name, content }: { name: string; content: Uint8Array },
) {
  const id = randomUUID();
  const createdAt = now().getTime();
  const packed = await promisify(gzip)(content);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("catalogUploads")
      .where((eb) => eb.or([eb("actor", "=", actor), eb("createdAt", "<", createdAt - keptForMs)]))
      .execute();
    const upload = { id, actor, name: name.slice(-nameLimit), content: packed, createdAt };
    await trx.insertInto("catalogUploads").values(upload).execute();
  });
  return id;
}

/** A file that waits; nobody but its owner has it. */
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
export async function previewUpload(shop: Context, upload: CatalogUpload, replace: boolean) {
  const { preview } = await workApart(shop, { step: "preview", upload, replace });
  return preview;
}

/** Imports the file, which then waits no longer. @returns how many products it has; undefined when it was gone. @throws CatalogFileError */
export async function importUpload(shop: Context, upload: CatalogUpload, replace: boolean) {
  const work = { step: "import", upload, replace } as const;
  const { imported } = await locks.request("catalog import", () => workApart(shop, work));
  return imported;
}

/**
 * Works on a file in a process of its own: that of a large catalog keeps a processor busy for half a minute, and takes hundreds of
 * megabytes, while others want their pages from this one.
 *
 * @throws CatalogFileError, DatabaseUnavailableError
 */
async function workApart(
  { settings: { databaseUrl, dataFolder }, now }: Context,
  work: Pick<UploadTask, "step" | "upload" | "replace">,
) {
  const task: UploadTask = { ...work, databaseUrl, dataFolder, at: now().getTime() };
  const working = run(process.execPath, [program], { maxBuffer: Number.POSITIVE_INFINITY });
  // A process that has failed reads no further, and says why.
  working.child.stdin?.on("error", () => {}).end(JSON.stringify(task));
  const outcome: UploadOutcome = JSON.parse((await working).stdout);
  if (outcome.refused) throw new CatalogFileError(outcome.refused.message, outcome.refused);
  if (outcome.unavailable !== undefined) throw new DatabaseUnavailableError(new Error(outcome.unavailable));
  return outcome;
}
