import type { HttpBindings } from "@hono/node-server";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { Shop } from "#shop/shop.ts";

/** What the routes for programs find in a request's context. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Why the database couldn't be used. The server logs it. */
    outage?: DatabaseUnavailableError;
  };
}

export interface ApiOptions {
  shop: Shop;
  /** Reads the client's network address of a request. */
  addressOf: (context: { env: HttpBindings }) => string;
}
