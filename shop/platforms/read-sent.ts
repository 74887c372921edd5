import type { Database } from "#database/connect.ts";
import type { ProductsById } from "../cart/compare-cart.ts";
import { applyCodes, countGuesses } from "./apply-codes.ts";
import { type Caller, extensions } from "./caller.ts";
import { checkClaims } from "./check-claims.ts";
import { noteItems, type PlatformShop, priceItems, readProducts } from "./price-items.ts";
import { errorMessage, Refusal } from "./refusal.ts";
import type { ChosenItem, Selection } from "./selection.ts";
import type { PlatformCartForm } from "./selection-form.ts";

/**
 * Reads what a platform sent, and notes what it is about to be told of its items.
 *
 * @param before what it replaces: codes that were tried before aren't tried again; undefined for a cart or checkout that is new
 * @throws RateLimitError after too many codes that don't exist, and Refusal if none of the items of something new can be bought
 */
export async function readSent(
  db: Database,
  { shop, capabilities, clientAddress }: Caller,
  { line_items, discounts, buyer, context }: PlatformCartForm,
  before?: Selection,
): Promise<Selection> {
  const ids = line_items.map(({ id }) => id);
  const products = await readProducts(db, shop, ids);
  const codes = capabilities.has(extensions.discount) ? (discounts?.codes ?? []).filter(Boolean) : [];
  const tried = codes.filter((code) => !before?.codes.includes(code));
  await countGuesses(db, shop, { codes: tried, address: clientAddress });
  const items = noteItems(line_items, products);
  if (!before) requireAvailable(shop, items, products);
  return { items, codes, buyer, context };
}

/** @throws Refusal */
function requireAvailable(shop: PlatformShop, items: ChosenItem[], products: ProductsById) {
  if (items.length === 0) return;
  const { lines, messages } = priceItems(items, products, shop);
  if (lines.length > 0) return;
  const final = messages.map(({ code, content }) => errorMessage(code, content, "unrecoverable"));
  throw new Refusal(final, { continueUrl: shop.settings.shopUrl });
}

/** Prices a selection as of now, without its delivery, and says what is wrong with it. */
export async function priceSelection(db: Database, { shop, capabilities }: Caller, selection: Selection) {
  const products = await readProducts(
    db,
    shop,
    selection.items.map(({ id }) => id),
  );
  const items = priceItems(selection.items, products, shop);
  const hasCodes = capabilities.has(extensions.discount);
  const { discount, messages } = hasCodes
    ? await applyCodes(db, shop, { codes: selection.codes, lines: items.lines })
    : { discount: undefined, messages: [] };
  return { items, hasCodes, discount, messages: [...items.messages, ...messages, ...checkClaims(selection)] };
}
