import type { OwnerRole } from "#database/schema.ts";
import { setRole } from "#shop/owners/owners.ts";
import { registerVerified, signInCookies } from "./customers.ts";
import { plainBrowser } from "./plain-browser.ts";
import type { RunningShop } from "./running-shop.ts";

/** A browser signed in as owner or staff. Gives the account its role if needed. */
export async function ownerBrowser(
  shop: RunningShop,
  { email = "owner@example.com", role = "owner" as OwnerRole } = {},
) {
  const inside = await shop.inside();
  const known = await inside.db.selectFrom("customers").select("uid").where("email", "=", email).executeTakeFirst();
  if (!known) await registerVerified(inside, { email });
  await setRole(inside, email, role, "command line");
  return plainBrowser(shop.url, await signInCookies(inside, { email }));
}
