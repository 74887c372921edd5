import type { Database } from "#database/connect.ts";
import { addItems } from "../cart/add-items.ts";
import { type CartLine, cartSubtotal } from "../cart/cart-reducer.ts";
import { type CartProduct, type ProductsById, withPricing } from "../cart/compare-cart.ts";
import { readCartProducts } from "../checkout/cart-products.ts";
import { differenceOf } from "../checkout/describe-changes.ts";
import type { Shop } from "../shop.ts";
import { type Destination, decideVat, pricesAt } from "../taxes/treatment.ts";
import { dayOf } from "../values/days.ts";
import { defaultLocale } from "../values/locale.ts";
import { errorMessage, type Message, warning } from "./refusal.ts";
import type { ChosenItem } from "./selection.ts";
import type { SentItem } from "./selection-form.ts";

export type PlatformShop = Pick<Shop, "settings" | "now">;

export type PricedLine = ReturnType<typeof withPricing>[number];

export interface PricedItems {
  /** What the buyer's cart will hold: what the catalog has of the items now, up to the stock. */
  lines: PricedLine[];
  products: ProductsById;
  /** What keeps the buyer from getting the items as the platform chose them. */
  messages: Message[];
}

/** Looks up products as the shop's own cart does. Those that the catalog doesn't have are null. @param destination where they go, once that is known */
export async function readProducts(
  db: Database,
  { settings, now }: PlatformShop,
  ids: string[],
  destination: Destination = {},
) {
  const { taxes, timeZone } = settings;
  const priceOf = pricesAt(taxes, decideVat(taxes, destination), dayOf(now(), timeZone));
  const found = await readCartProducts(db, ids, priceOf, now());
  const byId = new Map<string, CartProduct | null>(ids.map((id) => [id, null]));
  for (const product of found) byId.set(product.id, product);
  return byId;
}

/** Notes what a platform is about to be told of its items: later answers say what has changed since. A product that is named twice counts once. */
export function noteItems(sent: SentItem[], products: ProductsById): ChosenItem[] {
  const quantities = new Map<string, number>();
  for (const { id, quantity } of sent) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return Array.from(quantities, ([id, quantity]) => {
    const product = products.get(id);
    return product ? { id, quantity, title: product.title, priceCents: product.priceCents } : { id, quantity };
  });
}

/** What the shop sells now of what a platform chose: the same lines that the buyer's own cart will hold. */
export function priceItems(items: ChosenItem[], products: ProductsById, { settings }: PlatformShop): PricedItems {
  const { lines, missing } = addItems([], items, products);
  const positions = new Map(lines.map(({ id }, index) => [id, index]));
  const messages = missing.map(({ id, kind, text }): Message => {
    if (kind === "short") {
      const position = positions.get(id);
      const path = position === undefined ? undefined : `$.line_items[${position}].quantity`;
      return warning("quantity_adjusted", text, path);
    }
    // The line is gone from the answer, so that no path leads to it.
    if (kind === "soldOut") return errorMessage("out_of_stock", `${text} Item: ${id}`, "recoverable");
    const isKnown = items.some((item) => item.id === id && item.title !== undefined);
    return errorMessage(
      "item_unavailable",
      isKnown ? `${text} Item: ${id}` : `Product not found: ${id}`,
      "recoverable",
    );
  });
  const changed = lines.flatMap((line, index) => priceChange(line, index, { items, products, settings }));
  return { lines: withPricing(lines, products), products, messages: [...messages, ...changed] };
}

/** The same lines as they cost where they go. */
export async function priceAtDestination(
  db: Database,
  shop: PlatformShop,
  items: PricedItems,
  destination: Destination,
): Promise<PricedItems> {
  const goodsCents = cartSubtotal(items.lines);
  const to = { ...destination, goodsCents };
  if (decideVat(shop.settings.taxes, to).kind === null) return items;
  const ids = items.lines.map(({ id }) => id);
  const products = await readProducts(db, shop, ids, to);
  return { ...items, lines: withPricing(items.lines, products) };
}

interface Seen extends Pick<PlatformShop, "settings"> {
  items: ChosenItem[];
  products: ProductsById;
}

function priceChange(line: CartLine, index: number, { items, products, settings }: Seen): Message[] {
  const seenCents = items.find(({ id }) => id === line.id)?.priceCents;
  const product = products.get(line.id);
  if (!product || seenCents === undefined || seenCents === line.priceCents) return [];
  const seen = { ...line, priceCents: seenCents };
  const { currency } = settings;
  const { changes } = differenceOf([seen], [{ ...product, kind: "price" }], {
    formats: { currency, locale: defaultLocale },
  });
  return changes.slice(0, 1).map(({ text }) => warning("price_changed", text, `$.line_items[${index}].item.price`));
}
