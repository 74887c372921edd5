import type { CategoriesTable, ProductsTable } from "#database/schema.ts";

/** A category in its products' `category`, or a tag in their `tags`. */
export type CategoryLabel = Pick<CategoriesTable, "kind" | "slug">;

type LabelledColumns = Pick<ProductsTable, "category" | "tags">;

/** Gives some products another category or tag, or takes a tag from them. */
export interface Relabel extends CategoryLabel {
  to: string | undefined;
}

export function hasLabel(product: LabelledColumns, { kind, slug }: CategoryLabel) {
  return kind === "category" ? product.category === slug : tagsOf(product).includes(slug);
}

/** A product's tags as filters compare them. */
export function tagsOf({ tags }: Pick<ProductsTable, "tags">): string[] {
  return JSON.parse(tags.toLowerCase());
}

/** A product's category and tags after the change. One that no longer has the label stays as it is. */
export function relabelled({ category, tags }: LabelledColumns, { kind, slug, to }: Relabel): LabelledColumns {
  if (!hasLabel({ category, tags }, { kind, slug })) return { category, tags };
  if (kind === "category") return { category: to ?? category, tags };
  const words: string[] = JSON.parse(tags);
  const others = words.filter((word) => word.toLowerCase() !== slug && word.toLowerCase() !== to);
  const place = words.findIndex((word) => word.toLowerCase() === slug);
  return { category, tags: JSON.stringify(to === undefined ? others : others.toSpliced(place, 0, to)) };
}
