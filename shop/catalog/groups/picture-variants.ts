import { inAct } from "../../changes/acts.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { RecordUnknownError } from "../../forms/form-errors.ts";
import type { ShopDatabase } from "../../shop.ts";
import { withMainPicture } from "../products/arrange-pictures.ts";
import { fromForm, toForm } from "../products/product-form.ts";
import { logVariants } from "./log-variants.ts";
import { lockSiblings } from "./read-group.ts";
import { saveSiblings } from "./save-siblings.ts";

/** Some variants of a group: all, those with a value of an option, or one. */
export type VariantChoice = { name: string; value: string } | { id: string } | "all";

/**
 * Makes a picture the main one of some variants, in front of those that they have.
 *
 * @returns how many of them changed
 * @throws RecordUnknownError if the group has none of them
 */
export async function pictureVariants(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  group: string,
  { address, choice }: { address: string; choice: VariantChoice },
  actor: string,
) {
  return inAct(db, async (trx) => {
    const chosen = (await lockSiblings(trx, group)).filter(({ product: { id, options }, status }) => {
      if (status === "archived") return false;
      if (choice === "all") return true;
      return "id" in choice ? choice.id === id : options?.[choice.name] === choice.value;
    });
    if (chosen.length === 0) throw new RecordUnknownError(`The group ${group} has no such variant`);
    const currency = await readCurrency(trx);
    const edits = chosen.flatMap((sibling) => {
      const typed = withMainPicture(toForm(sibling.product, currency), address);
      const { product } = fromForm(sibling.product, typed, currency);
      return product ? [{ sibling, edited: product }] : [];
    });
    const changes = await saveSiblings(trx, edits, { actor, now: now() });
    await logVariants(trx, group, changes, { actor, now: now() });
    return changes.length;
  });
}
