import type { CategoriesTable } from "#database/schema.ts";
import { importedSlug } from "../../filters/category-slug.ts";

/** A category as a catalog file names it. */
export interface NamedCategory {
  text: string;
  /** The slug of the category that the file puts it in. */
  parent: string | null;
  /** Whether the file has only drafts in it. */
  isForDrafts: boolean;
}

/** The categories that a catalog file names, by their slugs. */
export type NamedCategories = Map<string, NamedCategory>;

type KnownCategory = Pick<CategoriesTable, "slug" | "kind" | "parent">;

const separator = " > ";

/**
 * Finds the categories that a catalog file names, each by its address, its name, or its path: "Clothing > Tees" is the category Tees in Clothing. Of a
 * longer path only the first and the last name count. A category that the shop has stays where it is. See docs/decisions/0213.
 */
export class CategoryFinder {
  /** Where each category is, by its slug. */
  readonly #parents: Map<string, string | null>;
  readonly #named: NamedCategories;

  /** @param named collects what the file names; parents come before what is in them */
  constructor(known: KnownCategory[], named: NamedCategories) {
    const categories = known.filter(({ kind }) => kind === "category");
    this.#parents = new Map(categories.map(({ slug, parent }) => [slug, parent]));
    this.#named = named;
  }

  /** The category's slug, and its name without those that it is in. */
  find(text: string, { isDraft = false }: { isDraft?: boolean | undefined } = {}): { slug: string; name: string } {
    const names = text.split(separator).map((name) => name.trim());
    const [first, name] = [names.at(0), names.at(-1)];
    const whole = importedSlug(text);
    if (names.length === 1 || !first || !name || this.#parents.has(whole))
      return this.#note(whole, { text, parent: null, isForDrafts: isDraft });
    const outer = importedSlug(first);
    this.#note(outer, { text: first, parent: null, isForDrafts: isDraft });
    // A name of the path may be in another category itself.
    const parent = this.#parents.get(outer) ?? outer;
    return this.#note(this.#slugIn(parent, { first, name }), { text: name, parent, isForDrafts: isDraft });
  }

  /** Names may be the same in several categories: shoes for women and for men. */
  #slugIn(parent: string, { first, name }: { first: string; name: string }) {
    const slug = importedSlug(name);
    const isFree = !this.#parents.has(slug) || this.#parents.get(slug) === parent || slug === parent;
    return isFree ? slug : importedSlug(`${first} ${name}`);
  }

  #note(slug: string, category: NamedCategory) {
    const named = this.#named.get(slug);
    if (!named) this.#named.set(slug, category);
    else if (!category.isForDrafts) named.isForDrafts = false;
    if (!this.#parents.has(slug)) this.#parents.set(slug, category.parent);
    return { slug, name: category.text };
  }
}
