import type { ShopDatabase } from "#shop/shop.ts";

/** A command failed. Owners see the message. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** A command was called with wrong arguments. */
export class UsageError extends CommandError {
  override name = "UsageError";
}

/** Opens the shop. Commands call it once they know that their arguments are right. */
export type OpenShop = () => Promise<ShopDatabase>;
