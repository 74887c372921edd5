import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { brandSlug } from "../../text/slug.ts";
import { tagSlugsOf } from "../category-labels.ts";
import { cardColumns } from "../fields/product-fields.ts";
import { type Filter, filterOfBrand } from "../filters/filters.ts";
import type { Product, ProductCard } from "../product.ts";
import { isSoldOut } from "../stock/availability.ts";
import { type CardRow, toCard } from "./read-products.ts";

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
 * Reads what to show below a product: one query for the products next to it in the catalog, of its brand and of its category, each by an
 * index. So it is the same work whatever the catalog's size.
 */
export async function readRelated(db: Database, product: Product): Promise<RelatedProducts> {
  const { id, brand, category } = product;
  let query = nextTo(db, id, "category", category, ">", comparedOfCategory).unionAll(
    nextTo(db, id, "category", category, "<", comparedOfCategory),
  );
  const slug = brand && brandSlug(brand);
  if (slug) {
    query = query
      .unionAll(nextTo(db, id, "brandSlug", slug, ">", shownOfEach))
      .unionAll(nextTo(db, id, "brandSlug", slug, "<", shownOfEach));
  }
  const rows = await query.execute();
  const ofBrand = rows
    .filter(({ near }) => near === "brandSlug")
    .toSorted((a, b) => Number(isSoldOut(a)) - Number(isSoldOut(b)))
    .slice(0, shownOfEach);
  const shown = new Set(ofBrand.map((row) => row.id));
  const alike = rows
    .filter((row) => row.near === "category" && !shown.has(row.id))
    .map((row) => ({ row, distance: distanceOf(row, product) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, shownOfEach)
    .map(({ row }) => row);
  return {
    ofBrand: ofBrand.map(toRelatedCard),
    alike: alike.map(toRelatedCard),
    brandFilter: slug ? filterOfBrand(slug) : undefined,
  };
}

type RelatedRow = CardRow & { near: string; tags: string };

/** The products before (`<`) or behind (`>`) one in the catalog that are the same as it in something, the nearest first. */
function nextTo(
  db: Database,
  id: string,
  near: "brandSlug" | "category",
  value: string,
  side: "<" | ">",
  limit: number,
) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom("products")
        .select([...cardColumns, "tags"])
        .select(sql.lit<string>(near).as("near"))
        .where(near, "=", value)
        .where("position", side, (eb) => eb.selectFrom("products").select("position").where("id", "=", id))
        .orderBy("position", side === ">" ? "asc" : "desc")
        .limit(limit)
        .as("side"),
    )
    .selectAll();
}

/** How little a product is like another: what it shares of the tags counts more than how near the prices are, and what is sold out is last. */
function distanceOf(row: RelatedRow, { tags, priceCents }: Product) {
  const own = tagSlugsOf({ tags: JSON.stringify(tags) });
  const shared = tagSlugsOf(row).filter((slug) => own.includes(slug)).length;
  const priceRatio = Math.abs(Math.log((row.priceCents + 1) / (priceCents + 1)));
  return (isSoldOut(row) ? 1000 : 0) - 20 * shared + priceRatio;
}

function toRelatedCard({ near, tags, ...row }: RelatedRow) {
  return toCard(row);
}
