import { redirect } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { verifyEmail } from "#shop/accounts/accounts.ts";
import { viewerContext } from "../session.server.ts";
import type { Route } from "./+types/verify-email-confirm";

/** Where the mailed link leads: it verifies the address and signs nobody in, whoever reads the mailbox. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const verified = await verifyEmail(context.get(shopContext).accounts, token);
  const page = verified || context.get(viewerContext) ? "/verify-email" : "/sign-in";
  return redirect(verified ? page : `${page}?link=expired`);
}

/** What is shown when it fails; with it, the way home is a page's, in the shop's look. */
export { ErrorView as ErrorBoundary } from "../components/error-view.tsx";
