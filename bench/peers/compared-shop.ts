import catalog from "../../catalog/products.json" with { type: "json" };
import { type openLocations, plenty } from "../support/bench-shop.ts";
import type { Load } from "../support/load.ts";
import type { ShoppedProduct } from "../support/shopper.ts";
import type { Shopping } from "../support/shoppers-process.ts";
import type { StartedPrograms } from "../support/start-programs.ts";

/** A shop that is filled and installed, and can be started again and again. */
export interface ComparedShop {
  /** The way its lists are read; a second one may ask for pages that no memory has. */
  lists: ComparedList[];
  /** Where its packages are. */
  modules: string;
  /** Whether its list is a page for browsers, and not data for another program. */
  hasPages: boolean;
  shopping: Pick<Shopping, "shopper" | "products" | "cookies" | "order">;
  /** The product that shoppers rush for. All other orders are for other products. */
  scarce: ShoppedProduct;
  /** Requests of a purchase. */
  requestsPerOrder: number;
  /** Starts it in production. */
  start(): Promise<StartedPrograms & { url: string }>;
  /** Sets how many pieces there are of the scarce product, while the shop is stopped. */
  setStock(pieces: number): Promise<void>;
  /** How many pieces of it the shop can still sell, by its database. */
  readStock(): Promise<number>;
}

interface ComparedList extends Pick<Load, "uncached" | "headers"> {
  path: string;
  /** Tells it from the shop's other one. */
  name?: string;
  /** Every request comes from another address: the shop refuses many from one. */
  fromMany?: boolean;
}

export type Locations = Awaited<ReturnType<typeof openLocations>>;

export interface CatalogProduct {
  id: string;
  title: string;
  description: string;
  category: string;
  brand?: string | undefined;
  price: number;
  stock: number;
  /** In the folder `catalog`. */
  picture: string;
}

/** The sample catalog, all of it in plenty. */
export const products: CatalogProduct[] = catalog.map(
  ({ id, title, description, category, brand, price, thumbnail }) => ({
    ...{ id, title, description, category, brand, price, stock: plenty },
    picture: thumbnail.replace(/\?.*/, "").slice(1),
  }),
);

/** The product that is scarce in every shop. */
export const scarceId = products.at(-1)?.id ?? "";

/** How many shoppers a comparison has at the most. */
export const mostShoppers = 12;

/** Keeps the scarce product apart from the others. */
export function partScarce<Product extends ShoppedProduct>(all: Product[], isScarce: (product: Product) => boolean) {
  const scarce = all.find(isScarce);
  if (!scarce) throw new Error(`${scarceId} is not in the shop`);
  return { scarce, products: all.filter((product) => product !== scarce) };
}
