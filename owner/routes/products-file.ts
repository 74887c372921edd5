import { Readable } from "node:stream";
import { exportCatalog } from "#shop/catalog/export-catalog.ts";
import { shopContext } from "#web/request-context.ts";
import { requireRecentSignIn } from "../components/recent-sign-in.server.ts";
import type { Route } from "./+types/products-file";

const types = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;

/** The whole catalog as a file, written while it is read. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const format = /\.csv$/i.test(url.pathname) ? "csv" : "json";
  await requireRecentSignIn(request, context, `/products.${format}`);
  const { db } = context.get(shopContext);
  const file = Readable.toWeb(Readable.from(encoded(exportCatalog(db, format)))) as ReadableStream<Uint8Array>;
  const headers = {
    "Content-Type": types[format],
    "Content-Disposition": `attachment; filename="products.${format}"`,
  };
  return new Response(file, { headers });
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text);
}
