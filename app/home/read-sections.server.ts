import type { Appearance } from "#shop/appearance/appearance.ts";
import { firstSections, type Section } from "#shop/appearance/home-sections.ts";
import { menuCategories } from "#shop/catalog/categories.ts";
import { filterOfBand } from "#shop/catalog/filters/price-bands.ts";
import { readFirstCards, readTrending } from "#shop/catalog/lists/read-products.ts";
import type { Shop } from "#shop/shop.ts";
import { toTile } from "../catalog/category-tiles.tsx";

const cardsInRow = 4;

/** What the sections of the home page show. Their order is left out where it is a new shop's. */
export async function readSections({ db, settings }: Pick<Shop, "db" | "settings">) {
  const { appearance, categories } = settings;
  const { sections, story, newest, affordable, text } = appearance;
  const isShown = (section: Section) => sections.includes(section);
  const filter = filterOfBand({ upTo: affordable.most });
  const [trending, newestProducts, affordableProducts] = await Promise.all([
    isShown("trending") ? readTrending(db) : [],
    isShown("newest") ? readFirstCards(db, { sort: "newest" }, cardsInRow) : [],
    isShown("affordable") ? readFirstCards(db, { filters: [filter] }, cardsInRow) : [],
  ]);
  return {
    ...(sections.join() !== firstSections.join() && { sections }),
    trending,
    categories: isShown("categories") ? menuCategories(categories).map(toTile) : [],
    stats: settings.stats,
    ...(isShown("story") && { story }),
    ...(isShown("newest") && { newest: { ...newest, products: newestProducts } }),
    ...(isShown("affordable") && { affordable: { ...affordable, filter, products: affordableProducts } }),
    ...(isShown("text") && { text }),
    ...ownWords(appearance),
  };
}

/** What differs from the sample's: only then pages get it. */
function ownWords({ hero, features }: Appearance) {
  const { badge, title, text, picture, buttons } = hero;
  const isOwnHero =
    [badge, title, text, picture].some((own) => own !== undefined) || buttons.some(({ label, link }) => label ?? link);
  return {
    ...(isOwnHero && { hero }),
    ...(features.some((feature) => feature === null || feature.title || feature.text) && { features }),
  };
}
