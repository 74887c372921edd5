import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { RequestHandler, RouterContextProvider } from "react-router";
import { peekSession, readSession } from "#shop/accounts/session-user.ts";
import { publishAccountEvent } from "#shop/accounts/sign-in-log.ts";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { outageOf } from "#shop/errors.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { sentPictures } from "#shop/pictures/picture-rules.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";

interface OwnerScreens {
  shop: Pick<Shop, "db" | "accounts" | "now">;
  render: RequestHandler;
  /** The context for loaders and actions. */
  provide: (context: Context) => RouterContextProvider;
  requestOf: (context: Context) => Request;
  /** Bytes of the longest form on most screens. */
  maxSize: number;
}

/** Bytes of a product's or a page's texts, submitted and original, with form encoding. Pictures come on top. */
const largestTexts = 1024 * 1024;
/** The screens whose forms take pictures. */
const withPictures = /^\/owner\/(products\/.|categories\/.|pages\/.|(appearance|legal-guarantee)(\/|$))/;
const importPath = "/owner/products/import";
const restorePath = "/owner/restore";
/** The shop's page for whoever has a key for the first owner, or began a restore, which may have signed them out. */
export const setupRestorePath = "/owner/setup/restore";
/** Milliseconds that an import may take while the owner's connection is idle. */
const longestImportMs = 10 * 60_000;

/** Whether it is that page, or the data by which scripts follow a restore. */
function isSetupRestore({ req: { path } }: Context) {
  return path === setupRestorePath || path === `${setupRestorePath}.data`;
}

/** Limits the form of an owner's screen. @param usual bytes on most screens */
function limitForm(context: Context, usual: number) {
  const { path } = context.req;
  if (path === importPath && isMultipart(context)) return limitDeclared(catalogFormBytes);
  // It looks at the room on the disk itself.
  if (path === restorePath && isMultipart(context)) return limitDeclared(Number.POSITIVE_INFINITY);
  if (path === "/owner/products/new") return limitBody(largestTexts);
  if (path === "/owner/redirects") return limitBody(settingsFileLimit);
  // The previewed file comes back in a text area, with longer line breaks.
  if (path === "/owner/settings/import") return limitBody(2 * settingsFileLimit);
  // It keeps any other screen's form as JSON.
  if (path === "/owner/sign-in-again") return limitBody(4 * settingsFileLimit);
  const hasPictures = withPictures.test(path) && path !== importPath;
  if (!hasPictures) return limitBody(usual);
  return limitBody(isMultipart(context) ? largestTexts + sentPictures.together : largestTexts);
}

function isMultipart({ req }: Context) {
  return /^multipart\/form-data\s*;/i.test(req.header("content-type") ?? "");
}

/** Refuses bodies with a declared length over the limit. The screen itself counts undeclared ones: `bodyLimit` would hold them in memory. */
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
  return context.text("That's more than we can accept at once. Please shorten it and try again.", 413);
}

/**
 * Answers `/owner` and everything below it for owners and staff. Everyone else gets the answer of an unknown path, form limits included; so does
 * everyone while the database can't be read. Responses are never stored. See docs/decisions/0051.
 */
export function ownerScreens({ shop, render, provide, requestOf, maxSize }: OwnerScreens): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const found = isSetupRestore(context) ? undefined : await findOwner(context);
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

  /** @returns undefined for anyone who isn't known to be an owner */
  async function findOwner(context: Context<HttpEnv>) {
    try {
      const request = context.req.raw.headers;
      const { user, signedInAt = 0, secondFactorAt, isCookieCurrent } = await peekSession(shop, request);
      const owner = await readOwner(shop.db, user);
      if (!owner) {
        if (user) publishAccountEvent({ message: "Back office refused", account: user.uid });
        return undefined;
      }
      return {
        owner: { ...owner, signedInAt, secondFactorAt },
        headers: isCookieCurrent ? new Headers() : (await readSession(shop, request)).headers,
      };
    } catch (error) {
      const outage = outageOf(error);
      if (!outage) throw error;
      context.set("outage", outage);
      return undefined;
    }
  }
}
