import { data, href, redirect } from "react-router";
import { verifyEmail } from "#shop/accounts/accounts.ts";
import { shopContext } from "#web/request-context.ts";
import { viewerContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/verify-email-confirm";

/**
 * Where the mailed link leads: it verifies the address and signs nobody in, whoever reads the mailbox. Programs that only look where
 * it leads (HEAD), or load it in case it will be opened, verify nothing. Browsers don't show a prefetched answer that is an error,
 * but ask again when the link is opened.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.headers.get("sec-purpose")?.startsWith("prefetch")) throw data(null, 403);
  if (request.method !== "GET") return redirect(href("/verify-email"));
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const verified = await verifyEmail(context.get(shopContext).accounts, token);
  const page = verified || context.get(viewerContext) ? "/verify-email" : "/sign-in";
  return redirect(verified ? page : `${page}?link=expired`);
}

/** What is shown when it fails; with it, the way home is a page's, in the shop's look. */
export { ErrorView as ErrorBoundary } from "../frame/error-view.tsx";
