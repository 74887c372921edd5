import { exportCatalog } from "#shop/catalog/files/export-catalog.ts";
import { decimalMarkOf } from "#shop/values/typed-numbers.ts";
import { shopContext } from "#web/request-context.ts";
import { csvType, streamTexts } from "#web/stream-texts.server.ts";
import { readSeparator } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/products-file";

const types = { csv: csvType, json: "application/json" } as const;

/** Enough to show the file format. */
const sampleSize = 3;

/** Streams the whole catalog, or a sample. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const format = /\.csv$/i.test(url.pathname) ? "csv" : "json";
  const csv = readSeparator(url.searchParams);
  const isSample = url.searchParams.has("sample");
  const { reader, settings } = context.get(shopContext);
  // Spreadsheets that open semicolons take "12.50" for a text or a day where decimals have commas.
  const decimalMark = csv === ";" ? decimalMarkOf(settings) : ".";
  const limit = isSample ? sampleSize : undefined;
  const texts = exportCatalog(await reader(), format, { limit, csv, decimalMark, signal: request.signal });
  return streamTexts(texts, { type: types[format], name: `${isSample ? "sample" : "products"}.${format}` });
}
