import { fileURLToPath } from "node:url";
import { locks } from "node:worker_threads";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { CatalogFileError } from "../catalog/files/reading/catalog-file-error.ts";
import type { CatalogUpload } from "../catalog/files/uploads/catalog-uploads.ts";
import type { UploadOutcome } from "../catalog/files/uploads/work-on-upload.ts";
import { LimitExceededError, runApart } from "../run-apart.ts";
import type { ShopDatabase } from "../shop.ts";
import type { ImportReport } from "./import-people.ts";
import type { PeopleOutcome, PeopleTask } from "./work-on-people.ts";

const program = fileURLToPath(import.meta.resolve("#shop/open/people-import-process.ts"));
const limits = { memoryMb: 1024, timeoutMs: 30 * 60_000 };

type Context = Pick<ShopDatabase, "settings" | "now">;

interface PeopleOptions {
  /** How the file is encoded, where the owner chose it. */
  encoding?: string | undefined;
}

/**
 * Previews or imports an uploaded file of customers or orders, in a process of its own, one file at a time.
 *
 * @returns undefined when the file waits no longer
 * @throws CatalogFileError when it can't be read, or isn't one
 */
export async function processUpload(
  { settings: { databaseUrl, dataFolder, timeZone, currency }, now }: Context,
  step: PeopleTask["step"],
  upload: CatalogUpload,
  { encoding }: PeopleOptions,
): Promise<ImportReport | undefined> {
  const at = now().getTime();
  const task: PeopleTask = { step, upload, encoding, databaseUrl, dataFolder, timeZone, currency, at };
  const outcome = await locks
    .request("catalog upload", () => runApart<PeopleOutcome>(program, task, limits))
    .catch((error) => {
      if (!(error instanceof LimitExceededError) || step === "import") throw error;
      throw new CatalogFileError(`${upload.name} takes too much memory or time. Split it into several files.`);
    });
  const { refused, unavailable }: UploadOutcome = outcome;
  if (refused) throw new CatalogFileError(refused.message, refused);
  if (unavailable !== undefined) throw new DatabaseUnavailableError(new Error(unavailable));
  return outcome.report;
}

/** Whether an uploaded file that isn't a catalog has customers or orders. */
export async function isPeopleFile(shop: Context, upload: CatalogUpload) {
  try {
    return (await processUpload(shop, "preview", upload, {})) !== undefined;
  } catch (error) {
    if (error instanceof CatalogFileError) return false;
    throw error;
  }
}
