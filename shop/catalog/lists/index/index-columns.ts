import type { ProductsTable } from "#database/schema.ts";
import { isSoldOut } from "../../stock/availability.ts";
import { copied, grown, withSpareRoom } from "./arrays.ts";
import { FacetColumn } from "./facet-column.ts";
import { type FacetColumns, facets } from "./facets.ts";
import { OptionColumns } from "./option-columns.ts";
import { ProductGroups } from "./product-groups.ts";
import { type OrderColumns, ProductOrders } from "./product-orders.ts";
import type { Steps } from "./time-slices.ts";

/** What the index keeps of a product. */
export type IndexedProduct = FacetColumns & OrderColumns & Pick<ProductsTable, "group" | "options" | "stock">;

/** A facet that has a column. */
export type ColumnName = keyof typeof facets;

export const columnNames = Object.keys(facets) as ColumnName[];

/** What the index keeps of all products, which are known by their numbers: the indexes of all arrays. */
export class IndexColumns {
  /** By the products' numbers: 1 for those in the catalog. */
  isListed = new Uint8Array(0);
  /** By the products' numbers: 1 for those that can be bought. */
  isBuyable = new Uint8Array(0);
  orders = new ProductOrders();
  groups = new ProductGroups();
  options = new OptionColumns();
  /** In the order of `columnNames`. */
  facets = columnNames.map((name) => new FacetColumn(facets[name]));

  /** How many numbers of products there is room for. */
  get capacity() {
    return this.isListed.length;
  }

  /** All products: siblings next to each other, cards in the order of their first products. */
  get inCards() {
    return this.groups.inCards(this.orders.in("position"));
  }

  facet(name: ColumnName) {
    return this.facets[columnNames.indexOf(name)] as FacetColumn;
  }

  /** How many products have each value of a facet. */
  countsIn(name: ColumnName): Map<string, number> {
    const { values, valueIds } = this.facet(name);
    const counts = new Uint32Array(values.length);
    const numbers = this.orders.in("position");
    for (let at = 0; at < numbers.length; at++) {
      const id = valueIds[numbers[at] as number] as number;
      counts[id] = (counts[id] as number) + 1;
    }
    const all = values.map((value, id): [string, number] => [value, counts[id] as number]);
    return new Map(all.filter(([, count]) => count > 0));
  }

  /** Makes room for so many numbers. */
  grow(capacity: number) {
    this.isListed = grown(this.isListed, capacity);
    this.isBuyable = grown(this.isBuyable, capacity);
    for (const part of [this.orders, this.groups, this.options, ...this.facets]) part.grow(capacity);
  }

  *copy(capacity: number): Steps<IndexColumns> {
    const copy = new IndexColumns();
    copy.isListed = yield* copied(this.isListed, capacity);
    copy.isBuyable = yield* copied(this.isBuyable, capacity);
    copy.orders = yield* this.orders.copy(capacity);
    copy.groups = yield* this.groups.copy(capacity);
    copy.options = yield* this.options.copy(capacity);
    for (const [index, column] of this.facets.entries()) copy.facets[index] = yield* column.copy(capacity);
    return copy;
  }

  /** Adds the first products; `sort` then puts them into order. */
  load(products: IndexedProduct[]) {
    for (const product of products) this.#set(product);
  }

  *sort(): Steps {
    const listed = new Uint32Array(this.capacity);
    let count = 0;
    for (let number = 0; number < this.capacity; number++) if (this.isListed[number]) listed[count++] = number;
    yield* this.orders.sort(listed.subarray(0, count));
    yield* this.groups.arrange(this.orders.in("position"));
  }

  /** Follows a change of the catalog. @param removed the numbers of products that left it */
  update(changed: IndexedProduct[], removed: number[]) {
    this.#makeRoom(Math.max(0, ...changed.map(({ number }) => number)));
    const { orders, groups } = this;
    const isListed = (number: number) => this.isListed[number] === 1;
    const present = new Set(changed.map(({ number }) => number));
    const removedNow = [...new Set(removed)].filter((number) => isListed(number) && !present.has(number));
    const moved = changed.filter((row) => !isListed(row.number) || groups.isMoved(row) || orders.isMoved(row));
    const regrouped = moved.filter(
      (row) => !isListed(row.number) || groups.isMoved(row) || orders.isMovedInCatalog(row),
    );
    const leaving = (rows: IndexedProduct[]) => [...rows.map(({ number }) => number).filter(isListed), ...removedNow];
    const changedGroups = groups.leave(leaving(regrouped), regrouped, orders.comparedIn("position"));
    orders.leave(leaving(moved));
    for (const product of changed) this.#set(product);
    for (const number of removedNow) this.#remove(number);
    orders.join(moved.map(({ number }) => number));
    const joining = regrouped.map(({ number }) => number);
    groups.join(joining, changedGroups, orders.comparedIn("position"), orders.in("position"));
  }

  #set(product: IndexedProduct) {
    const { number } = product;
    this.#makeRoom(number);
    this.isListed[number] = 1;
    this.isBuyable[number] = isSoldOut(product) ? 0 : 1;
    for (const column of this.facets) column.set(number, product);
    this.options.set(product);
    this.groups.set(product);
    this.orders.set(product);
  }

  #remove(number: number) {
    this.isListed[number] = 0;
    this.options.remove(number);
    this.orders.remove(number);
  }

  #makeRoom(number: number) {
    if (number >= this.capacity) this.grow(withSpareRoom(number + 1));
  }
}
