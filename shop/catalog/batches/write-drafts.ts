import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { closeAct, openAct } from "../../changes/acts.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { withHostedPictures } from "../fetched-pictures/hosted-pictures.ts";
import { draftRow, picturesIn } from "../fields/draft-row.ts";
import { toProduct } from "../fields/product-row.ts";
import type { CompleteRow } from "../files/planning/imported-row.ts";
import type { Product } from "../product.ts";

/** Writes an import's drafts. One that was published or archived since the file was compared stays that. */
export async function writeDrafts(
  transaction: Database,
  rows: CompleteRow[],
  { now, pastId }: { now: Date; pastId: string | undefined },
) {
  const ids = rows.map(({ id }) => id);
  const sold = await transaction.selectFrom("products").select("id").where("id", "in", ids).execute();
  const archived = await transaction.selectFrom("archivedProducts").select("id").where("id", "in", ids).execute();
  const others = new Set([...sold, ...archived].map(({ id }) => id));
  const wanted = rows.filter(({ id }) => !others.has(id));
  if (wanted.length === 0) return;
  const drafts = (await withHostedPictures(transaction, wanted)).map(toProduct);
  if (pastId) await openAct(transaction, pastId);
  await upsertDrafts(transaction, drafts, now);
  if (pastId) await closeAct(transaction);
}

async function upsertDrafts(transaction: Database, drafts: Product[], now: Date) {
  const ids = drafts.map(({ id }) => id);
  const known = await transaction.selectFrom("draftProducts").select("content").where("id", "in", ids).execute();
  const before: Product[] = known.map(({ content }) => JSON.parse(content));
  await markUsed(transaction, before.flatMap(picturesIn), drafts.flatMap(picturesIn), now);
  const { last } = await transaction
    .selectFrom("draftProducts")
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
    .executeTakeFirstOrThrow();
  await insertRows(transaction, {
    table: "draftProducts",
    columns: ["id", "titleKey", "content", "group", "madeIds", "position"],
    rows: drafts.map((draft, index) => ({ ...draftRow(draft, undefined), position: Number(last) + 1 + index })),
    conflict: sql`on conflict (id) do update set "titleKey" = excluded."titleKey", content = excluded.content, "group" = excluded."group"`,
  });
}
