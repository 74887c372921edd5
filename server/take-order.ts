import type { Context, Handler } from "hono";
import { readViewer } from "#shop/accounts/viewer.ts";
import type { Shop } from "#shop/open-shop.ts";
import { CartOutdatedError, orderForm, placeOrder } from "#shop/orders/place-order.ts";
import { validate } from "#shop/validate.ts";
import { isOutage, type NoteOutage } from "./outages.ts";
import type { KeepingEnv } from "./page-cache.ts";

/** What the checkout page is told of an order that it posted. */
export type OrderAnswer =
  | { orderNumber: string }
  | { problems: CartOutdatedError["problems"] }
  | { failure: "unexpected" | "unavailable" };

/**
 * Answers an order, posted as JSON (`orderForm`): 200 with its number, 409 with the lines that can't be ordered as they are, 400
 * for what is no order, 503 while the database can't be used, 500 when it could not be saved. Who isn't signed in or verified is sent
 * to where that is done. Pages are React Router's; an order is none, and is taken without it in a third of the time.
 */
export function takeOrder(shop: Shop, noteOutage: NoteOutage): Handler<KeepingEnv> {
  return async (context, next) => {
    if (!context.req.header("content-type")?.startsWith("application/json")) return next();
    const answer = (answer: OrderAnswer, status: 200 | 400 | 409 | 500 | 503) => context.json(answer, status);
    try {
      return await take(shop, context);
    } catch (error) {
      if (error instanceof CartOutdatedError) return answer({ problems: error.problems }, 409);
      if (isOutage(error)) {
        noteOutage(error);
        return answer({ failure: "unavailable" }, 503);
      }
      shop.log("Order not saved", error);
      return answer({ failure: "unexpected" }, 500);
    }
  };
}

async function take(shop: Shop, context: Context<KeepingEnv>) {
  const { req } = context;
  const { viewer, headers } = await readViewer(shop, req.raw.headers);
  for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
  if (!viewer?.emailVerified) return context.redirect(viewer ? "/verify-email?from=cart" : "/sign-in?from=cart");
  const { values, errors } = validate(orderForm, await req.json().catch(() => undefined));
  if (errors) return context.json<OrderAnswer>({ failure: "unexpected" }, 400);
  const orderNumber = await placeOrder(shop.db, viewer.uid, values, shop.now());
  return context.json<OrderAnswer>({ orderNumber });
}
