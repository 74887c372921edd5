import { readAskedAddress } from "#shop/platforms/asked-address.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/platform-address";

/** Where a platform asked to send an order, for its buyer at the checkout; null if there is nothing to say. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const user = context.get(userContext);
  const asked = user
    ? await readAskedAddress(db, params.link, { user, now: now(), isElsewhere: settings.takesOtherAddresses })
    : undefined;
  return Response.json(asked ?? null, { headers: { "Cache-Control": "no-store" } });
}
