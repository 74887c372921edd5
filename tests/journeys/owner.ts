import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ImportOptions, importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { listOrders } from "../../cli/orders.ts";
import type { RunningShop } from "../support/running-shop.ts";

/** A product in a catalog file. */
export interface CatalogProduct {
  id: string;
  title: string;
  price: number;
  stock: number;
  thumbnail: string;
  [field: string]: unknown;
}

const shopsWithImports = new WeakSet<RunningShop>();

/** A valid product. Its low rating and missing brand keep it out of other tests' lists. */
export function productOf(changes: Partial<CatalogProduct> & Pick<CatalogProduct, "id" | "title">): CatalogProduct {
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

/** Imports products into the running shop, as its owner does, ahead of its other products. */
export function importProducts(shop: RunningShop, ...products: CatalogProduct[]) {
  return importJson(shop, products, { inFileOrder: true });
}

/** Replaces all products. */
export function importProductsOnly(shop: RunningShop, ...products: CatalogProduct[]) {
  return importJson(shop, products, { replace: true });
}

/** Restores the sample catalog and removes every other product. */
export async function importSampleCatalogOnly(shop: RunningShop) {
  await importFile(shop, "catalog/products.json", { replace: true });
  shopsWithImports.delete(shop);
}

/** Restores the sample catalog if a test imported products: a dozen of them push others off a list's first page. */
export async function undoImports(shop: RunningShop) {
  if (shopsWithImports.has(shop)) await importSampleCatalogOnly(shop);
}

async function importJson(shop: RunningShop, products: CatalogProduct[], options?: ImportOptions) {
  const folder = await mkdtemp(join(tmpdir(), "torg-import-"));
  const file = join(folder, "catalog.json");
  await writeFile(file, JSON.stringify(products));
  await importFile(shop, file, options);
  await rm(folder, { recursive: true });
}

/** How long the shop serves a cached page without checking its version, in milliseconds. */
const pageMaxAgeMs = 250;

async function importFile(shop: RunningShop, file: string, options?: ImportOptions) {
  const { db } = await shop.inside();
  shopsWithImports.add(shop);
  await importCatalog(db, file, { acceptWarnings: true, ...options });
  await setTimeout(pageMaxAgeMs);
}

/** A customer's orders, newest first. */
export async function ordersOf(shop: RunningShop, email: string) {
  const { db } = await shop.inside();
  const orders = await listOrders(db);
  return orders.filter((order) => order.email === email);
}
