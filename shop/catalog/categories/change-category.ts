import { type Database, lockTable } from "#database/connect.ts";
import { changedFields, isSameRecord, type NewChange, recordChange } from "../../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../../changes/change-settings.ts";
import { FormRefusedError, RecordUnknownError } from "../../forms/form-errors.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { redirectRenamed } from "../../redirects/redirects.ts";
import type { ShopDatabase } from "../../shop.ts";
import { isImporting } from "../batches/staged-import.ts";
import { childrenOf, readCategories, type ShopCategory } from "../categories.ts";
import { moveDiscounts } from "./category-discounts.ts";
import { type CategoryFields, toCategoryForm } from "./category-form.ts";
import {
  countErrors,
  discountErrors,
  hasMenuRoom,
  kindErrors,
  labelErrors,
  parentErrors,
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
    refuseIfAny({
      ...{ ...countErrors(all), ...labelErrors(all, fields), ...parentErrors(all, fields, fields.slug) },
      ...slugErrors(all, fields.slug),
    });
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

function columnsOf({ inMenu, picture, color, parent, ...fields }: CategoryFields) {
  return {
    ...{ ...fields, inMenu: inMenu ? (1 as const) : (0 as const) },
    ...{ picture: picture || null, color: color || null, parent: parent || null },
  };
}

/**
 * Saves a category's form. Its products and the categories in it follow a new address.
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
      ...parentErrors(others, next, slug),
      ...(next.slug !== slug && slugErrors(others, next.slug)),
      ...(next.kind !== before.kind && (await kindErrors(trx, before))),
    });
    if (isSameRecord(before, next)) return [];
    await trx.updateTable("categories").set(columnsOf(next)).where("slug", "=", slug).execute();
    await markUsed(trx, [before.picture], [next.picture], context.now());
    const changes = [recordChange({ actor, kind: "category", subject: next.slug }, before, next)];
    if (next.slug === slug) return changes;
    await relabelProducts(trx, { kind: before.kind, slug, to: next.slug });
    changes.push(...(await followParent(trx, childrenOf(others, slug), next.slug, actor)));
    if (before.kind === "category") await moveDiscounts(trx, slug, next.slug);
    if (redirect) changes.push(await redirectRenamed(trx, { from: listOf(slug), to: listOf(next.slug) }, actor));
    return changes;
  };
  await changeSettings(context, change, lockProducts);
}

/** Moves the categories in one to where its address is now. @returns what to log */
function followParent(trx: Database, children: ShopCategory[], parent: string, actor: string) {
  return editChildren(
    trx,
    children.map((child) => ({ child, changes: { parent } })),
    actor,
  );
}

/** Moves the categories in a deleted one beside the others, and into the menu while it has room. @returns what to log */
function freeChildren(trx: Database, slug: string, { all, actor }: { all: ShopCategory[]; actor: string }) {
  const kept = all.filter((category) => category.slug !== slug && category.parent !== slug);
  const children = childrenOf(all, slug).map((child) => {
    const inMenu = child.inMenu && hasMenuRoom(kept, "");
    kept.push({ ...child, parent: null, inMenu });
    return { child, changes: { parent: "", inMenu: inMenu ? "on" : "" } as const };
  });
  return editChildren(trx, children, actor);
}

async function editChildren(
  trx: Database,
  children: { child: ShopCategory; changes: Partial<CategoryFields> }[],
  actor: string,
) {
  const log: NewChange[] = [];
  for (const { child, changes } of children) {
    const before = toCategoryForm(child);
    const next = { ...before, ...changes };
    await trx.updateTable("categories").set(columnsOf(next)).where("slug", "=", child.slug).execute();
    log.push(recordChange({ actor, kind: "category", subject: child.slug }, before, next));
  }
  return log;
}

/** Moves a category or tag before or after its neighbor of the same kind and parent. At the end of the list it stays. @throws RecordUnknownError */
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
  const { kind, parent } = all[from] as ShopCategory;
  for (let at = from + step; all[at]; at += step) if (all[at]?.kind === kind && all[at]?.parent === parent) return at;
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
 * Deletes a category that no product uses, or whose products move to another one; or a tag. Categories in it stay, beside the others.
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
    const freed = await freeChildren(trx, slug, { all, actor });
    await markUsed(trx, [category.picture ?? ""], [], context.now());
    const moved = moveTo && { "products moved to": { before: null, after: moveTo } };
    const fields = { ...changedFields(toCategoryForm(category), {}), ...moved };
    return [{ actor, kind: "category", subject: slug, action: "deleted", fields }, ...freed];
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
