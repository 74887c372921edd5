import { toCategoryForm } from "#shop/catalog/categories/category-form.ts";
import { editCategory } from "#shop/catalog/categories/change-category.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import type { Shop } from "#shop/shop.ts";
import type { WithdrawalException } from "#shop/values/withdrawal.ts";

/** Excepts a category from the right of withdrawal. */
export async function exceptCategory(shop: Shop, slug: string, withdrawalException: WithdrawalException) {
  const category = (await readCategories(shop.db)).find((category) => category.slug === slug);
  if (!category) throw new Error(slug);
  const original = toCategoryForm(category);
  await editCategory(shop, slug, { ...original, withdrawalException }, { original, actor: "olga@example.com" });
  await shop.refreshSettings();
}
