import type { Database } from "#database/connect.ts";
import { logChanges } from "../../../changes/change-log.ts";
import { bumpSettingsVersion } from "../../../changes/change-settings.ts";
import type { Redirect } from "../../../redirects/redirect-map.ts";
import { addMissingRedirects, findMissingRedirects } from "../../../redirects/redirects.ts";
import type { Importer } from "../import-log.ts";
import type { FileNotebook } from "../reading/file-notes.ts";

interface Planned {
  /** From the addresses that products and categories had in another shop. */
  redirects: Redirect[];
  notebook: FileNotebook;
}

/** Notes which redirects an import would make. */
export async function noteRedirects(db: Database, { redirects, notebook }: Planned) {
  if (notebook.export && redirects.length > 0)
    notebook.export.redirects = (await findMissingRedirects(db, redirects)).added;
}

/** Makes the redirects of an import, in its transaction. @returns those that it made @param by for the change log */
export async function createRedirects(
  transaction: Database,
  { redirects }: Pick<Planned, "redirects">,
  by: Importer | undefined,
) {
  if (redirects.length === 0) return [];
  const added = await addMissingRedirects(transaction, redirects);
  if (added.length === 0) return [];
  await bumpSettingsVersion(transaction);
  const fields = { lines: { before: null, after: added.length } };
  if (by)
    await logChanges(
      transaction,
      [{ actor: by.actor, kind: "redirect", subject: by.name, action: "imported", fields }],
      by.at,
    );
  return added;
}
