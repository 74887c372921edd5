import { requestOptions } from "#shop/accounts/passkey-checks.ts";
import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/passkey-options";

/** What a browser needs to sign in with a passkey. A POST, because each answer is for one sign-in. */
export async function action({ context }: Route.ActionArgs) {
  return Response.json(await requestOptions(context.get(shopContext)), { headers: { "Cache-Control": "no-store" } });
}
