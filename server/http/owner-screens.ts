import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { RequestHandler, RouterContextProvider } from "react-router";
import { peekViewer, readViewer } from "#shop/accounts/viewer.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { sentPictures } from "#shop/pictures/picture-rules.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";

interface OwnerScreens {
  shop: Pick<Shop, "db" | "accounts">;
  render: RequestHandler;
  /** What loaders and actions are given of a request. */
  provide: (context: Context) => RouterContextProvider;
  requestOf: (context: Context) => Request;
  /** Bytes of the longest form, unless its screen takes more. */
  maxSize: number;
}

/** Bytes of a product's texts: as they are, as they were seen, and what a form's way to write them adds. With its own form come pictures. */
const largestProduct = 1024 * 1024;
/** Bytes of a catalog file, with what a form adds. Larger ones are imported by the command line. */
const largestCatalog = 64 * 1024 * 1024;

const importPath = "/owner/products/import";
/** How long a large catalog may take, in milliseconds, while its owner's connection is silent. */
const longestImportMs = 10 * 60_000;

/** Bytes of the longest form that an owner's screen takes. @param usual of those that take no more than most */
export function largestAt(path: string, usual: number) {
  if (path === importPath) return largestCatalog;
  if (path === "/owner/products/new") return largestProduct;
  return path.startsWith("/owner/products/") ? largestProduct + sentPictures.together : usual;
}

function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: (context) => context.text("Payload Too Large", 413) });
}

/**
 * Answers `/owner` and all below it, for owners. For everybody else there is nothing: what comes next answers, as it does at any address
 * that isn't one, limits on forms included. Nobody keeps an answer.
 */
export function ownerScreens({
  shop,
  render,
  provide,
  requestOf,
  maxSize,
}: OwnerScreens): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    const { viewer, isCookieCurrent } = await peekViewer(shop, context.req.raw.headers);
    const owner = await readOwner(shop.db, viewer);
    if (!owner) return next();
    const renewed = isCookieCurrent ? undefined : (await readViewer(shop, context.req.raw.headers)).headers;
    if (context.req.path === importPath) context.env.incoming.setTimeout(longestImportMs);
    const provided = provide(context);
    provided.set(ownerContext, owner);
    const limit = limitBody(largestAt(context.req.path, maxSize));
    const tooLarge = await limit(context, async () => {
      const answer = await render(requestOf(context), provided);
      context.res = new Response(answer.body, answer);
    });
    if (tooLarge) context.res = tooLarge;
    for (const cookie of renewed?.getSetCookie() ?? []) context.res.headers.append("set-cookie", cookie);
    context.res.headers.set("Cache-Control", "no-store");
  };
}
