import { redirect } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { verifyEmail } from "#shop/accounts/accounts.ts";
import type { Route } from "./+types/verify-email-confirm";

/** Where the mailed link leads: it verifies the address and signs nobody in, whoever reads the mailbox. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const verified = await verifyEmail(context.get(shopContext).accounts, token);
  return redirect(verified ? "/verify-email" : "/verify-email?link=expired");
}
