import type { Database } from "#database/connect.ts";
import { bumpSettingsVersion } from "../../changes/change-settings.ts";
import { dropRedirects, hasRoomForRedirects, redirectFormer } from "../../redirects/redirects.ts";
import { productAddress } from "../../values/product-address.ts";
import { whyAddressTaken } from "./free-id.ts";

/** A product's address before and after a change; null for its ID. */
interface AddressChange {
  id: string;
  before: string | null;
  after: string | null;
}

/** @returns the error if a product can't have its new address, in a transaction that keeps other writers out of products */
export async function whyAddressRefused(transaction: Database, { before, after }: AddressChange) {
  if (before === after) return undefined;
  const taken = after !== null && (await whyAddressTaken(transaction, after));
  if (taken) return taken;
  if (before === null || (await hasRoomForRedirects(transaction, 1))) return undefined;
  return "The shop already has 10,000 redirects, so links to the old address would break. Delete some first.";
}

/** Redirects a product's old address to its new one. Its ID, which it keeps, needs no redirect. See docs/decisions/0173. */
export async function redirectOldAddress(transaction: Database, { id, before, after }: AddressChange) {
  if (before === after) return;
  // One row, so that redirects change one at a time.
  await bumpSettingsVersion(transaction);
  if (before !== null) await redirectFormer(transaction, [{ id, address: before }]);
  await dropRedirects(transaction, [productAddress({ id, address: after })]);
}
