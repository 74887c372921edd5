import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { readCatalogVersion } from "../../../changes/catalog-version.ts";
import { readSettings } from "../../../settings/settings.ts";
import { defaultCurrency, scaleOf } from "../../../values/currencies.ts";
import type { CategoryKinds } from "../../filters/filters.ts";
import { parseBestSellers, readBestSellers } from "../best-sellers.ts";
import { withSpareRoom } from "./arrays.ts";
import { CatalogIndex, type IndexSettings } from "./catalog-index.ts";
import { TimeSlices } from "./time-slices.ts";

/** Few enough that SQLite, which answers at once, reads them within a slice. */
const productsPerRead = 500;

const readNextProducts = prepared<{ last: number }>()((db, value) =>
  selectShown(db).where("number", ">", value("last")).orderBy("number").limit(productsPerRead),
);

/** Reads the whole catalog, in slices. */
export async function loadIndex(db: Database) {
  const slices = new TimeSlices();
  const index = new CatalogIndex();
  // Changes that come while products are read have later versions, and are followed next.
  const version = await readCatalogVersion(db);
  index.grow(withSpareRoom((await readLastNumber(db)) + 1));
  for (let last = 0; ; ) {
    const products = await readNextProducts(db, { last });
    const end = products.at(-1);
    if (!end) break;
    last = end.number;
    await slices.pause();
    index.load(products);
    await slices.pause();
  }
  await slices.run(index.sort(version, await readIndexSettings(db)));
  return index;
}

async function readLastNumber(db: Database) {
  const { last } = await db
    .selectFrom("products")
    .select(({ fn }) => fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** The products that shoppers see. */
export function selectShown(db: Database) {
  return db
    .selectFrom("products")
    .where("isHidden", "=", 0)
    .select(["number", "position", "titleKey", "priceCents", "rating", "availabilityStatus"])
    .select(["category", "brand", "brandSlug", "tags", "discountPercentage", "formerCents"])
    .select(["stock", "group", "options"]);
}

/** A change of them is a change of the catalog's version. */
export async function readIndexSettings(db: Database): Promise<IndexSettings> {
  const { currency, hideSoldOut, bestSellingSort } = await readSettings(db);
  const sold = bestSellingSort ? parseBestSellers(await readBestSellers(db)) : new Map();
  return {
    kinds: await readKinds(db),
    hidesSoldOut: hideSoldOut !== "",
    sold,
    scale: scaleOf(currency || defaultCurrency),
  };
}

async function readKinds(db: Database): Promise<CategoryKinds> {
  const rows = await db.selectFrom("categories").select(["slug", "kind", "parent"]).execute();
  const children = Map.groupBy(rows, ({ parent }) => parent);
  return new Map(
    rows.map(({ slug, kind }) => [slug, { kind, children: (children.get(slug) ?? []).map(({ slug }) => slug) }]),
  );
}
