import type { Database } from "#database/connect.ts";
import type { Filter } from "#shop/catalog/filters/filters.ts";
import type { Sort } from "#shop/catalog/lists/sorts.ts";

type Row = Awaited<ReturnType<typeof readWholeCatalog>>[number];

/** All products, in the catalog's order. */
export function readWholeCatalog(db: Database) {
  return db.selectFrom("products").selectAll().orderBy("position").execute();
}

/** The ids of a list as docs/specification.md#filters-and-sorts has it, found by looking at every product. */
export function naiveList(catalog: Row[], filter?: Filter, sort?: Sort) {
  const kept = catalog.filter((product) => !filter || keeps(filter, product));
  return (sort ? sorted[sort](kept) : kept).map(({ id }) => id);
}

const sorted: Record<Sort, (products: Row[]) => Row[]> = {
  name: (products) => {
    const keys = new Map(products.map((product) => [product, Buffer.from(product.titleKey)]));
    return products.toSorted((a, b) => Buffer.compare(keys.get(a) as Buffer, keys.get(b) as Buffer));
  },
  highestPrice: (products) => products.toSorted((a, b) => b.priceCents - a.priceCents),
  lowestPrice: (products) => products.toSorted((a, b) => a.priceCents - b.priceCents),
  rating: (products) => products.toSorted((a, b) => b.rating - a.rating),
  newest: (products) => products.toSorted((a, b) => b.number - a.number),
  bestSelling: (products) => products,
};

function keeps(filter: Filter, product: Row) {
  const dollars = product.priceCents / 100;
  switch (filter) {
    case "onSale":
      return product.discountPercentage >= 10;
    case "highRated":
      return product.rating >= 4;
    case "inStock":
      return product.availabilityStatus === "In Stock";
    case "lowStock":
      return product.availabilityStatus === "Low Stock";
    case "under10":
      return dollars < 10;
    case "10to50":
      return dollars >= 10 && dollars <= 50;
    case "50to100":
      return dollars > 50 && dollars <= 100;
    case "over100":
      return dollars > 100;
    case "anyBrand":
      return product.brandSlug !== null;
    default:
      return keepsPrice(filter, dollars) ?? keepsLabel(filter, product);
  }
}

/** A price on the bound between two bands belongs to the lower one. */
function keepsPrice(filter: Filter, price: number) {
  const [, side, one] = /^(under|over)(\d+)$/.exec(filter) ?? [];
  if (side) return side === "under" ? price <= Number(one) : price > Number(one);
  const [, above, upTo] = /^(\d+)to(\d+)$/.exec(filter) ?? [];
  return above === undefined ? undefined : price > Number(above) && price <= Number(upTo);
}

function keepsLabel(filter: Filter, product: Row) {
  return filter.startsWith("brand-")
    ? `brand-${product.brandSlug}` === filter
    : product.category === filter || (kinds.has(filter) && tagsOf(product).includes(filter));
}

function tagsOf({ tags }: Row): string[] {
  return JSON.parse(tags).map((tag: string) => tag.toLowerCase());
}

const kinds = new Set<Filter>(["perfumes", "vegetables", "fruits", "meat"]);
