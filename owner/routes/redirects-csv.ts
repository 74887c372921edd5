import { exportRedirects } from "#shop/redirects/redirects.ts";
import { shopContext } from "#web/request-context.ts";
import { readSeparator } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/redirects-csv";

/** All redirects, in the form that the import reads. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": 'attachment; filename="redirects.csv"',
  };
  return new Response(await exportRedirects(context.get(shopContext).db, readSeparator(url.searchParams)), {
    headers,
  });
}
