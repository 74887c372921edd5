import { inOrder, productFieldList } from "../catalog/fields/product-fields.ts";
import { fileValueIn } from "../catalog/fields/product-row.ts";
import { catalogColumnNames } from "../catalog/files/reading/catalog-columns.ts";
import { cellsOf, columnsOf } from "../catalog/files/reading/catalog-csv.ts";
import { shownDiscount } from "../catalog/pricing/former-price.ts";
import { isSoldOut } from "../catalog/stock/availability.ts";
import { csvLines } from "../files/write-csv.ts";
import { largestPicture } from "../pictures/own-picture.ts";
import type { ShopDatabase } from "../shop.ts";
import { productAddress } from "../values/product-address.ts";
import { type FeedProduct, readFeedProducts } from "./read-feed-products.ts";

/** What everybody may know of a product, named and ordered as in catalog files. */
const fields = inOrder(
  productFieldList.filter(({ isPrivate }) => !isPrivate),
  catalogColumnNames,
);

/** All that shoppers see as a table, piece by piece: a row for each product, and for each sibling. See docs/decisions/0274. */
export async function* writeProductsCsv(shop: Pick<ShopDatabase, "db" | "now" | "settings">) {
  const { shopUrl, currency } = shop.settings;
  yield csvLines([[...fields.flatMap(columnsOf), "currency", "link"]]);
  for await (const products of readFeedProducts(shop))
    yield csvLines(
      products.map((product) => {
        const row = shownRow(product, shopUrl);
        const link = new URL(productAddress(product), shopUrl).href;
        return [...fields.flatMap((field) => cellsOf(field, fileValueIn(row, field, currency))), currency, link];
      }),
    );
}

/** A row as shoppers see it: with the former price, discount and availability that the shop shows, and whole addresses. */
function shownRow(product: FeedProduct, shopUrl: string) {
  const { formerCents, availabilityStatus, thumbnail, images } = product;
  const whole = (address: string) => new URL(largestPicture(address), shopUrl).href;
  return {
    ...product,
    compareAtCents: formerCents,
    discountPercentage: shownDiscount(product),
    availabilityStatus: isSoldOut(product) ? ("Out of Stock" as const) : availabilityStatus,
    thumbnail: whole(thumbnail),
    images: JSON.stringify((JSON.parse(images) as string[]).map(whole)),
  };
}
