import { data, href, redirect } from "react-router";
import { verifyEmail } from "#shop/accounts/email-verification.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/verify-email-confirm";

/**
 * Verifies the email, but signs no one in, because the mailbox's reader may not have chosen the password. Requests by link scanners
 * (HEAD) and prefetches verify nothing: browsers discard a prefetched error and request the link again when it is opened.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.headers.get("sec-purpose")?.startsWith("prefetch")) throw data(null, 403);
  if (request.method !== "GET") return redirect(href("/verify-email"));
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const verified = await verifyEmail(context.get(shopContext).accounts, token);
  const page = verified || context.get(userContext) ? "/verify-email" : "/sign-in";
  return redirect(verified ? page : `${page}?link=expired`);
}

/** Exporting a component makes this a page, so that errors get the layout of the shop. */
export { ErrorView as ErrorBoundary } from "../frame/error-view.tsx";
