import type { Steps } from "./time-slices.ts";

/** Negative if the first comes first. */
export type Compare = (one: number, other: number) => number;

/** Elements that are sorted, or merged, in one step: a fraction of a millisecond. */
const perStep = 512;

interface Merge {
  from: Uint32Array;
  to: Uint32Array;
  /** Where the next of each run is, and where the runs end. */
  one: number;
  oneEnd: number;
  other: number;
  otherEnd: number;
  /** Where the next one goes. */
  place: number;
}

/** Sorts numbers in steps. Those that compare equal keep their order. */
export function* mergeSort(numbers: Uint32Array, compare: Compare): Steps<Uint32Array> {
  const { length } = numbers;
  let from = numbers.slice();
  for (let at = 0; at < length; at += perStep) {
    from.subarray(at, at + perStep).sort(compare);
    yield;
  }
  let to = new Uint32Array(length);
  for (let run = perStep; run < length; run *= 2) {
    for (let one = 0; one < length; one += 2 * run) {
      const [middle, end] = [Math.min(one + run, length), Math.min(one + 2 * run, length)];
      yield* mergeRuns({ from, to, one, oneEnd: middle, other: middle, otherEnd: end, place: one }, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

function* mergeRuns(merge: Merge, compare: Compare): Steps {
  const { from, to, oneEnd, other, otherEnd } = merge;
  const areInOrder = other === otherEnd || compare(from[oneEnd - 1] as number, from[other] as number) <= 0;
  if (areInOrder) {
    to.set(from.subarray(merge.one, otherEnd), merge.place);
    yield;
    return;
  }
  while (merge.one < merge.oneEnd && merge.other < merge.otherEnd) {
    mergeSome(merge, compare);
    yield;
  }
  to.set(from.subarray(merge.one, merge.oneEnd), merge.place);
  to.set(from.subarray(merge.other, merge.otherEnd), merge.place + merge.oneEnd - merge.one);
}

function mergeSome(merge: Merge, compare: Compare) {
  const { from, to, oneEnd, otherEnd } = merge;
  let { one, other, place } = merge;
  const end = Math.min(place + perStep, to.length);
  while (place < end && one < oneEnd && other < otherEnd) {
    const isOther = compare(from[one] as number, from[other] as number) > 0;
    to[place++] = isOther ? (from[other++] as number) : (from[one++] as number);
  }
  Object.assign(merge, { one, other, place });
}
