import type { Database } from "#database/connect.ts";
import { buyerAddress, parcelAddress } from "../../delivery/full-address.ts";
import { pickupLine } from "../../delivery/pickup-place.ts";
import { fullTitle, type Options, withOptions } from "../../values/product-options.ts";
import { shownExtras } from "../extra-fields.ts";
import { orderColumns } from "../order-columns.ts";
import { isToSend } from "../unpaid-offline-orders.ts";
import { withLines } from "./read-order.ts";

/** A product on the pick list. */
export interface PickListItem {
  productId: string;
  title: string;
  options: Options;
  sku: string | null;
  pieces: number;
  /** In how many orders. */
  orders: number;
}

const mostPicks = 5000;
/** The engines order "É" differently, and neither as people do. */
const alphabetical = new Intl.Collator("en");

/** The items of all orders that can be sent and aren't yet, by title. */
export async function readPickList(db: Database, sendsUnpaid?: boolean): Promise<PickListItem[]> {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("orderLines", "orderLines.orderId", "orders.id")
    .select((eb) => [
      "productId",
      "title",
      "options",
      "sku",
      eb.fn.sum<number>("quantity").as("pieces"),
      eb.fn.count<number>("orders.id").distinct().as("orders"),
    ])
    .where(isToSend(sendsUnpaid))
    .groupBy(["productId", "title", "options", "sku"])
    .orderBy("productId")
    .limit(mostPicks)
    .execute();
  const picks = rows.map((row) => ({
    ...withOptions(row),
    pieces: Number(row.pieces),
    orders: Number(row.orders),
  }));
  return picks.sort((one, other) => alphabetical.compare(fullTitle(one), fullTitle(other)));
}

/** How many of these orders go by each delivery option, by its name; none where the shop had no choice. */
export async function countDeliveries(
  db: Database,
  sendsUnpaid?: boolean,
): Promise<{ name: string; orders: number }[]> {
  const rows = await db
    .selectFrom("orders")
    .select((eb) => [eb.ref("deliveryName").$notNull().as("name"), eb.fn.countAll<number>().as("orders")])
    .where(isToSend(sendsUnpaid))
    .where("deliveryName", "is not", null)
    .groupBy("deliveryName")
    .execute();
  const counts = rows.map(({ name, orders }) => ({ name, orders: Number(orders) }));
  return counts.sort((one, other) => alphabetical.compare(one.name, other.name));
}

/** What goes into a parcel, and where it goes. */
export interface Parcel {
  orderNumber: string;
  name: string;
  company: string | null;
  /** In lines. */
  address: string;
  phone: string | null;
  /** Its delivery option; null where the shop had no other. */
  delivery: string | null;
  isPickup: 0 | 1;
  /** Where the customer collects it: its name and address; null for others, and where the shop names no place. */
  place: string | null;
  /** What the customer wrote with the order, by its name. */
  notes: [name: string, text: string][];
  /** Milliseconds since 1970 (UTC). */
  createdAt: number;
  lines: { productId: string; title: string; options: Options; sku: string | null; quantity: number }[];
}

/**
 * The parcels of some orders; or of those that can be sent and aren't yet, the oldest first.
 *
 * @param limit how many at most
 * @property skip how many to leave out before them
 * @property sendsUnpaid whether orders are sent before their invoice is paid
 */
export async function readParcels(
  db: Database,
  orderNumbers: string[],
  limit: number,
  { skip = 0, sendsUnpaid }: { skip?: number; sendsUnpaid?: boolean | undefined } = {},
): Promise<Parcel[]> {
  let query = db.selectFrom("orders").select(orderColumns).orderBy("createdAt").orderBy("id").limit(limit).offset(skip);
  query = orderNumbers.length > 0 ? query.where("orderNumber", "in", orderNumbers) : query.where(isToSend(sendsUnpaid));
  const orders = await query.execute();
  return (await withLines(db, orders)).map(({ order: { orderNumber, lines, ...order } }) => ({
    orderNumber,
    name: order.recipientName,
    // The company is the buyer's.
    company: order.deliveryAddress === null ? order.company : null,
    address: order.isPickup ? buyerAddress(order) : parcelAddress(order),
    phone: order.recipientPhone,
    delivery: order.deliveryName,
    isPickup: order.isPickup,
    place: pickupLine(order),
    notes: shownExtras({ ...order, recipientPhone: null, company: null, vatNumber: null }),
    createdAt: order.createdAt,
    lines,
  }));
}
