import type { Sort } from "./sorts.ts";

/** A list's order: one of the menu's sorts, or the catalog's own. */
export type ListOrder = Sort | "position";

/** The column of `productRanks` that says where a product stands in each order. */
export const rankColumns = {
  position: "position",
  name: "nameRank",
  highestPrice: "highestPriceRank",
  lowestPrice: "lowestPriceRank",
  rating: "ratingRank",
} as const satisfies Record<ListOrder, string>;

export const listOrders = Object.keys(rankColumns) as ListOrder[];

export const bytesPerRank = 4;

/** Ranks as `catalogLists` keeps them. */
export function packRanks(ranks: number[]): Uint8Array {
  const bytes = Buffer.alloc(ranks.length * bytesPerRank);
  for (const [index, rank] of ranks.entries()) bytes.writeUInt32LE(rank, index * bytesPerRank);
  return bytes;
}

export function unpackRanks(packed: Uint8Array) {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: bytes.length / bytesPerRank }, (_, index) => bytes.readUInt32LE(index * bytesPerRank));
}
