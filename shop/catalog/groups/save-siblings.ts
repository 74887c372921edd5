import type { Database } from "#database/connect.ts";
import { changedFields, type NewChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { columnsOf, rowOf } from "../fields/product-row.ts";
import type { Product } from "../product.ts";
import { readMadeIds, updateDraft } from "../products/draft-products.ts";
import { toForm } from "../products/product-form.ts";
import { saveRows } from "../products/write-rows.ts";
import type { Sibling } from "./read-group.ts";

export interface EditedSibling {
  /** Locked. */
  sibling: Sibling;
  edited: Product;
}

/** Saves edited siblings, whatever their status. @returns what changed, for `logVariants` */
export async function saveSiblings(
  transaction: Database,
  edits: EditedSibling[],
  { actor, now }: { actor: string; now: Date },
): Promise<NewChange[]> {
  const currency = await readCurrency(transaction);
  const changed = edits.flatMap(({ sibling, edited }) => {
    const fields = changedFields(toForm(sibling.product, currency), toForm(edited, currency));
    return Object.keys(fields).length > 0 ? [{ sibling, edited, fields }] : [];
  });
  for (const { sibling, edited } of changed) await saveUnsold(transaction, sibling, edited, now);
  const rows = changed.flatMap(({ sibling: { row }, edited }) =>
    row ? [{ before: row, edited: rowOf(edited, row.position) }] : [],
  );
  await saveRows(transaction, rows, now);
  return changed.map(({ edited: { id }, fields }) => {
    return { actor, kind: "product", subject: id, action: "edited", fields };
  });
}

/** Saves a draft, or the group and options of an archived product, which has no form. */
async function saveUnsold(transaction: Database, { product, status }: Sibling, edited: Product, now: Date) {
  const { id } = product;
  if (status === "draft") {
    await updateDraft(transaction, product, edited, { now, madeIds: await readMadeIds(transaction, id) });
  } else if (status === "archived") {
    const { group = null, options = null } = edited;
    const columns = columnsOf({ id, group, options });
    await transaction.updateTable("archivedProducts").set(columns).where("id", "=", id).execute();
  }
}
