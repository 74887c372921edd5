import { menuCategories, type ShopCategory } from "../catalog/categories.ts";
import { filterOfBand } from "../catalog/filters/price-bands.ts";
import { readFirstCards, readTrending } from "../catalog/lists/read-products.ts";
import type { ProductCard } from "../catalog/product.ts";
import type { LiveSettings, Shop } from "../shop.ts";
import { claimNumbers } from "./appearance-form.ts";
import type { Section } from "./home-sections.ts";

const cardsInRow = 4;

/** What sections of the home page show of the catalog: nothing for those that it doesn't have. */
export interface HomeContent {
  categories: ShopCategory[];
  trending: ProductCard[];
  newest: ProductCard[];
  affordable: ProductCard[];
}

type HomeSettings = Pick<LiveSettings, "appearance" | "stats" | "categories">;

export async function readHomeContent(db: Shop["db"], settings: HomeSettings): Promise<HomeContent> {
  const { sections, affordable } = settings.appearance;
  const isThere = (section: Section) => sections.includes(section);
  const filters = [filterOfBand({ upTo: affordable.most })];
  const [trending, newest, affordableCards] = await Promise.all([
    isThere("trending") ? readTrending(db) : [],
    isThere("newest") ? readFirstCards(db, { sort: "newest" }, cardsInRow) : [],
    isThere("affordable") ? readFirstCards(db, { filters }, cardsInRow) : [],
  ]);
  const categories = isThere("categories") ? menuCategories(settings.categories) : [];
  return { categories, trending, newest, affordable: affordableCards };
}

/** The sections that the home page leaves out, because they would show nothing. */
export function emptySections({ appearance, stats }: HomeSettings, content: HomeContent): Section[] {
  const { story, text, features, sections } = appearance;
  const hasContent: Record<Section, boolean> = {
    hero: true,
    categories: content.categories.length > 0,
    trending: content.trending.length > 0,
    features: claimNumbers.some((_, index) => features[index] !== null),
    stats: stats.length > 0,
    story: Boolean(story.title || story.text || story.picture),
    newest: content.newest.length > 0,
    affordable: content.affordable.length > 0,
    text: Boolean(text.title || text.text),
  };
  return sections.filter((section) => !hasContent[section]);
}

/** The same for a shop whose looks are these. */
export async function findEmptySections(
  { db, settings }: Pick<Shop, "db" | "settings">,
  looks: Pick<LiveSettings, "appearance" | "stats">,
) {
  const all = { ...looks, categories: settings.categories };
  return emptySections(all, await readHomeContent(db, all));
}
