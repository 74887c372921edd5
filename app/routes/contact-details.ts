import { readCustomer } from "#shop/accounts/customer-account.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/contact-details";

/** Who is signed in, for `/contact`, whose page is the same for everyone; null for visitors. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return Response.json(user ? await readDetails(context, user.uid) : null, {
    headers: { "Cache-Control": "no-store" },
  });
}

async function readDetails(context: Route.LoaderArgs["context"], uid: string) {
  const { firstname, lastname, email } = await readCustomer(context.get(shopContext).db, uid);
  return { firstName: firstname, lastName: lastname, email };
}
