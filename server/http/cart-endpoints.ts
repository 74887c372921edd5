import type { Handler } from "hono";
import { cartOwner } from "#shop/cart/cart-owner.ts";
import { readSavedCart, saveCart, savedCartForm } from "#shop/cart/saved-cart.ts";
import { cartProductsForm, readCartProducts } from "#shop/checkout/cart-products.ts";
import { quoteVatCountry } from "#shop/checkout/check-company.ts";
import type { Shop } from "#shop/shop.ts";
import { decideVat, pricesAt } from "#shop/taxes/treatment.ts";
import { dayOf } from "#shop/values/days.ts";
import type { CartProductsAnswer, SavedCartAnswer } from "#web/answers.ts";
import { readPosted, readUser } from "./read-request.ts";

/**
 * `POST /cart/goods` with product ids as JSON (`cartProductsForm`): 200 with what the catalog says of them now, 400 for an invalid body.
 * It changes nothing; it is a POST because 500 ids don't fit into a URL.
 */
export function getCartProducts(shop: Shop): Handler {
  const { db, settings, now } = shop;
  return async (context) => {
    const form = (await readPosted(context, cartProductsForm))?.values;
    if (!form) return context.json({}, 400);
    const { ids, destination = {} } = form;
    // The register is asked for customers only.
    const user = destination.vatNumber === undefined ? undefined : await readUser(shop, context);
    const vatCountry = user ? await quoteVatCountry(shop, user.uid, destination) : undefined;
    const treatment = decideVat(settings.taxes, { ...destination, vatCountry });
    const priceOf = pricesAt(settings.taxes, treatment, dayOf(now(), settings.timeZone));
    return context.json<CartProductsAnswer>({ goods: await readCartProducts(db, ids, priceOf, now()) });
  };
}

/**
 * `/cart/saved`: the signed-in customer's cart as JSON, null for visitors and deleted accounts. POST saves a cart (`savedCartForm`) and answers the cart that
 * is saved now, which may be another device's; 400 for an invalid body.
 */
export function savedCart(shop: Shop): Handler {
  return async (context) => {
    context.header("Cache-Control", "no-store");
    const user = await readUser(shop, context);
    if (!user) return context.json<SavedCartAnswer>(null);
    const isPost = context.req.method === "POST";
    const posted = isPost ? (await readPosted(context, savedCartForm))?.values : undefined;
    if (isPost && !posted) return context.json({}, 400);
    const { currency } = shop.settings;
    const saved = posted !== undefined && (await saveCart(shop.db, user.uid, posted, { now: shop.now(), currency }));
    const cart = await readSavedCart(shop.db, user.uid, currency);
    return context.json<SavedCartAnswer>(cart ? { ...cart, saved, owner: cartOwner(user.uid) } : null);
  };
}
