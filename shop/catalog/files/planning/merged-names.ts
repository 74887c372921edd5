import { normalizeText } from "../../../text/normalize-text.ts";
import { brandSlug } from "../../../text/slug.ts";
import type { FileNotebook } from "../reading/file-notes.ts";
import type { CategoryPlan } from "./import-categories.ts";
import type { NamedCategories } from "./named-categories.ts";

/** So many names are remembered: a shop has far fewer categories and brands. */
const mostNames = 20_000;

interface ProductNames {
  category: { slug: string; name: string } | undefined;
  brand?: string | null | undefined;
}

/** Notices names of a file that lead to the same address, such as "C++" and "C#". */
export class MergedNames {
  readonly #notebook: FileNotebook;
  readonly #categories = new Map<string, string>();
  readonly #brands = new Map<string, string>();
  readonly #told = new Set<string>();

  constructor(notebook: FileNotebook) {
    this.#notebook = notebook;
  }

  note({ category, brand }: ProductNames, line: number | undefined) {
    const place = line === undefined ? "" : `line ${line}: `;
    const first = category && this.#firstOf(this.#categories, category.slug, category.name);
    if (first) this.#notebook.warn(`${place}categories “${first}” and “${category.name}” become one, “${first}”`);
    const other = brand && this.#firstOf(this.#brands, brandSlug(brand), brand);
    if (other) this.#notebook.remark(`${place}brands “${other}” and “${brand}” share one filter`);
  }

  /** The other name that came first with this slug; undefined if none did, or it was told. */
  #firstOf(names: Map<string, string>, slug: string, name: string) {
    const first = names.get(slug);
    if (first === undefined) {
      if (names.size < mostNames) names.set(slug, name);
      return undefined;
    }
    if (isSameName(first, name, slug) || this.#told.has(name) || this.#told.size >= mostNames) return undefined;
    this.#told.add(name);
    return first;
  }
}

/** Says which of a file's categories go into one that the shop calls otherwise. */
export function remarkOnCategories({ created, names }: CategoryPlan, named: NamedCategories, notebook: FileNotebook) {
  const isNew = new Set(created.map(({ slug }) => slug));
  for (const [slug, { text }] of named) {
    const name = names.get(slug) ?? text;
    if (isNew.has(slug) || isSameName(name, text, slug)) continue;
    notebook.remark(`Category “${text}” is the shop's “${name}”`);
  }
}

/** A slug is its category's name, unless it has lost letters of it: मीठा and मठ are two words, but have one address. */
function isSameName(one: string, other: string, slug: string) {
  if (simplify(one) === simplify(other)) return true;
  return (other === slug && !losesLetters(one)) || (one === slug && !losesLetters(other));
}

/** Marks are accents in these scripts, or vowels that readers do without. Elsewhere, as in Thai and Hindi, they make other words. See docs/decisions/0176. */
const optionalMarks =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}]\p{M}{0,30})\p{M}/gu;

/** Whether a slug lacks marks that make a name another word. */
function losesLetters(name: string) {
  return /\p{M}/u.test(normalizeText(name, "NFKD").replaceAll(optionalMarks, ""));
}

function simplify(name: string) {
  return normalizeText(name, "NFC").toLowerCase().replaceAll(/\s+/g, " ");
}
