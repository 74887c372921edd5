import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { nextPosition } from "../../products/archive-product.ts";
import { countSold, readIdsInOrder } from "../../products/product-ids.ts";

/** So many products that move are named. */
const movesNamed = 3;

/** The products that an import gives another place among those that are there. Places count from 1. */
export interface Moves {
  count: number;
  /** The first of them. */
  first: { id: string; from: number; to: number }[];
}

export interface OrderOptions {
  /** Whether the products go that the file doesn't name. */
  replace?: boolean | undefined;
  /** Whether the file's order counts even if it doesn't name all products. */
  inFileOrder?: boolean | undefined;
}

/** The order that an import gives the catalog. */
export interface ImportOrder {
  /** Whether it is the file's, with the others behind. Otherwise products keep their places, and new ones come last. */
  isFileOrder: boolean;
  /** The products that the file doesn't name, in the catalog's order, if they move or go; otherwise none. */
  others: Other[];
  /** The first position behind all products, archived ones too. */
  next: number;
}

type Other = Pick<ProductsTable, "number" | "position">;

/**
 * A file's order counts if the file names all products, or by request. A file that only changes some columns moves nothing by itself. See docs/decisions/0138.
 *
 * @param ids the file's products, in its order
 */
export async function readOrder(
  db: Database,
  ids: string[],
  { replace = false, inFileOrder = false, isPartial }: OrderOptions & { isPartial: boolean },
): Promise<ImportOrder> {
  const next = await nextPosition(db);
  if (replace || inFileOrder)
    return { isFileOrder: inFileOrder || !isPartial, others: await readOthers(db, ids), next };
  return { isFileOrder: !isPartial && !(await hasOthers(db, ids)), others: [], next };
}

async function readOthers(db: Database, ids: string[]): Promise<Other[]> {
  const named = new Set(ids);
  const all = await db.selectFrom("products").select(["id", "number", "position"]).orderBy("position").execute();
  return all.filter(({ id }) => !named.has(id));
}

/** Whether the catalog has products that the file doesn't name: more than those of the file that it has. */
async function hasOthers(db: Database, ids: string[]) {
  const named = await countSold(db, ids);
  const other = await db.selectFrom("products").select("number").limit(1).offset(named).executeTakeFirst();
  return other !== undefined;
}

/**
 * Tells which products an import moves: as few as explain the catalog's new order. What only makes room for them doesn't count, nor does what is new.
 * A file may have a million products, so places are kept as plain numbers. See docs/decisions/0378.
 *
 * @param ids the file's products, in its order
 */
export async function readMoves(
  db: Database,
  ids: string[],
  { isFileOrder, replace = false }: Pick<ImportOrder, "isFileOrder"> & OrderOptions,
): Promise<Moves> {
  if (!isFileOrder) return { count: 0, first: [] };
  const known = await readIdsInOrder(db);
  const shared = Math.min(ids.length, known.length);
  // Most files are as the shop exported them.
  if (ids.slice(0, shared).every((id, index) => id === known[index])) return { count: 0, first: [] };
  const places = formerPlaces(known, ids, replace);
  return movesIn(places, (index) => ids[index] ?? (known[(places[index] ?? 0) - 1] as string));
}

/** Where each product of the new order is in the catalog; 0 for new ones. */
function formerPlaces(known: string[], ids: string[], replace: boolean) {
  const placeOf = new Map(known.map((id, index) => [id, index + 1]));
  const places = new Int32Array(ids.length + (replace ? 0 : known.length));
  const isNamed = new Uint8Array(known.length + 1);
  for (const [index, id] of ids.entries()) {
    const place = placeOf.get(id) ?? 0;
    places[index] = place;
    isNamed[place] = 1;
  }
  if (replace) return places;
  let length = ids.length;
  for (let place = 1; place <= known.length; place += 1) if (!isNamed[place]) places[length++] = place;
  return places.subarray(0, length);
}

function movesIn(places: Int32Array, idAt: (index: number) => string): Moves {
  const isStaying = longestRise(places);
  const moves: Moves = { count: 0, first: [] };
  for (const [index, from] of places.entries()) {
    if (from === 0 || isStaying[index]) continue;
    moves.count += 1;
    if (moves.first.length < movesNamed) moves.first.push({ id: idAt(index), from, to: index + 1 });
  }
  return moves;
}

/** Marks the longest part of different numbers that rises. Zeros are left out. */
function longestRise(numbers: Int32Array): Uint8Array {
  /** By length less one: where the rise of that length ends that ends with the least number. */
  const ends = new Int32Array(numbers.length);
  const previous = new Int32Array(numbers.length).fill(-1);
  let length = 0;
  for (const [index, number] of numbers.entries()) {
    if (number === 0) continue;
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
    if (low === length) length += 1;
  }
  const rise = new Uint8Array(numbers.length);
  for (let index = length > 0 ? (ends[length - 1] as number) : -1; index >= 0; index = previous[index] as number)
    rise[index] = 1;
  return rise;
}

/** What becomes of the catalog's order, for its owner; undefined when it stays. */
export function movesInWords({ count, first }: Moves) {
  if (count === 0) return undefined;
  // Of products that change places with each other, one may end up with the number that it had.
  if (count > movesNamed || first.some(({ from, to }) => from === to))
    return count === 1 ? "1 product changes position" : `${count} products change position`;
  return first.map(({ id, from, to }) => `${id} moves from ${from} to ${to}`).join(", ");
}
