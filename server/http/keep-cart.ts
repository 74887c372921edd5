import { hash } from "node:crypto";
import type { Context, Handler } from "hono";
import { readViewer } from "#shop/accounts/viewer.ts";
import { readSavedCart, saveCart, savedCartForm } from "#shop/cart/saved-cart.ts";
import type { Shop } from "#shop/shop.ts";
import { validate } from "#shop/validate.ts";
import type { SavedCartAnswer } from "#web/saved-cart-answer.ts";

/**
 * Answers `/cart/saved`: GET with the signed-in shopper's cart, null for others; POST, whose body is a cart as JSON (`savedCartForm`), with
 * the cart that is saved now, which is another one when another device was sooner. 400 for what is no cart.
 */
export function keepCart(shop: Shop): Handler {
  return async (context) => {
    context.header("Cache-Control", "no-store");
    const { viewer, headers } = await readViewer(shop, context.req.raw.headers);
    for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
    if (!viewer) return context.json<SavedCartAnswer>(null);
    const posted = context.req.method === "POST" ? await readPosted(context) : undefined;
    if (posted === null) return context.json({}, 400);
    const saved = posted !== undefined && (await saveCart(shop.db, viewer.uid, posted, shop.now()));
    const cart = await readSavedCart(shop.db, viewer.uid);
    return context.json<SavedCartAnswer>({ ...cart, saved, owner: hash("sha256", viewer.uid, "hex").slice(0, 16) });
  };
}

async function readPosted(context: Context) {
  const { values } = validate(savedCartForm, await context.req.json().catch(() => undefined));
  return values ?? null;
}
