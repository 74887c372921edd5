import type { Database } from "#database/connect.ts";
import { CatalogFileError } from "../catalog/files/reading/catalog-file-error.ts";
import { isolateUpload, type UploadOutcome } from "../catalog/files/uploads/work-on-upload.ts";
import type { LiveSettings } from "../shop.ts";
import { recognizeExport, unknownExport } from "./export-file.ts";
import { type ImportReport, importPeople } from "./import-people.ts";

/** What is to be done with a file of customers or orders that waits in the database. */
export interface PeopleTask extends Pick<LiveSettings, "databaseUrl" | "dataFolder" | "timeZone" | "currency"> {
  step: "preview" | "import";
  upload: { id: string; name: string; actor: string };
  encoding: string | undefined;
  /** Now, in milliseconds since 1970 (UTC). */
  at: number;
}

/** The result that the process sends back: empty if the file is gone. */
export interface PeopleOutcome extends Pick<UploadOutcome, "refused" | "unavailable"> {
  report?: ImportReport;
}

/** Tells what a file that waits would change, or imports it; it then waits no longer. */
export function workOnPeople(db: Database, task: PeopleTask): Promise<PeopleOutcome> {
  const { step, upload, encoding, at, timeZone, currency } = task;
  return isolateUpload<PeopleOutcome>(db, upload, async (path) => {
    const file = await recognizeExport(path, encoding);
    if (!file) throw new CatalogFileError(unknownExport);
    const by = step === "import" ? { actor: upload.actor, name: upload.name } : undefined;
    const report = await importPeople(db, file, { timeZone, currency, now: new Date(at), by });
    if (by) await db.deleteFrom("catalogUploads").where("id", "=", upload.id).execute();
    return { report };
  });
}
