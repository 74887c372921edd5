import { type Kysely, sql } from "kysely";

interface Tables {
  products: { category: string };
  archivedProducts: { category: string };
  categories: CategoryRow;
}

interface CategoryRow {
  slug: string;
  kind: "category" | "tag";
  name: string;
  description: string;
  picture: string | null;
  color: string | null;
  position: number;
  inMenu: 0 | 1;
}

/** So many categories fit into the menu. */
const mostInMenu = 8;

const sample: Pick<CategoryRow, "slug" | "kind" | "name" | "picture">[] = [
  ...[
    ["beauty", "Beauty", "LkkKBwCnipd_dnepZkeXmXaZRO8W7k8J"] as const,
    ["fragrances", "Fragrances", "LikKDwL8dZldlpd_omiKZpd3tnMHDVYF"] as const,
    ["furniture", "Furniture", "tAgGBwCZiXYvhIh0h4eZd2h39sIqL6kE"] as const,
    ["groceries", "Groceries", "sCkGDwDMlmdfhnZ6lDiZpoeJlTAFC0UD"] as const,
  ].map(([slug, name, thumbhash]) => ({
    slug,
    kind: "category" as const,
    name,
    picture: `/pictures/${slug}/main-800.webp?thumbhash=${thumbhash}`,
  })),
  { slug: "perfumes", kind: "tag", name: "Perfumes", picture: null },
  { slug: "vegetables", kind: "tag", name: "Vegetables", picture: null },
  { slug: "fruits", kind: "tag", name: "Fruit", picture: null },
  { slug: "meat", kind: "tag", name: "Meat", picture: null },
];

/** Categories are data. The sample's come first, then those that products already have. */
export const createCategories = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("categories")
      .addColumn("slug", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("picture", "text")
      .addColumn("color", "text")
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("inMenu", "integer", (column) => column.notNull())
      .execute();
    const tables = db as Kysely<Tables>;
    const { rows } = await sql<{ category: string }>`select distinct category from products union
      select distinct category from "archivedProducts" order by category`.execute(db);
    const names = new Map<string, string>();
    for (const { category } of rows) {
      const slug = slugOf(category);
      if (sample.some((known) => known.slug === category && known.kind === "category")) continue;
      if (!names.has(slug)) names.set(slug, slug === category ? titleOf(category) : category);
      if (slug === category) continue;
      for (const table of ["products", "archivedProducts"] as const)
        await tables.updateTable(table).set({ category: slug }).where("category", "=", category).execute();
    }
    const others = [...names]
      .filter(([slug]) => !sample.some((known) => known.slug === slug))
      .map(([slug, name]) => ({ slug, kind: "category" as const, name, picture: null }));
    const all = [...sample, ...others];
    const categories = all.filter(({ kind }) => kind === "category");
    for (const [position, category] of all.entries()) {
      const isSample = category.picture !== null;
      const inMenu = categories.indexOf(category) >= 0 && categories.indexOf(category) < mostInMenu ? 1 : 0;
      const color = isSample ? category.slug : null;
      await tables
        .insertInto("categories")
        .values({ ...category, description: "", color, position, inMenu })
        .execute();
    }
  },
};

/** Slugs as they were when this migration was written: "Men's Shirts" → "mens-shirts". */
function slugOf(category: string) {
  const folded = category
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "");
  const letters = folded.replace(/[æøđðłßþ]/g, (letter) => foldedLetters[letter] ?? letter);
  const words = letters.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const slug = words || Array.from(category, (character) => character.codePointAt(0)?.toString(16)).join("-");
  const isReserved =
    slug.startsWith("brand-") || reserved.has(slug) || sample.some((tag) => tag.slug === slug && tag.kind === "tag");
  return (isReserved ? `category-${slug}` : slug).slice(0, 60).replace(/-$/, "");
}

const foldedLetters: Record<string, string> = { æ: "ae", ø: "o", đ: "d", ð: "d", ł: "l", ß: "ss", þ: "th" };
/** The addresses of other filters. */
const reserved = new Set([
  ...["onsale", "highrated", "instock", "lowstock", "anybrand"],
  ...["under10", "10to50", "50to100", "over100"],
]);

/** "mens-shirts" → "Mens shirts" */
function titleOf(slug: string) {
  const words = slug.replaceAll("-", " ").trim() || slug;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
