import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { RequestHandler, RouterContextProvider } from "react-router";
import { peekViewer, readViewer } from "#shop/accounts/viewer.ts";
import { catalogFormBytes } from "#shop/catalog/catalog-upload-limits.ts";
import { isOutage } from "#shop/is-outage.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { sentPictures } from "#shop/pictures/picture-rules.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";
import type { HttpEnv } from "../page-cache/page-cache.ts";

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
const importPath = "/owner/products/import";
/** How long a large catalog may take, in milliseconds, while its owner's connection is silent. */
const longestImportMs = 10 * 60_000;

/** Limits the form of an owner's screen. @param usual bytes of those that take no more than most */
function limitForm(context: Context, usual: number) {
  const { path } = context.req;
  if (path === importPath && isMultipart(context)) return limitDeclared(catalogFormBytes);
  if (path === "/owner/products/new") return limitBody(largestProduct);
  const isProduct = path.startsWith("/owner/products/") && path !== importPath;
  return limitBody(isProduct ? largestProduct + sentPictures.together : usual);
}

function isMultipart({ req }: Context) {
  return /^multipart\/form-data\s*;/i.test(req.header("content-type") ?? "");
}

/** Refuses bodies that declare to be too long. The screen counts those that declare nothing as they arrive: `bodyLimit` would hold them in memory. */
function limitDeclared(maxSize: number): MiddlewareHandler {
  return async (context, next) => {
    const length = Number(context.req.header("content-length") ?? 0);
    return length > maxSize ? tooLarge(context) : next();
  };
}

function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: tooLarge });
}

function tooLarge(context: Context) {
  return context.text("Payload Too Large", 413);
}

/**
 * Answers `/owner` and all below it, for owners. For everybody else there is nothing: what comes next answers, as it does at any address
 * that isn't one, limits on forms included; also while the database can't say who is an owner. Nobody keeps an answer.
 */
export function ownerScreens({ shop, render, provide, requestOf, maxSize }: OwnerScreens): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const found = await findOwner(context);
    if (!found) return next();
    const { owner, headers } = found;
    if (context.req.path === importPath) context.env.incoming.setTimeout(longestImportMs);
    const provided = provide(context);
    provided.set(ownerContext, owner);
    const refused = await limitForm(context, maxSize)(context, async () => {
      const answer = await render(requestOf(context), provided);
      context.res = new Response(answer.body, answer);
    });
    if (refused) context.res = refused;
    for (const cookie of headers.getSetCookie()) context.res.headers.append("set-cookie", cookie);
    context.res.headers.set("Cache-Control", "no-store");
  };

  /** @returns undefined for everybody who isn't known to be an owner */
  async function findOwner(context: Context<HttpEnv>) {
    try {
      const request = context.req.raw.headers;
      const { viewer, isCookieCurrent } = await peekViewer(shop, request);
      const owner = await readOwner(shop.db, viewer);
      if (!owner) return undefined;
      return { owner, headers: isCookieCurrent ? new Headers() : (await readViewer(shop, request)).headers };
    } catch (error) {
      if (!isOutage(error)) throw error;
      context.set("outage", error);
      return undefined;
    }
  }
}
