import type { Database } from "#database/connect.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { findDiscountFor } from "../categories/category-discounts.ts";
import { hasMenuRoom } from "../categories/category-rules.ts";
import { countUses, labelKey } from "../categories/category-use.ts";
import { childrenOf, readCategories, type ShopCategory } from "../categories.ts";
import type { PastCategory } from "../past-imports/remember-categories.ts";

const categoriesPerStep = 50;

type Entries = (readonly [slug: string, past: PastCategory])[];

/** Which categories that an import has created nothing uses, and their owner has left as they were. Those within others come first. */
async function findUnusedCategories(db: Database, entries: Entries): Promise<ShopCategory[]> {
  const created = new Map(entries.flatMap(([slug, past]) => (past.effect === "created" ? [[slug, past.name]] : [])));
  if (created.size === 0) return [];
  const uses = await countUses(db);
  let all = await readCategories(db);
  const unused: ShopCategory[] = [];
  for (const category of all.toSorted((one, other) => Number(one.parent === null) - Number(other.parent === null))) {
    const { slug, name, kind, description, picture, searchWords } = category;
    const isUntouched = created.get(slug) === name && !description && !picture && !searchWords;
    const isUsed = uses.has(labelKey({ kind, slug })) || childrenOf(all, slug).length > 0;
    if (!isUntouched || isUsed || (await findDiscountFor(db, slug))) continue;
    unused.push(category);
    all = all.filter((other) => other !== category);
  }
  return unused;
}

/**
 * Deletes some categories that an import has created and nothing uses; once there are none, some others go back into the menu, or become tags again.
 *
 * @returns the slugs of those that are done
 */
export async function undoSomeCategories(transaction: Database, entries: Entries, now: Date): Promise<string[]> {
  const unused = (await findUnusedCategories(transaction, entries)).slice(0, categoriesPerStep);
  for (const { slug, picture } of unused) {
    await transaction.deleteFrom("categories").where("slug", "=", slug).execute();
    await markUsed(transaction, [picture ?? ""], [], now);
  }
  if (unused.length > 0) return unused.map(({ slug }) => slug);
  const some = entries.slice(0, categoriesPerStep);
  await revertCategories(transaction, some);
  return some.map(([slug]) => slug);
}

async function revertCategories(transaction: Database, entries: Entries) {
  const uses = entries.some(([, { effect }]) => effect === "wasTag") ? await countUses(transaction) : new Map();
  for (const [slug, { effect }] of entries) {
    const all = await readCategories(transaction);
    const category = all.find((other) => other.slug === slug);
    if (category?.kind !== "category") continue;
    const update = transaction.updateTable("categories").where("slug", "=", slug);
    const isFree = childrenOf(all, slug).length === 0 && !uses.has(labelKey(category));
    if (effect === "wasTag" && isFree && !(await findDiscountFor(transaction, slug)))
      await update.set({ kind: "tag", inMenu: 0, parent: null }).execute();
    if (effect === "leftMenu" && hasMenuRoom(all, category.parent ?? "")) await update.set({ inMenu: 1 }).execute();
  }
}
