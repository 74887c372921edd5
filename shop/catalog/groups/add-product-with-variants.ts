import { type Database, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import { newProduct } from "../fields/product-row.ts";
import type { Publication } from "../fields/publication.ts";
import type { Product } from "../product.ts";
import { type Missing, missingIn } from "../products/add-product.ts";
import { applyDraftFields, applyFields, withCategory } from "../products/change-product.ts";
import { makeId, whyTaken } from "../products/free-id.ts";
import type { ProductFormValues } from "../products/product-form.ts";
import { groupTaken, insertVariants, noneChosen, planVariants, type TypedVariant } from "./add-variants.ts";
import { logVariants } from "./log-variants.ts";
import { planGroup, type VariantBase } from "./plan-group.ts";
import { readSiblings } from "./read-group.ts";
import { combinationsOf, readOptionLists, type TypedOption } from "./variant-lists.ts";

export type AddWithVariantsOutcome =
  | ({
      group: string;
      made: number;
      newCategory: string | undefined;
      missing?: Missing[];
      errors?: undefined;
    } & Publication)
  /** By field, as those of `addProduct` and `addVariants`. */
  | { group?: undefined; errors: FieldErrors };

type TypedProduct = ProductFormValues & { id: string };

/** The lists of options, and what was typed for the chosen combinations by their numbers, from 0. */
export interface ListedVariants {
  options: TypedOption[];
  variants: Map<number, TypedVariant>;
}

/**
 * Adds a product in several variants: the first of the chosen combinations, and the others as copies of it, as `addVariants` makes them. What lacks a
 * price becomes drafts, as `addProduct` does it. See docs/decisions/0424.
 *
 * @param actor the owner's email
 */
export async function addProductWithVariants(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  typed: TypedProduct,
  listed: ListedVariants,
  actor: string,
  { asDraft = false } = {},
): Promise<AddWithVariantsOutcome> {
  const currency = await readCurrency(db);
  const read = readFirst(typed, listed, { currency, asDraft });
  if (read.errors) return { errors: read.errors };
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const id = typed.id.trim() ? read.first.id : await makeId(trx, read.first.title);
    const taken = await whyTaken(trx, id);
    if (taken) return { errors: { id: taken } };
    const missing = missingIn(read.first);
    const isUnasked = !asDraft && missing.length > 0;
    const status = asDraft || isUnasked ? "draft" : "active";
    const base = baseOf({ ...read.first, id }, status);
    const planned = await planAll(trx, base, { group: typed.group, ...listed }, currency);
    if (planned.errors) return { errors: planned.errors };
    const by = { actor, now: now() };
    const { product, newCategory, errors } =
      status === "draft" ? { product: base.first.product } : await withCategory(trx, base.first.product, by);
    if (errors) return { errors };
    const products = planned.products.map((one) => ({
      ...one,
      category: product.category,
      compareAtCents: product.compareAtCents,
    }));
    const added = await insertVariants(trx, base, products, by);
    await logVariants(trx, planned.group, added, by);
    const { publishAt } = status === "draft" ? {} : product;
    return { group: planned.group, made: added.length, newCategory, ...(isUnasked && { missing }), publishAt };
  });
}

/** The first of the chosen combinations. Its row's errors are those of the row. */
function readFirst(
  { id, address: _, options: __, ...typed }: TypedProduct,
  { options, variants }: ListedVariants,
  { currency, asDraft }: { currency: Currency; asDraft: boolean },
): { first: Product; errors?: undefined } | { errors: FieldErrors } {
  const { lists, errors } = readOptionLists(options, []);
  if (errors) return { errors };
  const combinations = combinationsOf(lists, []);
  const number = combinations.findIndex((_, at) => variants.has(at));
  const row = variants.get(number);
  if (!row) return { errors: { variants: noneChosen } };
  const empty: Product = { ...newProduct, id: id.trim() || "new" };
  const read = (asDraft ? applyDraftFields : applyFields)(empty, { ...typed, ...row, group: "" }, currency);
  if (!read.errors) return { first: { ...read.product, options: combinations[number]?.options ?? {} } };
  const named = Object.entries(read.errors).map(([field, error]) => [
    field in row ? `${field}-${number}` : field,
    error,
  ]);
  return { errors: Object.fromEntries(named) };
}

function baseOf(product: Product, status: "draft" | "active"): VariantBase {
  const first = { product, status };
  return { group: undefined, first, siblings: [first] };
}

async function planAll(
  transaction: Database,
  base: VariantBase,
  { variants, ...form }: ListedVariants & { group: string },
  currency: Currency,
): Promise<{ group: string; products: Product[]; errors?: undefined } | { errors: FieldErrors }> {
  const plan = planGroup(base, { ...form, own: [] });
  if (plan.errors) return { errors: plan.errors };
  const { group } = plan;
  if ((await readSiblings(transaction, group)).length > 0) return { errors: { group: groupTaken } };
  const others = planVariants(base, plan, { variants, currency });
  if (others.errors) return { errors: others.errors };
  return { group, products: [...plan.edits.map(({ edited }) => edited), ...others.products] };
}
