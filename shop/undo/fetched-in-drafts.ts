import type { Database } from "#database/connect.ts";
import {
  addressesElsewhere,
  exchangeInDraft,
  picturesInDraft,
  readHosted,
} from "../catalog/fetched-pictures/hosted-pictures.ts";
import type { ChangedRow, Values } from "./fold-rows.ts";

/** Changes of drafts with the pictures that were fetched since: the shop exchanges them by itself, so nobody has changed these drafts. */
export async function withFetchedPictures(db: Database, rows: ChangedRow[]): Promise<ChangedRow[]> {
  const contents = rows.flatMap(({ table, before, after }) =>
    table === "draftProducts" ? [before?.content, after?.content].filter((content) => content !== undefined) : [],
  );
  if (contents.length === 0) return rows;
  const sources = contents.flatMap((content) => addressesElsewhere(picturesInDraft(JSON.parse(String(content)))));
  const hostedOf = await readHosted(db, sources);
  const exchanged = (row: Values | undefined) =>
    row?.content === undefined ? row : { ...row, content: exchangeInDraft(String(row.content), hostedOf) };
  return rows.map((row) =>
    row.table === "draftProducts" ? { ...row, before: exchanged(row.before), after: exchanged(row.after) } : row,
  );
}
