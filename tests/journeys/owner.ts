import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningShop } from "../support/running-shop.ts";
import { runShopCommand } from "../support/server-process.ts";

/** A product in a catalog file. */
export interface CatalogProduct {
  id: string;
  title: string;
  price: number;
  stock: number;
  [field: string]: unknown;
}

/** A product that is right in every field. Its low rating and missing brand keep it out of other tests' lists. */
export function productOf(changes: Partial<CatalogProduct> & { id: string; title: string }): CatalogProduct {
  return {
    price: 10,
    stock: 20,
    rating: 1,
    thumbnail: "/pictures/groceries/main-800.webp",
    images: ["/pictures/groceries/main-800.webp"],
    category: "groceries",
    tags: [],
    discountPercentage: 0,
    minimumOrderQuantity: 1,
    description: "Only sold in tests.",
    availabilityStatus: "In Stock",
    ...changes,
  };
}

/** Puts products into the open shop, or changes those that are there, as its owner does. */
export async function importProducts({ environment }: RunningShop, ...products: CatalogProduct[]) {
  const folder = await mkdtemp(join(tmpdir(), "torg-import-"));
  const file = join(folder, "catalog.json");
  await writeFile(file, JSON.stringify(products));
  await runShopCommand(environment, "import", file);
  await rm(folder, { recursive: true });
}

interface Order {
  orderNumber: string;
  email: string;
  totalPrice: string;
}

/** What somebody has ordered, newest first. */
export async function ordersOf({ environment }: RunningShop, email: string) {
  const orders: Order[] = JSON.parse(await runShopCommand(environment, "orders", "--json"));
  return orders.filter((order) => order.email === email);
}

/** Makes the sample catalog the only one: every other product is gone. */
export async function importSampleCatalogOnly({ environment }: RunningShop) {
  await runShopCommand(environment, "import", "catalog/products.json", "--replace");
}
