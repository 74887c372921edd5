import type { ItemRequest } from "./add-items.ts";
import { linesLimit, quantityLimit } from "./cart-reducer.ts";

/** A cart as a link's `?add=` has it: `<id>:<quantity>,<id>:<quantity>`, with percent-encoded ids. See docs/decisions/0065. */
export function writeSharedCart(lines: ItemRequest[]) {
  return lines.map(({ id, quantity }) => `${encodeURIComponent(id)}:${quantity}`).join(",");
}

/** Reads `?add=`, also one typed by hand: a missing quantity is 1, and items with a quantity of 0 are skipped. */
export function readSharedCart(text: string): ItemRequest[] {
  const wanted = new Map<string, number>();
  for (const item of text.split(",", 2 * linesLimit)) {
    const colon = item.lastIndexOf(":");
    const count =
      /^\d{1,9}$/.test(item.slice(colon + 1).trim()) && colon > 0 ? Number(item.slice(colon + 1)) : undefined;
    const id = decodeIfEncoded((count === undefined ? item : item.slice(0, colon)).trim());
    if (id === "" || id.includes("\0") || count === 0) continue;
    const quantity = (wanted.get(id) ?? 0) + (count ?? 1);
    if (wanted.has(id) || wanted.size < linesLimit) wanted.set(id, Math.min(quantity, quantityLimit));
  }
  return Array.from(wanted, ([id, quantity]) => ({ id, quantity }));
}

/** The percent-decoded text; one that isn't encoded right as it is. */
export function decodeIfEncoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
