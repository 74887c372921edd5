import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";
import { linesLimit } from "../cart/cart-reducer.ts";
import type { CartProduct } from "../cart/compare-cart.ts";
import { isShownAt } from "../catalog/fields/publication.ts";
import { shownDiscount } from "../catalog/pricing/former-price.ts";
import { isSoldOut } from "../catalog/stock/availability.ts";
import { isStorableText } from "../forms/validate.ts";
import { extraRules } from "../orders/extra-fields.ts";
import type { pricesAt } from "../taxes/treatment.ts";
import { readOptions } from "../values/product-options.ts";
import { cents, countryCode, typedZipCode } from "./order-form.ts";

/** Where an order may go, as far as its customer has said. */
const destination = v.object({
  country: countryCode,
  zipCode: typedZipCode,
  isPickup: v.optional(v.boolean()),
  goodsCents: v.optional(cents),
  vatNumber: extraRules.vatNumber,
  /** The buyer's, where the order goes elsewhere. */
  billingCountry: countryCode,
  billingZipCode: typedZipCode,
});

/** Posted to ask for products: at most as many ids as a cart has lines. */
export const cartProductsForm = v.object({
  ids: v.pipe(v.array(v.unknown()), v.maxLength(linesLimit), v.array(v.pipe(v.string(), v.check(isStorableText)))),
  destination: v.optional(destination),
});

/**
 * The catalog's products with these ids, each once, in this order. Unknown ids are skipped.
 *
 * @param priceOf today's price and VAT rate of a product where it goes; left out while the seller isn't registered
 * @param now products that aren't published yet, or no longer, are unknown
 */
export async function readCartProducts(
  db: Database,
  ids: string[],
  priceOf: ReturnType<typeof pricesAt> = ({ priceCents }) => ({ priceCents, vatBasisPoints: null }),
  now = databaseNow(db),
): Promise<CartProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("products")
    .select([
      "id",
      "address",
      "title",
      "priceCents",
      "formerCents",
      "thumbnail",
      "stock",
      "availabilityStatus",
      "category",
    ])
    .select(["vatRate", "discountPercentage", "group", "options"])
    .where("id", "in", ids)
    .where(isShownAt(now.getTime()))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { address, title, priceCents, formerCents, thumbnail, category } = row;
    const { home, vatKind, ...price } = priceOf(row);
    const { vatBasisPoints } = home ?? price;
    const discount = shownDiscount(row);
    const options = readOptions(row.options);
    const product = { id, title, priceCents, thumbnail, category, stock: isSoldOut(row) ? 0 : row.stock };
    return {
      ...product,
      ...(address !== null && { address }),
      ...(options && { options }),
      ...(row.group !== null && { isVariant: true as const }),
      ...(formerCents !== null && { formerCents }),
      ...(discount > 0 && { discount }),
      ...(vatBasisPoints !== null && { vatBasisPoints }),
      ...(home && vatKind && { destination: { ...price, vatKind } }),
    };
  });
}
