import type { ShopCategory } from "#shop/catalog/categories.ts";
import { backdropOf } from "#ui/category-colors.ts";
import { useShop } from "../page/use-shop.ts";

/** The backdrop of a category's pictures. */
export function useBackdrop(category: string) {
  const { colors } = useShop();
  return backdropOf(colors?.[category] ?? category);
}

/** The colors of categories, by slug, where they aren't those that are called like the category. */
export function colorsBySlug(categories: ShopCategory[]): Record<string, string> | undefined {
  const own = categories
    .filter(({ slug, color, kind }) => kind === "category" && backdropOf(color) !== backdropOf(slug))
    .map(({ slug, color }) => [slug, color ?? "none"] as const);
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}
