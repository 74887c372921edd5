import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Database } from "#database/connect.ts";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { readSettings, shownSettings } from "../../../settings/settings.ts";
import type { ShopSettings } from "../../../shop.ts";
import { type ImportResult, importCatalog } from "../import-catalog.ts";
import { type ImportPreview, previewImport } from "../import-preview.ts";
import { isSpreadsheetName } from "../reading/catalog-columns.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { isMoveInName, moveInName } from "../reading/other-shops/move-in-file.ts";

/** How an owner wants a file to be imported. */
export interface UploadOptions {
  /** Whether the products go that the file doesn't name. */
  replace: boolean;
  /** Whether the file's order counts even if it doesn't name all products. */
  inFileOrder: boolean;
  /** Whether pictures at other sites are fetched into the shop. */
  fetchPictures?: boolean | undefined;
  /** How a spreadsheet is encoded, where the owner chose it. */
  encoding?: string | undefined;
  /** Whether to import texts that can't be meant. */
  acceptWarnings?: boolean | undefined;
}

/** What is to be done with a catalog file that waits in the database, and where that is. */
export interface UploadTask extends Pick<ShopSettings, "databaseUrl" | "dataFolder"> {
  step: "preview" | "import";
  upload: { id: string; name: string; actor: string };
  options: UploadOptions;
  /** Now, in milliseconds since 1970 (UTC). */
  at: number;
}

export interface ImportedUpload extends ImportResult {
  /** How many products the file has. */
  products: number;
}

/** The result that the process sends back: empty if the file is gone. */
export interface UploadOutcome {
  preview?: ImportPreview;
  imported?: ImportedUpload;
  refused?: Pick<CatalogFileError, "message" | "problems" | "faults" | "others">;
  /** Why the database can't be used. */
  unavailable?: string;
}

/** Tells what a file that waits would change, or imports it; it then waits no longer. */
export async function workOnUpload(db: Database, task: UploadTask): Promise<UploadOutcome> {
  return isolateUpload<UploadOutcome>(db, task.upload, (file) =>
    task.step === "import" ? load(db, task, file) : compare(db, task, file),
  );
}

type Failure = Pick<UploadOutcome, "refused" | "unavailable">;

/** Works on a file that waits. What is wrong with the file or the database becomes part of the outcome; it is empty if the file is gone. */
export async function isolateUpload<Outcome extends Failure>(
  db: Database,
  upload: { id: string; name: string },
  work: (file: string) => Promise<Outcome>,
): Promise<Outcome | Failure> {
  try {
    return await withFile(db, upload, work);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return { unavailable: error.message };
    throw error;
  }
}

async function compare(db: Database, { options }: UploadTask, file: string): Promise<UploadOutcome> {
  const { currency, locale } = shownSettings(await readSettings(db));
  return {
    preview: await previewImport(db, file, { ...options, formats: { currency, locale }, freesMenu: options.replace }),
  };
}

async function load(db: Database, { upload, options, at }: UploadTask, file: string): Promise<UploadOutcome> {
  const { id, actor, name } = upload;
  let done: ImportResult = { id: undefined, drafts: 0, removed: 0 };
  const products = await importCatalog(db, file, {
    ...options,
    onImported: (result) => {
      done = result;
    },
    freesMenu: options.replace,
    by: { actor, name, at: new Date(at) },
  });
  await db.deleteFrom("catalogUploads").where("id", "=", id).execute();
  return { imported: { products, ...done } };
}

/** Unpacks the file for as long as something reads it. Messages call it by its own name. */
function withFile<Outcome extends Failure>(
  db: Database,
  { id, name }: { id: string; name: string },
  work: (file: string) => Promise<Outcome>,
): Promise<Outcome | Failure> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, fileNameFor(name));
    try {
      return (await unpack(db, id, file)) ? await work(file) : {};
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      const rename = (text: string) => text.replaceAll(file, name);
      const { message, problems, faults, others } = error;
      return {
        refused: { message: rename(message), problems: problems.map(rename), faults: faults.map(rename), others },
      };
    }
  });
}

/** The name says how the file is read. */
function fileNameFor(name: string) {
  if (isMoveInName(name)) return moveInName("catalog");
  return isSpreadsheetName(name) ? "catalog.csv" : "catalog.json";
}

/** @returns whether the upload is still there */
async function unpack(db: Database, uploadId: string, file: string) {
  try {
    await pipeline(Readable.from(readParts(db, uploadId)), createGunzip(), createWriteStream(file, { mode: 0o600 }));
    return true;
  } catch (error) {
    // It may go, part by part, while it is read.
    const found = await db.selectFrom("catalogUploads").select("id").where("id", "=", uploadId).executeTakeFirst();
    if (found) throw error;
    return false;
  }
}

async function* readParts(db: Database, uploadId: string) {
  for (let number = 0; ; number++) {
    const part = await db
      .selectFrom("catalogUploadParts")
      .select("content")
      .where("uploadId", "=", uploadId)
      .where("number", "=", number)
      .executeTakeFirst();
    if (!part) return;
    yield part.content;
  }
}
