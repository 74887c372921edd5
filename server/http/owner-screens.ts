import type { Context, MiddlewareHandler } from "hono";
import type { RequestHandler, RouterContextProvider } from "react-router";
import { readViewer } from "#shop/accounts/viewer.ts";
import { readOwner } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";

interface OwnerScreens {
  shop: Pick<Shop, "db" | "accounts">;
  render: RequestHandler;
  /** What loaders and actions are given of a request. */
  provide: (context: Context) => RouterContextProvider;
  requestOf: (context: Context) => Request;
  /** Bytes of a form, unless its screen takes more. */
  largestForm: number;
}

/** Bytes of a product's texts: as they are, as they were seen, and what an address's way to write them adds. */
const largestProduct = 1024 * 1024;
/** Bytes of a catalog file, with what a form adds. Larger ones are imported by the command line. */
const largestCatalog = 64 * 1024 * 1024;

/** A body's length is taken from what is said of it; one that doesn't say is too long. */
function isTooLong({ req }: Context, largestForm: number) {
  if (req.method === "GET" || req.method === "HEAD") return false;
  const length = Number(req.header("content-length"));
  if (/^\/owner\/products\/import$/i.test(req.path)) return !(length <= largestCatalog);
  return !(length <= (/^\/owner\/products\//i.test(req.path) ? largestProduct : largestForm));
}

/**
 * Answers `/owner` and all below it, for owners. For everybody else there is nothing: what comes next answers, as it does at any address
 * that isn't one. Nobody keeps an answer.
 */
export function ownerScreens({ shop, render, provide, requestOf, largestForm }: OwnerScreens): MiddlewareHandler {
  return async (context, next) => {
    const { viewer, headers } = await readViewer(shop, context.req.raw.headers);
    const owner = await readOwner(shop.db, viewer);
    if (!owner) return next();
    if (isTooLong(context, largestForm)) return context.text("Payload Too Large", 413);
    const provided = provide(context);
    provided.set(ownerContext, owner);
    const answer = await render(requestOf(context), provided);
    const kept = new Response(answer.body, answer);
    for (const cookie of headers.getSetCookie()) kept.headers.append("set-cookie", cookie);
    kept.headers.set("Cache-Control", "no-store");
    return kept;
  };
}
