/** Pieces of an item that an order's event is about. */
export interface EventItem {
  productId: string;
  quantity: number;
  /** What of a refund is for them. */
  amountCents?: number;
}

const itemKeys: (keyof EventItem)[] = ["productId", "quantity", "amountCents"];

/** How events and refunds store their items: a single one in columns, several as JSON. See docs/decisions/0309. */
export interface ItemColumns {
  productId: string | null;
  quantity: number | null;
  items: string | null;
}

/** The items that an event, or a refund, is about; none where it is about the whole order. */
export function itemsOf({ productId, quantity, items }: ItemColumns): EventItem[] {
  if (items) return JSON.parse(items);
  return productId ? [{ productId, quantity: quantity ?? 0 }] : [];
}

/** The part of a refund or credit of items that is for their delivery, in cents. */
export function deliveryPart({ amountCents, ...about }: ItemColumns & { amountCents: number | null }) {
  const wholeCents = amountCents ?? 0;
  const items = itemsOf(about);
  if (items.length === 0) return 0;
  return items.reduce((rest, item) => rest - (item.amountCents ?? wholeCents), wholeCents);
}

/**
 * Puts items into the columns of an event or a refund. Other properties of the items are left out.
 *
 * @param amountCents the whole refund, where some of it may be for their delivery
 */
export function itemColumns(items: EventItem[], amountCents?: number): ItemColumns {
  const [item, ...others] = items;
  if (!item) return { productId: null, quantity: null, items: null };
  const hasParts = others.length > 0 || (amountCents !== undefined && item.amountCents !== amountCents);
  if (hasParts) return { productId: null, quantity: null, items: JSON.stringify(items, itemKeys) };
  return { productId: item.productId, quantity: item.quantity, items: null };
}
