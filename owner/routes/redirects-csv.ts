import { exportRedirects } from "#shop/redirects/redirects.ts";
import { shopContext } from "#web/request-context.ts";
import { readSeparator } from "../frame/csv-separator.server.ts";
import { requireOwner } from "../frame/require-owner.server.ts";
import { startDownload } from "../frame/start-download.server.ts";
import type { Route } from "./+types/redirects-csv";

/** All redirects, in the form that the import reads. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireOwner(context);
  startDownload(request);
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": 'attachment; filename="redirects.csv"',
  };
  return new Response(await exportRedirects(context.get(shopContext).db, readSeparator(url.searchParams)), {
    headers,
  });
}
