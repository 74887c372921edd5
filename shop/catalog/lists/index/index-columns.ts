import type { ProductsTable } from "#database/schema.ts";
import { isSoldOut } from "../../stock/availability.ts";
import { FacetColumn } from "./facet-column.ts";
import { type FacetColumns, facets } from "./facets.ts";
import { OptionColumns } from "./option-columns.ts";
import { ProductGroups } from "./product-groups.ts";
import { type OrderColumns, ProductOrders } from "./product-orders.ts";

/** What the index keeps of a product. */
export type IndexedProduct = FacetColumns & OrderColumns & Pick<ProductsTable, "group" | "options" | "stock">;

/** A facet that has a column. */
export type ColumnName = keyof typeof facets;

export const columnNames = Object.keys(facets) as ColumnName[];

const spareRoom = 1.25;

/** What the index keeps of all products, which are known by their numbers: the indexes of all arrays. */
export class IndexColumns {
  /** By the products' numbers: 1 for those in the catalog. */
  isListed = new Uint8Array(0);
  /** By the products' numbers: 1 for those that can be bought. */
  isBuyable = new Uint8Array(0);
  readonly orders = new ProductOrders();
  readonly groups = new ProductGroups();
  readonly options = new OptionColumns();
  /** In the order of `columnNames`. */
  readonly facets = columnNames.map((name) => new FacetColumn(facets[name]));
  #capacity = 0;

  facet(name: ColumnName) {
    return this.facets[columnNames.indexOf(name)] as FacetColumn;
  }

  /** Adds the first products; `sort` then puts them into order. */
  load(products: IndexedProduct[]) {
    for (const product of products) this.#set(product);
  }

  async sort() {
    const numbers: number[] = [];
    for (let number = 0; number < this.#capacity; number++) if (this.isListed[number]) numbers.push(number);
    await this.orders.sort(Uint32Array.from(numbers));
    this.groups.arrange(this.orders.in("position"));
  }

  /** Follows a change of the catalog. @param removed the numbers of products that left it */
  update(changed: IndexedProduct[], removed: number[]) {
    const leaving = new Set(removed.filter((number) => this.isListed[number]));
    const moved = new Set(leaving);
    for (const number of leaving) this.isListed[number] = 0;
    for (const product of changed) {
      if (this.#set(product)) moved.add(product.number);
      leaving.delete(product.number);
    }
    for (const number of leaving) this.options.remove(number);
    if (moved.size === 0) return;
    this.orders.update(moved, leaving);
    this.groups.arrange(this.orders.in("position"));
  }

  /** @returns whether the product's place in the orders or its siblings change */
  #set(product: IndexedProduct) {
    const { number } = product;
    if (number >= this.#capacity) this.#grow(Math.ceil((number + 1) * spareRoom));
    const isNew = !this.isListed[number];
    this.isListed[number] = 1;
    this.isBuyable[number] = isSoldOut(product) ? 0 : 1;
    for (const column of this.facets) column.set(number, product);
    this.options.set(product);
    const hasOtherSiblings = this.groups.set(product);
    return this.orders.set(product) || hasOtherSiblings || isNew;
  }

  #grow(capacity: number) {
    this.#capacity = capacity;
    const { isListed, isBuyable } = this;
    this.isListed = new Uint8Array(capacity);
    this.isBuyable = new Uint8Array(capacity);
    this.isListed.set(isListed);
    this.isBuyable.set(isBuyable);
    for (const part of [this.orders, this.groups, this.options, ...this.facets]) part.grow(capacity);
  }
}
