import type { Context, MiddlewareHandler } from "hono";
import type { RequestHandler, RouterContextProvider } from "react-router";
import { peekSession, readSession } from "#shop/accounts/session-user.ts";
import { publishAccountEvent } from "#shop/accounts/sign-in-log.ts";
import { outageOf } from "#shop/errors.ts";
import { readOwner } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext, type Preview, refusedStatusContext, renderPreviewContext } from "#web/owner-context.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { refuseForm } from "./form-limits.ts";
import { admitForm, importPath, mostRead } from "./owner-forms.ts";

interface OwnerScreens {
  shop: Pick<Shop, "db" | "accounts" | "now">;
  render: RequestHandler;
  /** The context for loaders and actions. */
  provide: (context: Context) => RouterContextProvider;
  /** Renders a page of the shop with looks that aren't saved. */
  preview: (context: Context, preview: Preview) => Promise<Response>;
  requestOf: (context: Context) => Request;
}

/** The shop's page for whoever has a key for the first owner, or began a restore, which may have signed them out. */
export const setupRestorePath = "/owner/setup/restore";
/** Milliseconds that an import may take while the owner's connection is idle. */
const longestImportMs = 10 * 60_000;

/** Whether it is that page, or the data by which scripts follow a restore. */
function isSetupRestore({ req: { path } }: Context) {
  return path === setupRestorePath || path === `${setupRestorePath}.data`;
}

/** Whether a link to a file leads to no file: its route has no screen, so that React Router answers with JSON's `null`. */
function isBareRefusal({ req }: Context, { status, headers }: Response) {
  const isOpened = req.method === "GET" && (req.header("accept") ?? "").includes("text/html");
  return (
    isOpened && status >= 400 && status < 500 && (headers.get("content-type") ?? "").startsWith("application/json")
  );
}

/**
 * Answers `/owner` and everything below it for owners and staff. Everyone else gets the answer of an unknown path, form limits included; so does
 * everyone while the database can't be read. Responses are never stored. See docs/decisions/0051.
 */
export function ownerScreens({ shop, render, provide, preview, requestOf }: OwnerScreens): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const found = isSetupRestore(context) ? undefined : await findOwner(context);
    if (!found) return next();
    const { owner, headers } = found;
    if (importPath.test(context.req.path)) context.env.incoming.setTimeout(longestImportMs);
    if (!(await admitForm(context))) refuseForm(context, mostRead);
    const provided = () => {
      const contexts = provide(context);
      contexts.set(ownerContext, owner);
      contexts.set(renderPreviewContext, (wanted) => preview(context, wanted));
      return contexts;
    };
    const answer = await render(requestOf(context), provided());
    const shown = isBareRefusal(context, answer) ? await renderRefusal(context, answer.status, provided()) : answer;
    context.res = new Response(shown.body, shown);
    for (const cookie of headers.getSetCookie()) context.res.headers.append("set-cookie", cookie);
    context.res.headers.set("Cache-Control", "no-store");
  };

  /** Says why a file isn't sent, as screens do. */
  function renderRefusal(context: Context, status: number, provided: RouterContextProvider) {
    provided.set(refusedStatusContext, status);
    const { url, headers, signal } = requestOf(context);
    return render(new Request(new URL("/owner/no-such-screen", url), { headers, signal }), provided);
  }

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
