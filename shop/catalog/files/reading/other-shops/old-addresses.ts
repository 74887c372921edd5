import { maxRedirects, type Redirect } from "../../../../redirects/redirect-map.ts";
import { productAddress } from "../../../../values/product-address.ts";
import { categoryOfPath } from "./category-paths.ts";
import type { OtherProduct } from "./other-product.ts";

/** Where an address of the old shop leads: to a product by its ID, a category as catalog files name it, or all products. */
type Target = { id: string } | { category: string } | undefined;

/** Collects the addresses of an old shop, as many as a shop may redirect. See docs/decisions/0204. */
export class OldAddresses {
  readonly #targets = new Map<string, Target>();

  /** @param id of the product's first variant */
  note({ addresses = [], listAddresses, categories }: OtherProduct, id: string) {
    for (const from of addresses) this.#add(from, { id });
    const [path] = categories;
    if (!listAddresses) return;
    for (const from of listAddresses([])) this.#add(from, undefined);
    // Categories are two levels deep here: those between lead to the outermost.
    for (let depth = 1; path && depth <= path.length; depth += 1) {
      const category = depth === path.length ? categoryOfPath(path) : (path[0] ?? "");
      for (const from of listAddresses(path.slice(0, depth))) this.#add(from, { category });
    }
  }

  /** @param slugOf gives the slug of a category that a product of the file has, or is in */
  toRedirects(slugOf: (category: string) => string): Redirect[] {
    return Array.from(this.#targets, ([from, target]) => {
      if (!target) return { from, to: "/products" };
      if ("id" in target) return { from, to: productAddress({ id: target.id }) };
      return { from, to: `/products?filter=${encodeURIComponent(slugOf(target.category))}` };
    });
  }

  #add(from: string, target: Target) {
    if (this.#targets.size < maxRedirects && !this.#targets.has(from)) this.#targets.set(from, target);
  }
}
