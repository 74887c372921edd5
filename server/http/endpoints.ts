import type { Context, Handler, MiddlewareHandler, Next } from "hono";
import { cartBytesLimit } from "#shop/cart/saved-cart.ts";
import { orderBytesLimit } from "#shop/checkout/order-form.ts";
import { outageOf } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import { declaredSizeFault } from "#web/declared-size.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { getCartProducts, savedCart } from "./cart-endpoints.ts";
import type { AddressOf } from "./client-address.ts";
import { findBrandFilters, suggestProducts } from "./find-in-catalog.ts";
import { serveAccent } from "./serve-accent.ts";
import { serveFeed } from "./serve-feed.ts";
import { leadToOwnIcon, serveIcon } from "./serve-icon.ts";
import { servePicture, serveSharedSample } from "./serve-picture.ts";
import { serveSitemap } from "./serve-sitemap.ts";
import { takeOrder } from "./take-order.ts";
import { eventBytesLimit, takePaymentEvent } from "./take-payment-event.ts";

interface Endpoint {
  method: "GET" | "POST";
  path: string;
  /** Bytes of the longest body. */
  maxSize?: number;
  create: (shop: Shop, addressOf: AddressOf) => Handler<HttpEnv>;
}

/** Everything that the server answers besides pages (`app/routes.ts`, `owner/routes.ts`), files, health and metrics. */
export const endpoints: Endpoint[] = [
  { method: "GET", path: "/pictures/uploaded/:file", create: servePicture },
  { method: "GET", path: "/pictures/:name/:file", create: serveSharedSample },
  { method: "GET", path: "/shop-icon.svg", create: serveIcon },
  { method: "GET", path: "/favicon.ico", create: leadToOwnIcon },
  { method: "GET", path: "/apple-touch-icon.png", create: leadToOwnIcon },
  { method: "GET", path: "/accent.css", create: serveAccent },
  { method: "GET", path: "/search-suggestions", create: suggestProducts },
  { method: "GET", path: "/brands", create: findBrandFilters },
  { method: "GET", path: "/feeds/:file", create: serveFeed },
  { method: "GET", path: "/sitemap.xml", create: serveSitemap },
  { method: "GET", path: "/cart/saved", create: savedCart },
  { method: "POST", path: "/cart/saved", maxSize: cartBytesLimit, create: savedCart },
  { method: "POST", path: "/cart/goods", maxSize: orderBytesLimit, create: getCartProducts },
  { method: "POST", path: "/orders", maxSize: orderBytesLimit, create: takeOrder },
  { method: "POST", path: "/payments/:provider", maxSize: eventBytesLimit, create: takePaymentEvent },
];

/** An endpoint's handlers, in order. */
export function handlersOf({ maxSize, create }: Endpoint, shop: Shop, addressOf: AddressOf) {
  const handler = jsonEndpoint(create(shop, addressOf));
  return maxSize === undefined ? [handler] : [limitDeclaredSize(maxSize), handler];
}

/** Answers with 503 while the database can't be used. */
export function jsonEndpoint(handler: Handler<HttpEnv>): Handler<HttpEnv> {
  return async (context: Context<HttpEnv>, next: Next) => {
    try {
      return await handler(context, next);
    } catch (error) {
      const outage = outageOf(error);
      if (!outage) throw error;
      context.set("outage", outage);
      return context.json({ failure: "unavailable" }, 503);
    }
  };
}

/**
 * Limits a body before any of it is read: `bodyLimit` of Hono opens it, and the connection is closed before its client has read the answer.
 * A body without a declared length is refused (RFC 9110, section 15.5.12).
 */
export function limitDeclaredSize(maxSize: number): MiddlewareHandler {
  return async ({ req, text }, next) => {
    const fault = declaredSizeFault(req.header("content-length"), maxSize);
    if (fault === "lengthRequired") return text("Length Required", 411);
    const tooLong = "That's more than we can accept at once. Please shorten it and try again.";
    return fault ? text(tooLong, 413) : next();
  };
}
