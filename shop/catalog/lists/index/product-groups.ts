import type { ProductsTable } from "#database/schema.ts";
import { copied, grown, withSpareRoom } from "./arrays.ts";
import type { Compare } from "./merge-sort.ts";
import { SortedNumbers } from "./sorted-numbers.ts";
import { runAtOnce, type Steps } from "./time-slices.ts";

type Grouped = Pick<ProductsTable, "number" | "group">;

/** Groups that get other members, by their ids: the members that stay. */
type Changed = Map<number, number[]>;

const perStep = 4096;

/**
 * Which products are siblings: those of one group share a card. A card's number is that of its first product in the catalog's order, so that a
 * product without siblings is its own card. See docs/decisions/0223.
 */
export class ProductGroups {
  /** By the products' numbers: the card's number. */
  cardOf = new Uint32Array(0);
  /** By the products' numbers: the number of the next sibling in the catalog's order; 0 behind the last. */
  next = new Uint32Array(0);
  /** By the products' numbers; 0 for those of no group. */
  #groupIds = new Uint32Array(0);
  /** By the groups' ids: the number of the first product; 0 for a group without products. */
  #firsts = new Uint32Array(1);
  /** How many products have a next sibling. */
  #links = 0;
  /** Siblings next to each other, cards in the order of their first products; undefined while no product has siblings, as it is the catalog's order then. */
  #inCards: SortedNumbers | undefined;
  /** Groups only become more: an index and its copies share their ids. */
  readonly #ids: Map<string, number>;

  constructor(ids = new Map<string, number>()) {
    this.#ids = ids;
  }

  /** Whether no product has siblings, which saves looking for them. */
  get isFlat() {
    return this.#links === 0;
  }

  grow(capacity: number) {
    const { length } = this.cardOf;
    this.#groupIds = grown(this.#groupIds, capacity);
    this.cardOf = grown(this.cardOf, capacity);
    this.next = grown(this.next, capacity);
    for (let number = length; number < capacity; number++) this.cardOf[number] = number;
  }

  *copy(capacity: number): Steps<ProductGroups> {
    const copy = new ProductGroups(this.#ids);
    copy.#groupIds = yield* copied(this.#groupIds, capacity);
    copy.cardOf = yield* copied(this.cardOf, capacity);
    copy.next = yield* copied(this.next, capacity);
    for (let number = this.cardOf.length; number < capacity; number++) copy.cardOf[number] = number;
    copy.#firsts = yield* copied(this.#firsts);
    copy.#links = this.#links;
    copy.#inCards = this.#inCards && (yield* this.#inCards.copy());
    return copy;
  }

  /** All products: siblings next to each other, cards in the order of their first products. @param inCatalog in the catalog's order */
  inCards(inCatalog: Uint32Array) {
    return this.#inCards?.numbers ?? inCatalog;
  }

  /** Whether `set` would move the product to another group. */
  isMoved({ number, group }: Grouped) {
    return this.#groupIds[number] !== this.#idOf(group);
  }

  /** `arrange` or `join` then finds the product's siblings. */
  set({ number, group }: Grouped) {
    this.#groupIds[number] = this.#idOf(group);
  }

  #idOf(group: string | null) {
    if (group === null) return 0;
    const id = this.#ids.get(group) ?? this.#ids.size + 1;
    this.#ids.set(group, id);
    return id;
  }

  /** Finds all siblings. @param inCatalog all products in the catalog's order */
  *arrange(inCatalog: Uint32Array): Steps {
    if (this.#ids.size === 0) return;
    yield* this.#link(inCatalog);
    this.#inCards = undefined;
    if (this.isFlat) return;
    const { cardOf, next } = this;
    const inCards = new Uint32Array(inCatalog.length);
    let end = 0;
    for (let at = 0; at < inCatalog.length; at++) {
      if (at % perStep === 0) yield;
      const number = inCatalog[at] as number;
      if (cardOf[number] !== number) continue;
      for (let sibling = number; sibling !== 0; sibling = next[sibling] as number) inCards[end++] = sibling;
    }
    this.#inCards = SortedNumbers.of(inCards);
  }

  *#link(inCatalog: Uint32Array): Steps {
    const lasts = new Uint32Array(this.#ids.size + 1);
    this.#firsts = new Uint32Array(withSpareRoom(this.#ids.size));
    this.next.fill(0);
    this.#links = 0;
    for (let at = 0; at < inCatalog.length; at++) {
      if (at % perStep === 0) yield;
      const number = inCatalog[at] as number;
      const group = this.#groupIds[number] as number;
      const first = group === 0 ? 0 : (this.#firsts[group] as number);
      this.cardOf[number] = first || number;
      if (group === 0) continue;
      if (first === 0) this.#firsts[group] = number;
      else {
        this.next[lasts[group] as number] = number;
        this.#links += 1;
      }
      lasts[group] = number;
    }
  }

  /**
   * Takes products out of their groups, before `set`.
   *
   * @param leaving those of them that are in the catalog now
   * @param changing all of them as they will be
   * @returns the groups that change, for `join`
   */
  leave(leaving: number[], changing: Grouped[], byPosition: Compare): Changed {
    const ids = new Set([
      ...leaving.map((number) => this.#groupIds[number] as number),
      ...changing.map(({ group }) => this.#idOf(group)),
    ]);
    ids.delete(0);
    const alone = leaving.filter((number) => this.#groupIds[number] === 0);
    const members = new Map([...ids].map((id) => [id, [...this.siblings(this.#firsts[id] ?? 0)]]));
    this.#inCards?.leave([...alone, ...[...members.values()].flat()], this.#byCard(byPosition));
    for (const own of members.values()) this.#links -= Math.max(0, own.length - 1);
    const isLeaving = new Set(leaving);
    for (const number of leaving) this.#setCard([number]);
    return new Map([...members].map(([id, own]) => [id, own.filter((number) => !isLeaving.has(number))]));
  }

  /** Puts products into their groups, after `set`. @param inCatalog all products in the catalog's order, with these */
  join(joining: number[], changed: Changed, byPosition: Compare, inCatalog: Uint32Array) {
    const alone = joining.filter((number) => this.#groupIds[number] === 0);
    for (const number of joining) changed.get(this.#groupIds[number] as number)?.push(number);
    if (this.#ids.size >= this.#firsts.length) this.#firsts = grown(this.#firsts, withSpareRoom(this.#ids.size));
    for (const [id, members] of changed) {
      members.sort(byPosition);
      this.#firsts[id] = members[0] ?? 0;
      this.#links += Math.max(0, members.length - 1);
      this.#setCard(members);
    }
    if (this.isFlat) this.#inCards = undefined;
    else if (this.#inCards) this.#inCards.join([...alone, ...[...changed.values()].flat()], this.#byCard(byPosition));
    else runAtOnce(this.arrange(inCatalog));
  }

  /** @param members in the catalog's order */
  #setCard(members: number[]) {
    for (const [index, number] of members.entries()) {
      this.cardOf[number] = members[0] as number;
      this.next[number] = members[index + 1] ?? 0;
    }
  }

  #byCard(byPosition: Compare): Compare {
    const { cardOf } = this;
    return (a, b) => byPosition(cardOf[a] as number, cardOf[b] as number) || byPosition(a, b);
  }

  /** The numbers of the products that share a card, in the catalog's order. */
  *siblings(card: number) {
    for (let sibling = card; sibling !== 0; sibling = this.next[sibling] as number) yield sibling;
  }
}
