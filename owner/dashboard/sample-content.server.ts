import { defaultStats, type Stat } from "#shop/appearance/default-claims.ts";
import type { ShopCategory } from "#shop/catalog/categories.ts";
import { readOwnCategories } from "#shop/catalog/sample-products.ts";
import type { LiveSettings, Shop } from "#shop/shop.ts";

const sampleSlugs = ["beauty", "fragrances", "furniture", "groceries"];

/** The sample's categories that no product of the owner's own has. */
export async function findSampleCategories(db: Shop["db"], categories: ShopCategory[]) {
  const left = categories.filter(({ kind, slug }) => kind === "category" && sampleSlugs.includes(slug));
  if (left.length === 0) return [];
  const own = await readOwnCategories(
    db,
    left.map(({ slug }) => slug),
  );
  return left.filter(({ slug }) => !own.has(slug)).map(({ name }) => name);
}

/** The claims that shoppers read and that the owner hasn't written, changed or hidden, each with its first field under *Appearance*. */
export function sampleClaims({ appearance, stats }: Pick<LiveSettings, "appearance" | "stats">) {
  const { hero, features, footer, sections } = appearance;
  const isSampleStat = ({ value, label }: Stat) =>
    defaultStats.some((sample) => sample.value === value && sample.label === label);
  return [
    {
      text: "badge, text or picture at the top",
      field: "heroBadge",
      isLeft: sections.includes("hero") && [hero.badge, hero.text, hero.picture].includes(undefined),
    },
    { text: "statistics", field: "value1", isLeft: sections.includes("stats") && stats.some(isSampleStat) },
    {
      text: "24/7 support",
      field: "featureTitle4",
      isLeft: sections.includes("features") && features[3] !== null && !features[3]?.title,
    },
    { text: "the footer's help", field: "footerHelp", isLeft: footer.help === undefined },
  ].filter(({ isLeft }) => isLeft);
}
