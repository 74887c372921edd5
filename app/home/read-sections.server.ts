import type { Appearance } from "#shop/appearance/appearance.ts";
import { emptySections, type HomeContent, readHomeContent } from "#shop/appearance/home-content.ts";
import { firstSections, type Section } from "#shop/appearance/home-sections.ts";
import { filterOfBand } from "#shop/catalog/filters/price-bands.ts";
import { renderProductDescription } from "#shop/catalog/products/render-product-description.ts";
import type { Shop } from "#shop/shop.ts";
import { toTile } from "../catalog/category-tiles.tsx";

/** What the sections of the home page show. Their order is left out where it is a new shop's. @param known what they show of the catalog, if it was read already */
export async function readSections({ db, settings }: Pick<Shop, "db" | "settings">, known: HomeContent | null) {
  const { appearance, stats } = settings;
  const { story, newest, affordable, text } = appearance;
  const content = known ?? (await readHomeContent(db, settings));
  const empty = emptySections(settings, content);
  const sections = appearance.sections.filter((section) => !empty.includes(section));
  const isShown = (section: Section) => sections.includes(section);
  const filter = filterOfBand({ upTo: affordable.most });
  return {
    ...(sections.join() !== firstSections.join() && { sections }),
    trending: content.trending,
    categories: content.categories.map(toTile),
    stats,
    ...(isShown("story") && { story: await withHtml(db, story) }),
    ...(isShown("newest") && { newest: { ...newest, products: content.newest } }),
    ...(isShown("affordable") && { affordable: { ...affordable, filter, products: content.affordable } }),
    ...(isShown("text") && { text: await withHtml(db, text) }),
    ...ownWords(appearance),
  };
}

/** With the text as products' descriptions are rendered. */
async function withHtml<Part extends { text?: string | undefined }>(db: Shop["db"], { text, ...part }: Part) {
  return { ...part, ...(text && { html: await renderProductDescription(db, text) }) };
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
