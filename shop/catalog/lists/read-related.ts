import type { Database } from "#database/connect.ts";
import { brandSlug } from "../../text/slug.ts";
import { tagSlugsOf } from "../category-labels.ts";
import { type Filter, filterOfBrand } from "../filters/filters.ts";
import type { Product, ProductCard } from "../product.ts";
import { isSoldOut } from "../stock/availability.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import { readCards } from "./read-products.ts";

/** What a product's page leads on to. */
export interface RelatedProducts {
  /** Others of its brand. */
  ofBrand: ProductCard[];
  /** Others of its category, those first that share most of its tags. None of them is in `ofBrand`. */
  alike: ProductCard[];
  /** The filter that keeps its brand's products. */
  brandFilter?: Filter;
}

const shownOfEach = 4;
/** How many on each side of a product are compared with it. */
const comparedOfCategory = 12;

/**
 * Reads what to show below a product: the cards next to it in the catalog, of its brand and of its category, of which the index in memory knows the
 * nearest. None is of a sibling.
 */
export async function readRelated(db: Database, product: Product): Promise<RelatedProducts> {
  const { id, brand, category } = product;
  const slug = brand && brandSlug(brand);
  const brandFilter = slug ? filterOfBrand(slug) : undefined;
  const own = await db.selectFrom("products").select("number").where("id", "=", id).executeTakeFirst();
  if (!own) return { ofBrand: [], alike: [], brandFilter };
  const index = await readCatalogIndex(db);
  const inCategory = index.nearest(own.number, "category", category, comparedOfCategory);
  const inBrand = brandFilter ? index.nearest(own.number, "brand", brandFilter, shownOfEach) : [];
  const { cards } = await readCards(db, index.cardsOf([...inBrand, ...inCategory]));
  const ofBrand = cards
    .slice(0, inBrand.length)
    .toSorted((a, b) => Number(isSoldOut(a.card)) - Number(isSoldOut(b.card)))
    .slice(0, shownOfEach);
  const shown = new Set(ofBrand.map(({ card }) => card.id));
  const alike = cards
    .slice(inBrand.length)
    .filter(({ card }) => !shown.has(card.id))
    .map((near) => ({ near, distance: distanceOf(near, product) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, shownOfEach)
    .map(({ near }) => near);
  return { ofBrand: ofBrand.map(({ card }) => card), alike: alike.map(({ card }) => card), brandFilter };
}

/** How little a card is like a product: what it shares of the tags counts more than how near the prices are, and what is sold out is last. */
function distanceOf({ card, tags: json }: { card: ProductCard; tags: string }, { tags, priceCents }: Product) {
  const own = tagSlugsOf({ tags: JSON.stringify(tags) });
  const shared = tagSlugsOf({ tags: json }).filter((slug) => own.includes(slug)).length;
  const priceRatio = Math.abs(Math.log((card.priceCents + 1) / (priceCents + 1)));
  return (isSoldOut(card) ? 1000 : 0) - 20 * shared + priceRatio;
}
