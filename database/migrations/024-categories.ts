import { type Kysely, sql } from "kysely";

interface Tables {
  products: { category: string };
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
    const { rows } = await sql<{ category: string }>`select distinct category from products order by category`.execute(
      db,
    );
    const others = rows
      .filter(({ category }) => !sample.some(({ slug }) => slug === category))
      .map(({ category }) => ({ slug: category, kind: "category" as const, name: titleOf(category), picture: null }));
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

/** "mens-shirts" → "Mens shirts" */
function titleOf(slug: string) {
  const words = slug.replaceAll("-", " ").trim() || slug;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
