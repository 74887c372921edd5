import type { Database } from "#database/connect.ts";
import type { Redirect } from "../../redirects/redirect-map.ts";
import { remember } from "./remember-products.ts";

/** Remembers the redirects that an import made, in its transaction. */
export async function rememberRedirects(transaction: Database, importId: string, redirects: Redirect[]) {
  await remember(
    transaction,
    importId,
    "redirect",
    redirects.map(({ from, to }) => [from, { to }]),
  );
}
