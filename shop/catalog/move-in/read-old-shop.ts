import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MoveInLine } from "../files/reading/other-shops/move-in-file.ts";
import { MoveInError } from "./move-in-error.ts";
import type { OldShop } from "./old-shop.ts";
import { type PoliteOptions, PoliteReader } from "./polite-reader.ts";
import { shopifyShop } from "./shopify-products.ts";
import { wooCommerceShop } from "./woocommerce-products.ts";

/** The systems whose public interface the shop reads. */
const oldShops: OldShop[] = [shopifyShop, wooCommerceShop];
/** With variants, a catalog may have several of each. */
const mostProducts = 50_000;
const longestAddress = 300;

export interface ReadOldShopOptions extends PoliteOptions {
  /** Gets how many products were read so far. */
  onProgress?: (products: number) => void;
}

/** An old shop's address as an owner types it, with or without `https://`, and without a page's path. @throws MoveInError */
export function oldShopAddress(typed: string) {
  const text = typed.trim().slice(0, longestAddress + 1);
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (text.length > longestAddress || !url || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname))
    throw new MoveInError("Enter the shop's address, such as https://old.example");
  const path = url.pathname.replace(/\/(products|shop|collections|product|store)?(\/.*)?$/, "");
  return { base: `${url.origin}${path}`, host: url.host };
}

/**
 * Writes all products of an old shop to a file that an import reads. They are read from the shop's public interface, page by page. See docs/decisions/0208.
 *
 * @param base from `oldShopAddress`
 * @throws MoveInError, and the signal's reason
 */
export async function saveOldShop(file: string, base: string, options: ReadOldShopOptions) {
  await pipeline(Readable.from(linesOf(base, options)), createWriteStream(file, { mode: 0o600 }), {
    signal: options.signal,
  });
}

async function* linesOf(base: string, { onProgress, ...options }: ReadOldShopOptions) {
  const lineOf = (line: MoveInLine) => `${JSON.stringify(line)}\n`;
  let products = 0;
  const { shop, found } = await findShop(new PoliteReader(options), base);
  yield lineOf({ shop: shop.name, address: base, columns: shop.columns });
  for await (const line of found) {
    yield lineOf(line);
    if (!("product" in line)) continue;
    products += 1;
    onProgress?.(products);
    if (products > mostProducts) throw new MoveInError("This shop is too large to be read");
  }
  if (products === 0) throw new MoveInError(`There are no products at ${base} that can be imported`);
}

async function findShop(reader: PoliteReader, base: string) {
  for (const shop of oldShops) {
    const found = await shop.read(reader, base);
    if (found) return { shop, found };
  }
  const names = oldShops.map(({ name }) => name).join(" or ");
  throw new MoveInError(
    `There is no ${names} shop at ${base} whose products are public. Export a file there, and import it here.`,
  );
}
