import { LRUCache } from "lru-cache";
import type { CategoriesTable, ProductsTable } from "#database/schema.ts";
import { slugOf } from "../text/slug.ts";

/** A category in its products' `category`, or a tag in their `tags`. */
export type CategoryLabel = Pick<CategoriesTable, "kind" | "slug">;

type LabelledColumns = Pick<ProductsTable, "category" | "tags">;

/** Gives some products another category or tag, or takes a tag from them. */
export interface Relabel extends CategoryLabel {
  to: string | undefined;
}

export function hasLabel(product: LabelledColumns, { kind, slug }: CategoryLabel) {
  return kind === "category" ? product.category === slug : tagSlugsOf(product).includes(slugOf(slug));
}

/** By the tags' JSON, which many products share: a catalog's index asks for those of every product. */
const knownSlugs = new LRUCache<string, string[]>({ max: 10_000 });

/** A product's tags as filters compare them, each once: "New arrivals" is the tag with the address `new-arrivals`. */
export function tagSlugsOf({ tags }: Pick<ProductsTable, "tags">): string[] {
  const slugs = knownSlugs.get(tags) ?? [...new Set((JSON.parse(tags) as string[]).map(slugOf))];
  knownSlugs.set(tags, slugs);
  return slugs;
}

/** A product's category and tags after the change. One that no longer has the label stays as it is. */
export function relabelled({ category, tags }: LabelledColumns, { kind, slug, to }: Relabel): LabelledColumns {
  if (!hasLabel({ category, tags }, { kind, slug })) return { category, tags };
  if (kind === "category") return { category: to ?? category, tags };
  const words: string[] = JSON.parse(tags);
  const [from, target] = [slugOf(slug), to === undefined ? undefined : slugOf(to)];
  const others = words.filter((word) => slugOf(word) !== from && slugOf(word) !== target);
  const place = words.findIndex((word) => slugOf(word) === from);
  return { category, tags: JSON.stringify(to === undefined ? others : others.toSpliced(place, 0, to)) };
}
