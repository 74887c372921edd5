import type { ProductsTable } from "#database/schema.ts";

/**
 * Which products are siblings: those of one group share a card. A card's number is that of its first product in the catalog's order, so that a
 * product without siblings is its own card. See docs/decisions/0223.
 */
export class ProductGroups {
  /** By the products' numbers: the card's number. */
  cardOf = new Uint32Array(0);
  /** By the products' numbers: the number of the next sibling in the catalog's order; 0 behind the last. */
  next = new Uint32Array(0);
  /** All products: siblings next to each other, cards in the order of their first products. */
  inCards: Uint32Array = new Uint32Array(0);
  /** Whether no product has siblings, which saves looking for them. */
  isFlat = true;
  /** By the products' numbers; 0 for those of no group. */
  #groupIds = new Uint32Array(0);
  readonly #ids = new Map<string, number>();

  grow(capacity: number) {
    const [groupIds, cardOf, next] = [this.#groupIds, this.cardOf, this.next];
    this.#groupIds = new Uint32Array(capacity);
    this.cardOf = new Uint32Array(capacity);
    this.next = new Uint32Array(capacity);
    this.#groupIds.set(groupIds);
    this.cardOf.set(cardOf);
    this.next.set(next);
    for (let number = cardOf.length; number < capacity; number++) this.cardOf[number] = number;
  }

  /** @returns whether the product has joined or left a group; `arrange` then finds its siblings */
  set({ number, group }: Pick<ProductsTable, "number" | "group">) {
    const id = group === null ? 0 : (this.#ids.get(group) ?? this.#ids.size + 1);
    if (group !== null) this.#ids.set(group, id);
    const isMoved = this.#groupIds[number] !== id;
    this.#groupIds[number] = id;
    return isMoved;
  }

  /** Finds all siblings. @param inCatalog the products' numbers in the catalog's order */
  arrange(inCatalog: Uint32Array) {
    if (this.#ids.size === 0) {
      this.inCards = inCatalog;
      return;
    }
    this.#link(inCatalog);
    const { cardOf, next } = this;
    const inCards = new Uint32Array(inCatalog.length);
    let end = 0;
    for (let at = 0; at < inCatalog.length; at++) {
      const number = inCatalog[at] as number;
      if (cardOf[number] !== number) continue;
      for (let sibling = number; sibling !== 0; sibling = next[sibling] as number) inCards[end++] = sibling;
    }
    this.inCards = inCards;
  }

  #link(inCatalog: Uint32Array) {
    const { cardOf, next } = this;
    const groupIds = this.#groupIds;
    const firsts = new Uint32Array(this.#ids.size + 1);
    const lasts = new Uint32Array(this.#ids.size + 1);
    next.fill(0);
    this.isFlat = true;
    for (let at = 0; at < inCatalog.length; at++) {
      const number = inCatalog[at] as number;
      const group = groupIds[number] as number;
      const first = group === 0 ? 0 : (firsts[group] as number);
      cardOf[number] = first || number;
      if (group === 0) continue;
      if (first === 0) firsts[group] = number;
      else {
        next[lasts[group] as number] = number;
        this.isFlat = false;
      }
      lasts[group] = number;
    }
  }

  /** The numbers of the products that share a card, in the catalog's order. */
  *siblings(card: number) {
    for (let sibling = card; sibling !== 0; sibling = this.next[sibling] as number) yield sibling;
  }
}
