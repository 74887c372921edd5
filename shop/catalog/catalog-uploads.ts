import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Database } from "#database/connect.ts";
import type { ShopDatabase } from "../shop.ts";
import { CatalogFileError } from "./catalog-file.ts";
import { compareImport } from "./compare-import.ts";
import { importCatalog } from "./import-catalog.ts";
import { previewImport } from "./import-preview.ts";

/** A catalog file that an owner has sent waits in the database while they look at what it would change: any process may be asked next. */

const keptForMs = 24 * 60 * 60 * 1000;
const nameLimit = 200;

/** A file that an owner has sent; undefined when there is none (any more). */
export type CatalogUpload = NonNullable<Awaited<ReturnType<typeof readUpload>>>;

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
    .select(["id", "name", "content"])
    .where("id", "=", id)
    .where("actor", "=", actor)
    .executeTakeFirst();
}

/** What an import of the file would change. @throws CatalogFileError when it would be refused */
export function previewUpload(db: Database, upload: CatalogUpload, replace: boolean) {
  return asFile(upload, (file) => previewImport(compareImport(db, file, { replace })));
}

/** Imports the file, which then waits no longer. @returns how many products it has. @throws CatalogFileError */
export async function importUpload(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  actor: string,
  upload: CatalogUpload,
  replace: boolean,
) {
  const by = { actor, name: upload.name, at: now() };
  const imported = await asFile(upload, (file) => importCatalog(db, file, { replace, by }));
  await db.deleteFrom("catalogUploads").where("id", "=", upload.id).execute();
  return imported;
}

/** Unpacks it for as long as something reads it. Messages call it by its own name. */
async function asFile<Result>({ name, content }: CatalogUpload, work: (file: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), "torg-upload-"));
  const file = join(folder, /\.csv$/i.test(name) ? "catalog.csv" : "catalog.json");
  try {
    await writeFile(file, await promisify(gunzip)(content), { mode: 0o600 });
    return await work(file);
  } catch (error) {
    if (!(error instanceof CatalogFileError)) throw error;
    const rename = (text: string) => text.replaceAll(file, name);
    const { message, problems, others } = error;
    throw new CatalogFileError(rename(message), { problems: problems.map(rename), others });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
