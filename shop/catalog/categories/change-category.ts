import { type Database, lockTable } from "#database/connect.ts";
import { changedFields, isSameRecord, type NewChange, recordChange } from "../../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../../changes/change-settings.ts";
import { FormRefusedError, RecordUnknownError } from "../../forms/form-errors.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { redirectRenamed } from "../../redirects/redirects.ts";
import type { ShopDatabase } from "../../shop.ts";
import { isImporting } from "../batches/staged-import.ts";
import { readCategories, type ShopCategory } from "../categories.ts";
import { moveDiscounts } from "./category-discounts.ts";
import { type CategoryFields, toCategoryForm } from "./category-form.ts";
import {
  countErrors,
  discountErrors,
  kindErrors,
  labelErrors,
  refuseIfAny,
  slugErrors,
  targetErrors,
  usedErrors,
} from "./category-rules.ts";
import { relabelProducts } from "./relabel-products.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Adds a category or tag after all others.
 *
 * @throws FormRefusedError
 */
export async function addCategory(context: Context, fields: CategoryFields, actor: string) {
  await changeSettings(context, async (trx) => {
    const all = await readCategories(trx);
    refuseIfAny({ ...countErrors(all), ...labelErrors(all, fields), ...slugErrors(all, fields.slug) });
    await insertCategory(trx, fields);
    await markUsed(trx, [], [fields.picture], context.now());
    return [recordChange({ actor, kind: "category", subject: fields.slug }, undefined, fields)];
  });
}

/** Inserts a category or tag, after all others unless it says where. */
export async function insertCategory(transaction: Database, fields: CategoryFields) {
  const { last } = await transaction
    .selectFrom("categories")
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("categories")
    .values({ ...columnsOf(fields), position: Number(last ?? -1) + 1 })
    .execute();
}

function columnsOf({ inMenu, picture, color, ...fields }: CategoryFields) {
  return { ...fields, inMenu: inMenu ? (1 as const) : (0 as const), picture: picture || null, color: color || null };
}

/**
 * Saves a category's form. Its products follow a new address.
 *
 * @param original the values when the form was opened
 * @param redirect whether an old address leads to the new one
 * @throws RecordUnknownError, ChangedMeanwhileError, FormRefusedError
 */
export async function editCategory(
  context: Context,
  slug: string,
  next: CategoryFields,
  { original, actor, redirect }: { original: CategoryFields; actor: string; redirect?: boolean | undefined },
) {
  const change = async (trx: Database): Promise<NewChange[]> => {
    const all = await readCategories(trx);
    const before = toCategoryForm(findCategory(all, slug));
    refuseConflict(original, before);
    const others = all.filter((category) => category.slug !== slug);
    refuseIfAny({
      ...labelErrors(others, next),
      ...(next.slug !== slug && slugErrors(others, next.slug)),
      ...(next.kind !== before.kind && (await kindErrors(trx, before))),
    });
    if (isSameRecord(before, next)) return [];
    await trx.updateTable("categories").set(columnsOf(next)).where("slug", "=", slug).execute();
    await markUsed(trx, [before.picture], [next.picture], context.now());
    const changes = [recordChange({ actor, kind: "category", subject: next.slug }, before, next)];
    if (next.slug === slug) return changes;
    await relabelProducts(trx, { kind: before.kind, slug, to: next.slug });
    if (before.kind === "category") await moveDiscounts(trx, slug, next.slug);
    if (redirect) changes.push(await redirectRenamed(trx, { from: listOf(slug), to: listOf(next.slug) }, actor));
    return changes;
  };
  await changeSettings(context, change, lockProducts);
}

/** Moves a category or tag before or after its neighbor of the same kind. At the end of the list it stays. @throws RecordUnknownError */
export async function moveCategory(context: Context, slug: string, direction: "up" | "down", actor: string) {
  await changeSettings(context, async (trx) => {
    const all = await readCategories(trx);
    const from = all.indexOf(findCategory(all, slug));
    const to = neighborOf(all, from, direction === "up" ? -1 : 1);
    if (to === undefined) return [];
    const [one, other] = [all[from] as ShopCategory, all[to] as ShopCategory];
    const moved = all.with(from, other).with(to, one);
    for (const [position, { slug }] of moved.entries())
      await trx.updateTable("categories").set({ position }).where("slug", "=", slug).execute();
    const fields = { position: { before: from + 1, after: to + 1 } };
    return [{ actor, kind: "category", subject: slug, action: "moved", fields }];
  });
}

function neighborOf(all: ShopCategory[], from: number, step: 1 | -1) {
  for (let at = from + step; all[at]; at += step) if (all[at]?.kind === all[from]?.kind) return at;
  return undefined;
}

export interface Deletion {
  /** Where a category's products go. */
  moveTo?: string | undefined;
  /** Takes the tag from its products; otherwise only the filter goes. */
  untag?: boolean | undefined;
  actor: string;
}

/**
 * Deletes a category that no product uses, or whose products move to another one; or a tag.
 *
 * @returns how many products changed
 * @throws RecordUnknownError, FormRefusedError
 */
export async function deleteCategory(context: Context, slug: string, { moveTo, untag, actor }: Deletion) {
  let changed = 0;
  const change = async (trx: Database): Promise<NewChange[]> => {
    const all = await readCategories(trx);
    const category = findCategory(all, slug);
    refuseIfAny(await discountErrors(trx, slug));
    if (category.kind === "tag") {
      if (untag) changed = await relabelProducts(trx, { ...category, to: undefined });
    } else if (moveTo) {
      refuseIfAny(targetErrors(all, slug, moveTo));
      changed = await relabelProducts(trx, { ...category, to: moveTo });
    } else refuseIfAny(await usedErrors(trx, category));
    await trx.deleteFrom("categories").where("slug", "=", slug).execute();
    await markUsed(trx, [category.picture ?? ""], [], context.now());
    const moved = moveTo && { "products moved to": { before: null, after: moveTo } };
    const fields = { ...changedFields(toCategoryForm(category), {}), ...moved };
    return [{ actor, kind: "category", subject: slug, action: "deleted", fields }];
  };
  await changeSettings(context, change, lockProducts);
  return changed;
}

/** Keeps products and imports from starting to use a category, or to stop. Products first, as all who change them do. */
export async function lockProducts(transaction: Database) {
  await lockTable(transaction, "products");
  if (await isImporting(transaction))
    throw new FormRefusedError({ form: "Products are being imported or moved. Try again in a minute." });
}

function findCategory(all: ShopCategory[], slug: string) {
  const found = all.find((category) => category.slug === slug);
  if (!found) throw new RecordUnknownError(`Category ${slug} not found`);
  return found;
}

/** Where shoppers find a category's or tag's products. */
function listOf(slug: string) {
  return `/products?filter=${encodeURIComponent(slug)}`;
}
