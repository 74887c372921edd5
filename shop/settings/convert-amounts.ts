import { type RawBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { forgetAllActs } from "../changes/acts.ts";
import { startCatalogEpoch } from "../changes/catalog-version.ts";
import { type Currency, scaleOf } from "../values/currencies.ts";

const productAmounts = ["priceCents", "compareAtCents", "usualCompareAtCents", "formerCents", "saleCents"] as const;
const draftAmounts = ["priceCents", "compareAtCents"] as const;

/**
 * Converts all stored amounts to a currency whose units have another number of cents, in the transaction that changes it: 9.99 stays 9.99, and is
 * rounded where decimals are lost, to one cent at least. A shop without orders has amounts in its catalog, discounts and delivery options. What was changed before can't be
 * undone any more, and neither can this. See docs/decisions/0306.
 */
export async function convertAmounts(transaction: Database, { from, to }: { from: Currency; to: Currency }) {
  const [before, after] = [scaleOf(from), scaleOf(to)];
  if (before === after) return;
  const converted = (column: string) => convertedColumn(column, before, after);
  const products = Object.fromEntries(productAmounts.map((column) => [column, converted(column)]));
  await transaction.updateTable("products").set(products).execute();
  await transaction.updateTable("archivedProducts").set(products).execute();
  await transaction
    .updateTable("priceHistory")
    .set({ priceCents: converted("priceCents"), compareAtCents: converted("compareAtCents") })
    .execute();
  await transaction
    .updateTable("deliveryOptions")
    .set({ priceCents: converted("priceCents"), freeFromCents: converted("freeFromCents") })
    .execute();
  await transaction
    .updateTable("discounts")
    .set({ minimumCents: converted("minimumCents") })
    .execute();
  await transaction
    .updateTable("discounts")
    .set({ value: converted("value") })
    .where("kind", "=", "amount")
    .execute();
  await convertDrafts(transaction, before, after);
  await forgetAllActs(transaction);
  await startCatalogEpoch(transaction);
}

/** Whole numbers only, whatever the database makes of a division. What cost something still does. */
function convertedColumn(column: string, before: number, after: number): RawBuilder<number> {
  const amount = sql.ref<number>(column);
  if (after > before) return sql`${amount} * ${sql.lit(after / before)}`;
  const factor = before / after;
  const rounded = sql<number>`(${amount} + ${sql.lit(factor / 2)}) / ${sql.lit(factor)}`;
  return sql`case when ${amount} > 0 and ${rounded} < 1 then 1 else ${rounded} end`;
}

async function convertDrafts(transaction: Database, before: number, after: number) {
  for (const { id, content } of await transaction.selectFrom("draftProducts").select(["id", "content"]).execute()) {
    const draft: Record<string, unknown> = JSON.parse(content);
    for (const column of draftAmounts) {
      const cents = draft[column];
      if (typeof cents === "number" && cents > 0) draft[column] = Math.max(1, Math.round((cents * after) / before));
    }
    await transaction
      .updateTable("draftProducts")
      .set({ content: JSON.stringify(draft) })
      .where("id", "=", id)
      .execute();
  }
}
