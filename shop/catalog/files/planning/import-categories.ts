import type { Database } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";
import { type ChangedFields, logChanges, type NewChange } from "../../../changes/change-log.ts";
import { bumpSettingsVersion } from "../../../changes/change-settings.ts";
import { mostCategories, mostInMenu, mostInSubmenu } from "../../categories.ts";
import { importedName } from "../../filters/category-slug.ts";
import type { Importer } from "../import-log.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import type { NamedCategories } from "./named-categories.ts";

/** A category that an import creates. A tag of the same address becomes the category. */
export type NewCategory = Pick<CategoriesTable, "slug" | "name" | "position" | "parent"> & {
  inMenu: boolean;
  wasTag: boolean;
};

/** What an import does to categories. */
export interface CategoryPlan {
  created: NewCategory[];
  /** Those that leave the menu, because the import leaves no product in them and new ones need their place. */
  leaving: { slug: string; name: string }[];
  /** What all categories are called, by their slugs, with those that are created. */
  names: Map<string, string>;
}

interface PlanOptions {
  /** Whether categories that the file doesn't name make room in the menu: their products go. */
  freesMenu?: boolean | undefined;
}

/**
 * Creates the categories of a file that the shop doesn't have, in the file's order. They are in the menu while it has room, unless only drafts are in them.
 *
 * @throws CatalogFileError if the shop would have too many
 */
export async function planCategories(
  db: Database,
  named: NamedCategories,
  { freesMenu = false }: PlanOptions = {},
): Promise<CategoryPlan> {
  const columns = ["slug", "name", "kind", "inMenu", "parent", "position"] as const;
  const known = await db.selectFrom("categories").select(columns).orderBy("position").execute();
  const isCategory = new Set(known.filter(({ kind }) => kind === "category").map(({ slug }) => slug));
  const isTag = new Set(known.filter(({ kind }) => kind === "tag").map(({ slug }) => slug));
  const next = Math.max(-1, ...known.map(({ position }) => position)) + 1;
  const missing = [...named].filter(([slug]) => !isCategory.has(slug));
  const added = missing.filter(([slug]) => !isTag.has(slug)).length;
  if (added > 0 && known.length + added > mostCategories) throw new CatalogFileError(tooMany(added));
  const inMenu = known.filter((category) => category.inMenu === 1);
  const tops = inMenu.filter(({ parent }) => parent === null);
  const filled = new Set(known.filter(({ slug }) => named.has(slug)).map(({ parent }) => parent));
  const emptied = freesMenu ? tops.filter(({ slug }) => !named.has(slug) && !filled.has(slug)) : [];
  const room = mostInMenu - tops.length;
  const wanted = missing.filter(([, { parent, isForDrafts }]) => parent === null && !isForDrafts).length;
  const needed = Math.max(0, Math.min(emptied.length, wanted - room));
  const leaving = emptied.slice(emptied.length - needed).map(({ slug, name }) => ({ slug, name }));
  const places = new MenuPlaces(inMenu, room + needed);
  const created = missing.map(([slug, { text, parent, isForDrafts }], index) => ({
    slug,
    name: importedName(text),
    parent,
    position: next + index,
    inMenu: !isForDrafts && places.take(parent),
    wasTag: isTag.has(slug),
  }));
  const names = new Map([...known, ...created].map(({ slug, name }) => [slug, name]));
  return { created, leaving, names };
}

/** How many places the menu has left, by the category that they are below. */
class MenuPlaces {
  readonly #left = new Map<string | null, number>();

  constructor(inMenu: Pick<CategoriesTable, "parent">[], room: number) {
    for (const { parent } of inMenu) this.#left.set(parent, (this.#left.get(parent) ?? mostInSubmenu) - 1);
    this.#left.set(null, room);
  }

  /** @returns whether there was one */
  take(parent: string | null) {
    const left = this.#left.get(parent) ?? mostInSubmenu;
    this.#left.set(parent, left - 1);
    return left > 0;
  }
}

function tooMany(added: number) {
  const most = mostCategories.toLocaleString("en");
  return `The file has ${added.toLocaleString("en")} new categories, and a shop can have up to ${most}. Use tags for finer groups`;
}

/** Creates the categories that an import needs, in its transaction. @param by for the change log @returns what it did */
export async function createCategories(
  transaction: Database,
  named: NamedCategories,
  { by, freesMenu }: PlanOptions & { by?: Importer | undefined },
) {
  const plan = await planCategories(transaction, named, { freesMenu });
  const { created, leaving } = plan;
  if (created.length === 0) return plan;
  const left = leaving.map(({ slug }) => slug);
  if (left.length > 0)
    await transaction.updateTable("categories").set({ inMenu: 0 }).where("slug", "in", left).execute();
  for (const { wasTag, inMenu, ...category } of created) {
    const row = { ...category, kind: "category" as const, inMenu: inMenu ? (1 as const) : (0 as const) };
    await transaction
      .insertInto("categories")
      .values({ ...row, description: "", searchWords: "", withdrawalException: "", picture: null, color: null })
      .onConflict((conflict) =>
        conflict.column("slug").doUpdateSet({ kind: row.kind, inMenu: row.inMenu, parent: row.parent }),
      )
      .execute();
  }
  await bumpSettingsVersion(transaction);
  if (by)
    await logChanges(
      transaction,
      [...left.map((slug) => leftMenu(slug, by)), ...created.map((category) => changeOf(category, by))],
      by.at,
    );
  return plan;
}

function leftMenu(slug: string, { actor }: Importer): NewChange {
  return { actor, kind: "category", subject: slug, action: "edited", fields: { inMenu: { before: "on", after: "" } } };
}

function changeOf({ slug, name, parent, inMenu, wasTag }: NewCategory, { actor }: Importer): NewChange {
  const fields: ChangedFields = {
    ...(wasTag
      ? { kind: { before: "tag", after: "category" } }
      : { name: { before: null, after: name }, inMenu: { before: null, after: inMenu ? "on" : "" } }),
    ...(parent !== null && { parent: { before: null, after: parent } }),
  };
  return { actor, kind: "category", subject: slug, action: wasTag ? "edited" : "added", fields };
}
