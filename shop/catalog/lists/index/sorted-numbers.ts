import { copied, withSpareRoom } from "./arrays.ts";
import type { Compare } from "./merge-sort.ts";
import type { Steps } from "./time-slices.ts";

/** Products' numbers in an order, with room for some more. A change of few products moves the others in blocks, which takes a millisecond for a million. */
export class SortedNumbers {
  #room: Uint32Array = new Uint32Array(0);
  #count = 0;

  static of(sorted: Uint32Array) {
    const numbers = new SortedNumbers();
    numbers.#room = sorted;
    numbers.#count = sorted.length;
    return numbers;
  }

  *copy(): Steps<SortedNumbers> {
    const copy = new SortedNumbers();
    copy.#room = yield* copied(this.#room);
    copy.#count = this.#count;
    return copy;
  }

  /** Until the next change. */
  get numbers(): Uint32Array {
    return this.#room.subarray(0, this.#count);
  }

  /** Takes some numbers out. Call it before what they are compared by changes. */
  leave(leaving: number[], compare: Compare) {
    if (leaving.length === 0) return;
    const { numbers } = this;
    const places = Uint32Array.from(leaving, (number) => placeOf(number, numbers, 0, compare)).sort();
    let to = places[0] as number;
    for (const [index, place] of places.entries()) {
      const next = places[index + 1] ?? this.#count;
      numbers.copyWithin(to, place + 1, next);
      to += next - place - 1;
    }
    this.#count = to;
  }

  /** Gives some numbers their places. Call it after what they are compared by has changed. */
  join(joining: number[], compare: Compare) {
    if (joining.length === 0) return;
    const sorted = Uint32Array.from(joining).sort(compare);
    const { numbers } = this;
    const places = new Uint32Array(sorted.length);
    for (const [index, number] of sorted.entries()) {
      places[index] = placeOf(number, numbers, places[index - 1] ?? 0, compare);
    }
    const count = this.#count + sorted.length;
    const room = count > this.#room.length ? new Uint32Array(withSpareRoom(count)) : this.#room;
    let end = this.#count;
    for (let index = sorted.length - 1; index >= 0; index--) {
      const place = places[index] as number;
      room.set(numbers.subarray(place, end), place + index + 1);
      room[place + index] = sorted[index] as number;
      end = place;
    }
    if (room !== this.#room) room.set(numbers.subarray(0, end));
    this.#room = room;
    this.#count = count;
  }
}

/** Where a number is, or belongs: each finds its place by halving what is left. */
export function placeOf(number: number, sorted: Uint32Array, from: number, compare: Compare) {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as number, number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
