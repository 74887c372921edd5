import type { Steps } from "./time-slices.ts";

/** Ids in as few bytes as they need. */
export type Ids = Uint8Array | Uint16Array | Uint32Array;

type Numbers = Ids | Float64Array;

/** Elements that a step copies. */
const copiedAtOnce = 65_536;

/** Room for some more products than there are. */
export function withSpareRoom(count: number) {
  return Math.ceil(count * 1.06) + 64;
}

/** A longer copy of an array. */
export function grown<Array extends Numbers>(array: Array, length: number): Array {
  const copy = emptyLike(array, length);
  copy.set(array);
  return copy;
}

/** The same in steps. */
export function* copied<Array extends Numbers>(array: Array, length = array.length): Steps<Array> {
  const copy = emptyLike(array, length);
  for (let at = 0; at < array.length; at += copiedAtOnce) {
    copy.set(array.subarray(at, at + copiedAtOnce), at);
    yield;
  }
  return copy;
}

function emptyLike<Array extends Numbers>(array: Array, length: number) {
  const create = array.constructor as new (length: number) => Array;
  return new create(length);
}

/** @returns the array, or a wider copy of it, which has room for an id */
export function widened(ids: Ids, id: number): Ids {
  if (id < 2 ** (8 * ids.BYTES_PER_ELEMENT)) return ids;
  return id < 65_536 ? Uint16Array.from(ids) : Uint32Array.from(ids);
}
