import type { ShopCategory } from "#shop/catalog/categories.ts";

/** The categories and tags that a product's form offers. */
export type OfferedLabels = Record<ShopCategory["kind"], { slug: string; name: string }[]>;

export function offeredLabels(all: ShopCategory[]): OfferedLabels {
  const ofKind = (kind: ShopCategory["kind"]) =>
    all.filter((category) => category.kind === kind).map(({ slug, name }) => ({ slug, name }));
  return { category: ofKind("category"), tag: ofKind("tag") };
}
