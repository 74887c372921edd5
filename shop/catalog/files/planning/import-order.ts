import type { Database } from "#database/connect.ts";
import { ScratchList } from "#database/scratch.ts";
import { nextPosition } from "../../products/archive-product.ts";
import { copyOrder, type PlacedProduct, productsInOrder } from "../../products/catalog-order.ts";
import { countSold } from "../../products/product-ids.ts";
import type { FileProducts } from "../reading/file-products.ts";
import type { RowSpool } from "./row-spool.ts";

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
  others: ScratchList<PlacedProduct>;
  /** The first position behind all products, archived ones too. */
  next: number;
}

const productsPerRead = 500;

/**
 * A file's order counts if the file names all products, or by request. A file that only changes some columns moves nothing by itself. See docs/decisions/0138.
 */
export async function readOrder(
  db: Database,
  spool: RowSpool,
  { replace = false, inFileOrder = false, isPartial }: OrderOptions & { isPartial: boolean },
): Promise<ImportOrder> {
  const next = await nextPosition(db);
  const namesAll = async () => !isPartial && (replace || !(await hasOthers(db, spool.products)));
  const isFileOrder = inFileOrder || (await namesAll());
  const others = new ScratchList<PlacedProduct>(spool.scratch, "others");
  if (!isFileOrder && !replace) return { isFileOrder, others, next };
  await copyOrder(db, spool.scratch);
  spool.products.forgetFormerPlaces();
  for (const some of productsInOrder(spool.scratch, productsPerRead))
    for (const product of some) if (!spool.products.setFormerPlace(product.id, product.place)) others.add(product);
  return { isFileOrder, others, next };
}

/** Whether the catalog has products that the file doesn't name: more than those of the file that it has. */
async function hasOthers(db: Database, products: FileProducts) {
  let named = 0;
  for (const some of products.batches(productsPerRead))
    named += await countSold(
      db,
      some.map(({ id }) => id),
    );
  const other = await db.selectFrom("products").select("number").limit(1).offset(named).executeTakeFirst();
  return other !== undefined;
}

/**
 * Tells which products an import moves: as few as explain the catalog's new order. What only makes room for them doesn't count, nor does what is new.
 * A file may have a million products, so places are kept as plain numbers, and only if something moves. See docs/decisions/0385.
 */
export function readMoves(
  products: FileProducts,
  { isFileOrder, others, replace = false }: Omit<ImportOrder, "next"> & Pick<OrderOptions, "replace">,
): Moves {
  const formerPlaces = function* () {
    yield* products.formerPlaces();
    if (!replace) for (const some of others.batches(productsPerRead)) for (const { place } of some) yield place;
  };
  if (!isFileOrder || isRising(formerPlaces())) return { count: 0, first: [] };
  const places = new Int32Array(products.count + (replace ? 0 : others.size));
  let length = 0;
  for (const place of formerPlaces()) places[length++] = place;
  return movesIn(places, (index) => products.idAt(index + 1) ?? idOfOther(others, places[index]));
}

/** Whether products that were there are in the order that they had. New ones are zeros. */
function isRising(places: Iterable<number>) {
  let last = 0;
  for (const place of places) {
    if (place === 0) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

function idOfOther(others: ImportOrder["others"], wanted: number | undefined) {
  for (const some of others.batches(productsPerRead)) {
    const found = some.find(({ place }) => place === wanted);
    if (found) return found.id;
  }
  return "";
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
