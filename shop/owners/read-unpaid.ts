import type { Database } from "#database/connect.ts";
import { holdingOfflineOrders, unpaidOfflineOrders } from "../orders/unpaid-offline-orders.ts";
import { type Options, withOptions } from "../values/product-options.ts";

/** Fewer pieces hold up no business. */
const leastHeld = 10;
const shownProducts = 5;
const soonMs = 2 * 24 * 60 * 60_000;

/** A product of which unpaid orders hold at least half. */
export interface HeldProduct {
  id: string;
  title: string;
  options: Options;
  /** Pieces in unpaid orders. */
  held: number;
  /** Pieces that are left. */
  stock: number;
}

/** What owners should look at among the orders by invoice or bank transfer: products they hold, and orders that are cancelled within two days. */
export async function readUnpaidWarnings(db: Database, now: Date) {
  const ending = unpaidOfflineOrders(db).where("dueAt", "<=", now.getTime() + soonMs);
  return { held: await readHeldProducts(db), ending: (await ending.execute()).length };
}

async function readHeldProducts(db: Database): Promise<HeldProduct[]> {
  const rows = await db
    .selectFrom("orderLines")
    .innerJoin("products", "products.id", "orderLines.productId")
    .select(["products.id", "products.title", "products.options", "products.stock"])
    .select((eb) => eb.fn.sum<number>("quantity").as("held"))
    .where("orderId", "in", holdingOfflineOrders(db))
    .groupBy(["products.id", "products.title", "products.options", "products.stock"])
    .having((eb) => eb.fn.sum("quantity"), ">=", leastHeld)
    .having((eb) => eb(eb.fn.sum("quantity"), ">=", eb.ref("products.stock")))
    .orderBy("held", "desc")
    .orderBy("products.id")
    .limit(shownProducts)
    .execute();
  return rows.map(({ held, ...product }) => ({ ...withOptions(product), held: Number(held) }));
}
