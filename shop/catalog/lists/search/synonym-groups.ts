import type { Database } from "#database/connect.ts";
import { primaryOf } from "#database/read-replica.ts";
import type { CategoriesTable } from "#database/schema.ts";
import { searchedWords, singularOf } from "../../../text/search-words.ts";
import { findMeantCategories, isAbout, type SearchedCategory } from "./category-search-words.ts";
import { readSynonymForm } from "./synonyms.ts";
import { comparedWord, singularsIn, typedWords } from "./typed-words.ts";

export type NamedCategory = SearchedCategory & Pick<CategoriesTable, "name">;

/** What a word of a search may be found by besides itself. */
export interface Synonyms {
  /** Each as the indexed words that a product must all have. */
  phrases: string[][];
  /** The slugs of categories that are called so, or have one as a search word. */
  categories: string[];
}

interface Group {
  /** Each as the words that a search for it has, in the singular. */
  names: string[][];
  synonyms?: Synonyms;
}

/** A shop's groups of words that mean the same. */
export class SynonymGroups {
  readonly #categories: NamedCategory[];
  /** By the first word of a name. */
  readonly #named = new Map<string, { name: string[]; group: Group }[]>();

  /** @param text as `synonymsForm` has it */
  constructor(text: string, categories: NamedCategory[]) {
    this.#categories = categories;
    for (const line of text.split("\n")) {
      const group = { names: typedWords(line).map(singularsIn) };
      for (const name of group.names) {
        const [first = ""] = name;
        this.#named.set(first, [...(this.#named.get(first) ?? []), { name, group }]);
      }
    }
  }

  /** The synonyms of each word of a search, which may have several words of a group in a row: "love seat". Undefined for words without any. */
  find(words: string[]): (Synonyms | undefined)[] {
    const found = words.map((): Synonyms | undefined => undefined);
    if (this.#named.size === 0) return found;
    const searched = words.map(singularOf);
    for (const [start, first] of searched.entries())
      for (const { name, group } of this.#named.get(first) ?? [])
        if (name.every((word, at) => searched[start + at] === word))
          for (const at of name.keys()) found[start + at] = joined(found[start + at], this.#synonymsOf(group));
    return found;
  }

  /** The synonyms of the words that an unfinished one begins, and these words. */
  findBegun(beginning: string): { synonyms: Synonyms; words: string[] } | undefined {
    const words = this.#words().filter((word) => word.startsWith(beginning));
    const groups = words.flatMap((word) => this.#named.get(word) ?? []);
    const all = groups.map(({ group }) => this.#synonymsOf(group));
    return all.length > 0 ? { synonyms: all.reduce(joined), words } : undefined;
  }

  /** The words that one may be a mistyped form of. */
  findAlike(word: string): string[] {
    return this.#words().filter((other) => isAbout(word, other));
  }

  /** Those that are a name alone. */
  #words() {
    return [...this.#named].flatMap(([word, names]) => (names.some(({ name }) => name.length === 1) ? [word] : []));
  }

  /** Worked out when a search first needs them. */
  #synonymsOf(group: Group): Synonyms {
    group.synonyms ??= {
      phrases: group.names.map((name) => searchedWords(name.join(" ")).flatMap(({ keys }) => keys.map(singularOf))),
      categories: [...new Set(group.names.flatMap((name) => this.#categoriesOf(name)))],
    };
    return group.synonyms;
  }

  #categoriesOf(name: string[]) {
    const called = this.#categories.filter((category) => comparedWord(category.name) === name.join(" "));
    const [first, ...others] = findMeantCategories(name, this.#categories).map(({ exact }) => exact);
    const meant = (first ?? []).filter((slug) => others.every((slugs) => slugs.includes(slug)));
    return [...called.map(({ slug }) => slug), ...meant];
  }
}

function joined(one: Synonyms | undefined, other: Synonyms): Synonyms {
  if (!one || one === other) return other;
  return {
    phrases: [...one.phrases, ...other.phrases],
    categories: [...new Set([...one.categories, ...other.categories])],
  };
}

const kept = new WeakMap<Database, { version: string; groups: SynonymGroups }>();

/**
 * The shop's groups, which this process keeps until the catalog's version changes, as it does with every change of them: searches ask the database for none.
 *
 * @param categories all of the shop, as of this version or a later one; undefined if no version is known
 */
export async function readSynonymGroups(
  from: Database,
  { version, categories }: { version: string | undefined; categories: NamedCategory[] },
): Promise<SynonymGroups> {
  const db = primaryOf(from);
  const known = kept.get(db);
  if (known && known.version === version) return known.groups;
  const { synonyms } = await readSynonymForm(from);
  const groups = new SynonymGroups(synonyms, categories);
  if (version !== undefined) kept.set(db, { version, groups });
  return groups;
}
