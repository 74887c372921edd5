import { grown } from "./arrays.ts";
import type { Steps } from "./time-slices.ts";

const pageBytes = 65_536;
/** UTF-16 code units by which keys are compared, so that each fits into a page: no title is as long. */
const longestKey = 20_000;
/** Of UTF-8, for each of them. */
const mostBytes = 3;
const copiedAtOnce = 4096;
const encoder = new TextEncoder();

/**
 * The titles' keys of all products, one behind the other in UTF-8, which is compared byte by byte as in the databases. A string each would take twice
 * the memory. Keys end with a zero, which no text of the database has. See docs/decisions/0251.
 */
export class TitleKeys {
  /** By the products' numbers: page and place of the key; 0 for the empty key. */
  #starts = new Uint32Array(0);
  readonly #pages = [new Uint8Array(pageBytes)];
  #end = 1;

  grow(capacity: number) {
    this.#starts = grown(this.#starts, capacity);
  }

  /** The keys that products have; those that they had before are left out. */
  *copy(capacity: number): Steps<TitleKeys> {
    const copy = new TitleKeys();
    copy.#starts = new Uint32Array(capacity);
    for (let number = 0; number < this.#starts.length; number++) {
      const start = this.#starts[number] as number;
      if (start !== 0) copy.#append(number, this.#pageOf(start), start % pageBytes);
      if (number % copiedAtOnce === 0) yield;
    }
    return copy;
  }

  set(number: number, key: string) {
    const length = this.#write(key);
    if (this.#isLast(number)) return;
    this.#starts[number] = this.#end;
    this.#end += length;
  }

  isKeyOf(number: number, key: string) {
    this.#write(key);
    return this.#isLast(number);
  }

  remove(number: number) {
    this.#starts[number] = 0;
  }

  compare = (one: number, other: number) => this.#compareAt(this.#starts[one] as number, this.#starts[other] as number);

  #compareAt(one: number, other: number) {
    const [onePage, otherPage] = [this.#pageOf(one), this.#pageOf(other)];
    for (let a = one % pageBytes, b = other % pageBytes; ; a++, b++) {
      const byte = onePage[a] as number;
      const difference = byte - (otherPage[b] as number);
      if (difference !== 0 || byte === 0) return difference;
    }
  }

  #pageOf(start: number) {
    return this.#pages[Math.floor(start / pageBytes)] as Uint8Array;
  }

  /** Writes a key behind all others. @returns its length, with the zero */
  #write(key: string) {
    const known = key.slice(0, longestKey);
    const page = this.#makeRoom(known.length * mostBytes + 1);
    const place = this.#end % pageBytes;
    const { written } = encoder.encodeInto(known, page.subarray(place));
    page[place + written] = 0;
    return written + 1;
  }

  /** Whether a product's key is what was written last. */
  #isLast(number: number) {
    return this.#compareAt(this.#starts[number] as number, this.#end) === 0;
  }

  #append(number: number, from: Uint8Array, start: number) {
    const end = from.indexOf(0, start) + 1;
    const page = this.#makeRoom(end - start);
    this.#starts[number] = this.#end;
    page.set(from.subarray(start, end), this.#end % pageBytes);
    this.#end += end - start;
  }

  /** @returns the page of the next key */
  #makeRoom(length: number) {
    // One byte stays free, so that the next place is on the same page.
    if ((this.#end % pageBytes) + length >= pageBytes)
      this.#end = this.#pages.push(new Uint8Array(pageBytes)) * pageBytes - pageBytes;
    return this.#pageOf(this.#end);
  }
}
