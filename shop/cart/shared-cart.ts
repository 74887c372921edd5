import type { Wanted } from "./add-goods.ts";
import { linesLimit, quantityLimit } from "./cart-limits.ts";

/** A cart as its address has it (`?add=`): `<id>:<quantity>,<id>:<quantity>`; signs of an id that mean something there are percent-encoded. */
export function writeSharedCart(lines: Wanted[]) {
  return lines.map(({ id, quantity }) => `${encodeURIComponent(id)}:${quantity}`).join(",");
}

/** Reads what `writeSharedCart` wrote, or somebody by hand: without a quantity it is one piece, and what is no quantity is left out. */
export function readSharedCart(text: string): Wanted[] {
  const wanted = new Map<string, number>();
  for (const item of text.split(",", 2 * linesLimit)) {
    const colon = item.lastIndexOf(":");
    const count =
      /^\d{1,9}$/.test(item.slice(colon + 1).trim()) && colon > 0 ? Number(item.slice(colon + 1)) : undefined;
    const id = decode((count === undefined ? item : item.slice(0, colon)).trim());
    if (id === "" || id.includes("\0") || count === 0) continue;
    const quantity = (wanted.get(id) ?? 0) + (count ?? 1);
    if (wanted.has(id) || wanted.size < linesLimit) wanted.set(id, Math.min(quantity, quantityLimit));
  }
  return Array.from(wanted, ([id, quantity]) => ({ id, quantity }));
}

function decode(name: string) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
