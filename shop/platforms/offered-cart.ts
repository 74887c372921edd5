import type { Database } from "#database/connect.ts";
import type { CartProduct } from "../cart/compare-cart.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { applyCodes } from "./apply-codes.ts";
import { findCheckout, stageOf } from "./find-checkout.ts";
import { type PlatformShop, priceItems, readProducts } from "./price-items.ts";
import { type ChosenFulfillment, isId, readSelection, type Selection } from "./selection.ts";

/** What a platform chose, as its link shows it to a buyer. Nothing that it sent about a person is in it. See docs/decisions/0270. */
export interface OfferedCart {
  /** The host of the platform's profile. */
  platform: string;
  items: { id: string; quantity: number; title?: string }[];
  /** What the catalog has of them. */
  products: CartProduct[];
  /** The code, the delivery option and the pickup place that the platform chose. */
  code?: string | undefined;
  delivery?: number | undefined;
  pickupPlace?: number | undefined;
  /** Names the checkout when the buyer orders; a cart has none. */
  checkout?: string;
}

/** What has become of a link: it offers a cart, its checkout has been ordered, or it leads to nothing (any more). */
export type LinkedCart = { offer: OfferedCart } | { isOrdered: true } | undefined;

export async function readLinkedCart(db: Database, shop: PlatformShop, link: string): Promise<LinkedCart> {
  if (!isId(link)) return undefined;
  const now = shop.now();
  const checkout = await findCheckout(db, "link", link);
  if (checkout) {
    const stage = stageOf(checkout, now);
    if (stage === "completed") return { isOrdered: true };
    if (stage === "canceled") return undefined;
    return { offer: { ...(await readOffer(db, shop, checkout.platform, readSelection(checkout))), checkout: link } };
  }
  const carts = db.selectFrom("platformCarts").selectAll().where("link", "=", link);
  const cart = await carts.where("expiresAt", ">", now.getTime()).executeTakeFirst();
  return cart && { offer: await readOffer(db, shop, cart.platform, readSelection(cart)) };
}

async function readOffer(
  db: Database,
  shop: PlatformShop,
  profile: string,
  { items, codes, fulfillment }: Selection,
): Promise<OfferedCart> {
  const products = await readProducts(
    db,
    shop,
    items.map(({ id }) => id),
  );
  const { lines } = priceItems(items, products, shop);
  const { discount } = await applyCodes(db, shop, { codes, lines });
  const { optionId, destinationId, type }: Partial<ChosenFulfillment> = fulfillment ?? {};
  const places = type === "pickup" && destinationId ? await readDeliveryOptions(db) : [];
  const atPlace = places.find((option) => option.places?.some(({ id }) => String(id) === destinationId));
  const delivery = atPlace?.id ?? Number(optionId);
  return {
    platform: new URL(profile).host,
    items: items.map(({ id, quantity, title }) => ({ id, quantity, ...(title !== undefined && { title }) })),
    products: [...products.values()].filter((product) => product !== null),
    code: discount?.code,
    ...(Number.isSafeInteger(delivery) && { delivery }),
    ...(atPlace && { pickupPlace: Number(destinationId) }),
  };
}
