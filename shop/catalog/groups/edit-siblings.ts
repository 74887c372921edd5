import { inAct } from "../../changes/acts.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import { withMainPicture } from "../products/arrange-pictures.ts";
import { applyDraftFields, applyFields, type FieldConflict, planEdit } from "../products/change-product.ts";
import { freePriceQuestion, type ProductFormValues, toForm } from "../products/product-form.ts";
import { logVariants } from "./log-variants.ts";
import { lockSiblings, type Sibling } from "./read-group.ts";
import { type EditedSibling, saveSiblings } from "./save-siblings.ts";
import { type SiblingField, type SiblingValues, siblingFields, valuesOf } from "./sibling-values.ts";

/** A row of the table with the values that it was opened with. A missing field is left alone. */
export interface SiblingEdit {
  id: string;
  original: Partial<SiblingValues>;
  submitted: Partial<SiblingValues>;
}

/** Why a row can't be saved: wrong fields, or what someone else changed. */
export interface RefusedSibling {
  id: string;
  errors: FieldErrors<SiblingField>;
  conflicts: FieldConflict[];
  /** The values of now; null if the group no longer has the product. */
  now: SiblingValues | null;
}

export type SiblingsOutcome =
  /** The IDs of what changed. */
  { outcome: "saved"; changed: string[] } | { outcome: "refused"; rows: RefusedSibling[] };

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Saves a group's table in one transaction: all rows, or none if one of them is wrong or someone else changed it in the meantime. Rows that the form
 * left alone stay as they are. Stock may be an adjustment, as in the product's form. See docs/decisions/0226.
 *
 * @param isFree whether the owner has confirmed that prices become 0
 * @param actor the owner's email
 */
export async function editSiblings(
  { db, now }: Context,
  group: string,
  edits: SiblingEdit[],
  { actor, isFree }: { actor: string; isFree: boolean },
): Promise<SiblingsOutcome> {
  const touched = edits.filter(({ original, submitted }) =>
    siblingFields.some((field) => original[field] !== submitted[field]),
  );
  if (touched.length === 0) return { outcome: "saved", changed: [] };
  return inAct(db, async (trx) => {
    const siblings = await lockSiblings(trx, group);
    const byId = new Map(siblings.map((sibling) => [sibling.product.id, sibling]));
    const currency = await readCurrency(trx);
    const plans = touched.map((edit) => planSibling(byId.get(edit.id), edit, { isFree, currency }));
    const rows = plans.flatMap((plan) => ("errors" in plan ? [plan] : []));
    if (rows.length > 0) return { outcome: "refused", rows };
    const planned = plans.flatMap((plan) => ("errors" in plan ? [] : [plan]));
    const changes = await saveSiblings(trx, planned, { actor, now: now() });
    await logVariants(trx, group, changes, { actor, now: now() });
    return { outcome: "saved", changed: changes.map(({ subject }) => subject) };
  });
}

function planSibling(
  sibling: Sibling | undefined,
  edit: SiblingEdit,
  { isFree, currency }: { isFree: boolean; currency: Currency },
): EditedSibling | RefusedSibling {
  const { id } = edit;
  if (!sibling || sibling.status === "archived") return { id, errors: {}, conflicts: [], now: null };
  const { product, row } = sibling;
  const before = toForm(product, currency);
  const { touched, conflicts } = planEdit(before, edit);
  const { thumbnail } = touched;
  const typed = thumbnail === undefined ? touched : { ...touched, ...withMainPicture(before, thumbnail) };
  const read = row ? applyFields(product, typed, currency) : applyDraftFields(product, typed, currency);
  const wanted = read.product && toForm(read.product, currency);
  const refused = {
    id,
    // The same value in other digits overwrites nothing, such as that of a second press.
    conflicts: conflicts.filter(({ field }) => wanted?.[field] !== before[field]),
    now: valuesOf(product, currency),
  };
  if (refused.conflicts.length > 0) return { ...refused, errors: {} };
  if (read.errors) return { ...refused, errors: errorsOf(read.errors) };
  const becomesFree = row && read.product.priceCents === 0 && product.priceCents > 0;
  if (becomesFree && !isFree) return { ...refused, errors: { price: freePriceQuestion } };
  return { sibling, edited: read.product };
}

function errorsOf({ price, stock, sku, thumbnail, images }: FieldErrors<keyof ProductFormValues>) {
  return { price, stock, sku, thumbnail: thumbnail ?? images };
}
