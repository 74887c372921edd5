import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import type { Product } from "../catalog/product.ts";
import { hasCatalog } from "../changes/catalog-version.ts";
import { isOutage } from "../errors.ts";
import { hasHostName } from "./picture-list.ts";

const key = "pictureSources";
const anywhere = ["http:", "https:"];
/** More than these aren't named one by one: they stand in a header of each page. */
const mostSources = 20;

/** The other sites that a product's pictures come from, as a Content-Security-Policy names them (`https://cdn.example.com`). */
export function pictureSources({ thumbnail = "", images = [] }: Partial<Pick<Product, "thumbnail" | "images">>) {
  return [thumbnail, ...images].flatMap((address) => {
    const url = URL.parse(address);
    return url && anywhere.includes(url.protocol) && hasHostName(url) ? url.origin : [];
  });
}

/** What was read last, for pages that are rendered while the database can't be read. */
const lastRead = new WeakMap<Database, string[]>();

/**
 * The other sites that pictures may come from: those of all catalogs so far, because carts and receipts keep them. During an outage,
 * those that were read last: a page that is ready, or an answer to a form that was saved, needn't fail for its pictures.
 */
export async function readPictureSources(db: Database): Promise<string[]> {
  try {
    const sources = (await readKept(db)) ?? anywhere;
    lastRead.set(db, sources);
    return sources;
  } catch (error) {
    if (!isOutage(error)) throw error;
    return lastRead.get(db) ?? [];
  }
}

/** Notes what an import brings, in its transaction. What earlier versions imported may come from anywhere. */
export async function addPictureSources(transaction: Database, added: Iterable<string>) {
  const kept = (await readKept(transaction)) ?? ((await hasCatalog(transaction)) ? anywhere : []);
  const sources = [...new Set([...kept, ...added])];
  await writeSettingsRow(transaction, key, JSON.stringify(sources.length > mostSources ? anywhere : sources));
}

async function readKept(db: Database): Promise<string[] | undefined> {
  const kept = await readSettingsRow(db, key);
  return kept === undefined ? undefined : JSON.parse(kept);
}
