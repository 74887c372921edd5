import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { nextPosition } from "../../products/archive-product.ts";
import { readStoredProducts } from "../../products/product-ids.ts";

/** A product that an import gives another place among those that are there. Places count from 1. */
export interface Move {
  id: string;
  from: number;
  to: number;
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
  const named = (await readStoredProducts(db, ids)).filter(({ table }) => table === "products").length;
  const other = await db.selectFrom("products").select("number").limit(1).offset(named).executeTakeFirst();
  return other !== undefined;
}

/**
 * Tells which products an import moves: as few as explain the catalog's new order. What only makes room for them doesn't count, nor does what is new.
 *
 * @param ids the file's products, in its order
 */
export async function readMoves(
  db: Database,
  ids: string[],
  { isFileOrder, replace = false }: Pick<ImportOrder, "isFileOrder"> & OrderOptions,
): Promise<Move[]> {
  if (!isFileOrder) return [];
  const known = await db.selectFrom("products").select("id").orderBy("position").execute();
  const placeOf = new Map(known.map(({ id }, index) => [id, index + 1]));
  const named = new Set(ids);
  const others = replace ? [] : known.map(({ id }) => id).filter((id) => !named.has(id));
  const after = [...ids, ...others].flatMap((id, index) => {
    const from = placeOf.get(id);
    return from === undefined ? [] : [{ id, from, to: index + 1 }];
  });
  const staying = longestRise(after.map(({ from }) => from));
  return after.filter((_, index) => !staying.has(index));
}

/** The indexes of the longest part of different numbers that rises. */
function longestRise(numbers: number[]): Set<number> {
  /** By length less one: where the rise of that length ends that ends with the least number. */
  const ends: number[] = [];
  const previous = new Int32Array(numbers.length).fill(-1);
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] as number) rise.add(index);
  return rise;
}

const movesNamed = 3;

/** What becomes of the catalog's order, for its owner; undefined when it stays. */
export function movesInWords(moves: Move[]) {
  if (moves.length === 0) return undefined;
  // Of products that change places with each other, one may end up with the number that it had.
  if (moves.length > movesNamed || moves.some(({ from, to }) => from === to))
    return moves.length === 1 ? "1 product changes position" : `${moves.length} products change position`;
  return moves.map(({ id, from, to }) => `${id} moves from ${from} to ${to}`).join(", ");
}
