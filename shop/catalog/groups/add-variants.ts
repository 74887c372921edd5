import { type Database, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import type { Product } from "../product.ts";
import { changesOfAdded, copyOf } from "../products/add-product.ts";
import { applyDraftFields, applyFields, ProductUnknownError } from "../products/change-product.ts";
import { insertDraft } from "../products/draft-products.ts";
import { freeId } from "../products/free-id.ts";
import { insertProducts } from "../products/write-rows.ts";
import { logVariants } from "./log-variants.ts";
import { inOrderOf, type OptionValues, placeSiblings, valuesByOption } from "./order-siblings.ts";
import { type GroupPlan, planGroup, type VariantBase, type VariantsForm } from "./plan-group.ts";
import { readSibling, readSiblings } from "./read-group.ts";
import { saveSiblings } from "./save-siblings.ts";
import { variantId } from "./variant-lists.ts";

/** A combination to make, as it was typed. */
export interface TypedVariant {
  price: string;
  stock: string;
  sku: string;
}

export type AddVariantsOutcome =
  /** The IDs of the new variants. */
  | { made: string[]; group: string; errors?: undefined }
  /** By field: those of the form's lists, `variants`, and `price-0`, `stock-0` and `sku-0` of a combination. */
  | { made?: undefined; errors: FieldErrors };

export const noneChosen = "Select at least one combination.";
export const groupTaken = "Another group already has this name";

type Context = Pick<ShopDatabase, "db" | "now">;
type By = { actor: string; now: Date };

/** What a product gets variants from. @throws ProductUnknownError if there is no such product, or it is archived */
export async function readVariantBase(db: Database, id: string): Promise<VariantBase> {
  const found = await readSibling(db, id);
  if (!found) throw new ProductUnknownError(`Product ${id} not found`);
  const { group } = found.product;
  const siblings = group ? await readSiblings(db, group) : [found];
  return { group: group ?? undefined, first: siblings[0] ?? found, siblings };
}

/**
 * Makes the chosen combinations of some options that a product's group lacks, as copies of the group's first product with an ID, price, stock and SKU
 * of their own: on sale, or as drafts if that is one. A product without a group becomes the first of a new one. Combinations that are there by now
 * aren't made again. See docs/decisions/0228.
 *
 * @param variants by the number of their combination, from 0. Others aren't made
 * @param actor the owner's email
 * @throws ProductUnknownError
 */
export async function addVariants(
  { db, now }: Context,
  id: string,
  { variants, ...form }: VariantsForm & { variants: Map<number, TypedVariant> },
  actor: string,
): Promise<AddVariantsOutcome> {
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const base = await readVariantBase(trx, id);
    const plan = planGroup(base, form);
    if (plan.errors) return { errors: plan.errors };
    const { group } = plan;
    if (base.group === undefined && (await readSiblings(trx, group)).length > 0)
      return { errors: { group: groupTaken } };
    if (
      plan.combinations.some(({ made }) => !made) &&
      plan.combinations.every(({ made }, at) => made || !variants.has(at))
    )
      return { errors: { variants: noneChosen } };
    const planned = planVariants(base, plan, { variants, currency: await readCurrency(trx) });
    if (planned.errors) return { errors: planned.errors };
    const by = { actor, now: now() };
    const edited = await saveSiblings(trx, plan.edits, by);
    const added = await insertVariants(trx, base, planned.products, by);
    await sortGroup(trx, group, plan.lists);
    await logVariants(trx, group, [...edited, ...added], by);
    return { made: added.map(({ subject }) => subject), group };
  });
}

type PlannedVariants = { products: Product[]; errors?: undefined } | { products?: undefined; errors: FieldErrors };

/** The chosen combinations that are missing, with IDs that may be taken. */
export function planVariants(
  base: VariantBase,
  plan: GroupPlan,
  { variants, currency }: { variants: Map<number, TypedVariant>; currency: Currency },
): PlannedVariants {
  const { product: first, status } = base.first;
  const errors: FieldErrors = {};
  const missing = plan.combinations.flatMap(({ options, made }, index) => (made ? [] : [{ options, index }]));
  const products = missing.flatMap(({ options, index }) => {
    const typed = variants.get(index);
    if (!typed) return [];
    const { publishAt, unpublishAt } = first;
    const copy = {
      ...copyOf(first),
      publishAt,
      unpublishAt,
      id: variantId(first, options),
      group: plan.group,
      options,
    };
    const read = (status === "draft" ? applyDraftFields : applyFields)(copy, { ...typed }, currency);
    for (const [field, error] of Object.entries(read.errors ?? {})) errors[`${field}-${index}`] = error;
    if (read.product?.priceCents === 0 && first.priceCents > 0 && status === "active")
      errors[`price-${index}`] = "Price must be more than 0";
    return read.product ? [read.product] : [];
  });
  return Object.keys(errors).length > 0 ? { errors } : { products };
}

/** @returns what to log of them */
export async function insertVariants(
  transaction: Database,
  { first }: Pick<VariantBase, "first">,
  planned: Product[],
  by: By,
) {
  const products: Product[] = [];
  const ids = new Set<string>();
  for (const product of planned) {
    let id = await freeId(transaction, product.id);
    for (let number = 2; ids.has(id); number++) id = await freeId(transaction, `${product.id}-${number}`);
    ids.add(id);
    products.push({ ...product, id });
  }
  const asDraft = first.status === "draft";
  if (!asDraft) await insertProducts(transaction, products, by.now);
  else for (const product of products) await insertDraft(transaction, product, by);
  return changesOfAdded(transaction, products, { actor: by.actor, asDraft });
}

/** Sorts a group as its owner listed the values. Of a list that lacks some that are there, the order stays, and what is new comes last. */
async function sortGroup(transaction: Database, group: string, lists: OptionValues[]) {
  const active = (await readSiblings(transaction, group)).flatMap(({ row, product: { options } }) =>
    row ? [{ options, number: row.number, position: row.position }] : [],
  );
  const known = valuesByOption(active);
  const wanted = lists.map(({ name, values }) => {
    const there = known.find((each) => each.name === name)?.values ?? [];
    return { name, values: there.every((value) => values.includes(value)) ? values : there };
  });
  await placeSiblings(transaction, inOrderOf(active, wanted));
}
