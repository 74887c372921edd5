import { channel } from "node:diagnostics_channel";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderLinesTable, OrdersTable } from "#database/schema.ts";
import { cartTotal } from "../cart/cart-reducer.ts";
import type { LineProblem } from "../cart/compare-cart.ts";
import { followStock } from "../catalog/change-stock.ts";
import { moveBetweenLists, type StatusChange } from "../catalog/lists/move-between-lists.ts";
import { decimalAmount } from "../money.ts";
import { readDelivery } from "../owners/shop-facts.ts";
import { type DeliveryTerms, deliveryCost } from "./delivery.ts";
import type { OrderForm } from "./order-form.ts";
import { createOrderNumber } from "./order-number.ts";
import { insertPayment, notePaidAtOnce } from "./order-payment.ts";
import { findPlacedOrder, hasSameContents, type PlacedOrder } from "./placed-order.ts";

/** Every column, or it doesn't compile. */
const lineColumns = Object.keys({
  orderId: true,
  position: true,
  productId: true,
  title: true,
  priceCents: true,
  thumbnail: true,
  brand: true,
  quantity: true,
} satisfies Record<keyof OrderLinesTable, true>) as (keyof OrderLinesTable)[];

/** Where whoever counts hears of each new order. */
export const orderPlaced = channel("torg:order-placed");

/** What the delivery of an order was seen to cost and costs, in cents, and by which terms. */
export interface DeliveryFound {
  seenCents: number;
  costCents: number;
  terms: DeliveryTerms;
}

/** Nothing was ordered, because the catalog, or what delivery costs, has moved on since the cart was filled. */
export class CartOutdatedError extends Error {
  override name = "CartOutdatedError";
  readonly problems: LineProblem[];
  readonly delivery: DeliveryFound;

  constructor(problems: LineProblem[], delivery: DeliveryFound) {
    const { seenCents, costCents } = delivery;
    super(`${problems.length} lines can't be ordered as they are; delivery costs ${costCents}, seen as ${seenCents}`);
    this.problems = problems;
    this.delivery = delivery;
  }
}

/** Nothing was ordered, because the purchase's key stands for an order of other contents. */
export class KeyUsedError extends Error {
  override name = "KeyUsedError";
  readonly placed: PlacedOrder;

  constructor({ orderNumber, lines }: PlacedOrder) {
    super(`Its key was used for order ${orderNumber}, which has other contents`);
    this.placed = { orderNumber, lines: lines.map(({ id, quantity }) => ({ id, quantity })) };
  }
}

/**
 * Places an order in one transaction: saves it and its lines, with the catalog's own titles and prices, takes the lines
 * from stock, and queues the mail that confirms it; or has it await its payment. The same key and contents give the same order,
 * however often and however simultaneously it is placed.
 *
 * @param userId the customer, whose email is verified
 * @param provider who takes the payment on a page of its own; without one the order is paid
 * @returns the order's number
 * @throws CartOutdatedError when a price has changed, delivery's too, a product is gone or the stock is short; nothing is changed then
 * @throws KeyUsedError when the key's order has other contents; nothing is changed then
 */
export async function placeOrder(db: Database, userId: string, form: OrderForm, now: Date, provider?: string) {
  const { orderNumber, alreadyPlaced } = await db.transaction().execute(async (trx) => {
    const terms = await readDelivery(trx);
    const subtotalCents = cartTotal(form.lines);
    // All that was seen is held against what is so before the order is saved.
    const totalCents = subtotalCents + form.deliveryCents;
    // Nobody takes a payment of nothing.
    const isPaid = !provider || totalCents === 0;
    const state = isPaid ? "paid" : "awaiting-payment";
    const order = await createOrder(trx, userId, form, { totalCents, deliveryDays: terms.days, state, now });
    if (order.alreadyPlaced) return order;
    const delivery = { seenCents: form.deliveryCents, costCents: deliveryCost(terms, subtotalCents), terms };
    const { lines, changes } = await takeFromStock(trx, form.lines, delivery);
    const rows = lines.map((line, position) => ({ ...line, orderId: order.id, position }));
    await insertRows(trx, { table: "orderLines", columns: lineColumns, json: JSON.stringify(rows) });
    if (!isPaid) await insertPayment(trx, order.id, provider, now);
    else await notePaidAtOnce(trx, { ...order, userId, totalCents }, now);
    if (changes.length > 0) await moveBetweenLists(trx, changes);
    return order;
  });
  if (!alreadyPlaced) orderPlaced.publish({ orderNumber });
  return orderNumber;
}

type OrderRow = Omit<Selectable<OrdersTable>, "id">;

const insertOrder = prepared<OrderRow>()((db, value) =>
  db
    .insertInto("orders")
    .values({
      userId: value("userId"),
      orderNumber: value("orderNumber"),
      checkoutKey: value("checkoutKey"),
      totalPrice: value("totalPrice"),
      paymentMethod: value("paymentMethod"),
      billingAddress: value("billingAddress"),
      createdAt: value("createdAt"),
      state: value("state"),
      deliveryCents: value("deliveryCents"),
      deliveryDays: value("deliveryDays"),
      // Every column, or it doesn't compile: one with a default could be left out unseen.
    } satisfies OrderRow)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

interface NewOrder extends Pick<Selectable<OrdersTable>, "deliveryDays" | "state"> {
  totalCents: number;
  now: Date;
}

/** Claims the key with a new order. A second one with this key waits here for the first to end, and then finds it. */
async function createOrder(db: Database, userId: string, form: OrderForm, { totalCents, now, ...rest }: NewOrder) {
  const { lines: _, ...named } = form;
  const order = { ...named, ...rest, userId, totalPrice: decimalAmount(totalCents), createdAt: now.getTime() };
  for (;;) {
    const orderNumber = createOrderNumber();
    const [created] = await insertOrder(db, { ...order, orderNumber });
    if (created) return { id: created.id, orderNumber, alreadyPlaced: false } as const;
    const placed = await findPlacedOrder(db, userId, form.checkoutKey);
    if (placed && !hasSameContents(placed, form)) throw new KeyUsedError(placed);
    if (placed) return { orderNumber: placed.orderNumber, alreadyPlaced: true } as const;
    // Otherwise it was the order number that exists already: take another one.
  }
}

interface TakenLine {
  line: Omit<OrderLinesTable, "orderId" | "position">;
  change: StatusChange | undefined;
}

/** Takes every line from stock, or says of each one that can't be taken why, and what delivery costs. */
async function takeFromStock(db: Database, lines: OrderForm["lines"], delivery: DeliveryFound) {
  const outcomes = new Map<string, TakenLine | LineProblem>();
  // In one order for all shoppers, so that two of them never wait for each other's product.
  for (const line of lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))) outcomes.set(line.id, await takeLine(db, line));
  const taken: TakenLine[] = [];
  const problems: LineProblem[] = [];
  for (const { id } of lines) {
    const outcome = outcomes.get(id);
    if (!outcome) continue;
    if ("kind" in outcome) problems.push(outcome);
    else taken.push(outcome);
  }
  const { seenCents, costCents } = delivery;
  if (problems.length > 0 || seenCents !== costCents) throw new CartOutdatedError(problems, delivery);
  return { lines: taken.map(({ line }) => line), changes: taken.flatMap(({ change }) => change ?? []) };
}

const takePieces = prepared<OrderForm["lines"][number]>()((db, value) =>
  db
    .updateTable("products")
    .set((eb) => ({ stock: eb("stock", "-", value("quantity")) }))
    .where("id", "=", value("id"))
    .where("priceCents", "=", value("priceCents"))
    .where("stock", ">=", value("quantity"))
    .where("availabilityStatus", "!=", "Out of Stock")
    .returning(["id", "title", "thumbnail", "brand", "stock", "availabilityStatus", "position"]),
);

async function takeLine(db: Database, wanted: OrderForm["lines"][number]): Promise<TakenLine | LineProblem> {
  const { id, quantity, priceCents } = wanted;
  const [product] = await takePieces(db, wanted);
  if (!product) return explainRefusal(db, id, priceCents);
  const { title, thumbnail, brand } = product;
  const line = { title, thumbnail, brand, productId: id, priceCents, quantity };
  return { line, change: await followStock(db, product) };
}

async function explainRefusal(db: Database, id: string, seenPriceCents: number): Promise<LineProblem> {
  const product = await db
    .selectFrom("products")
    .select(["title", "priceCents", "stock", "availabilityStatus"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!product) return { id, kind: "gone" };
  const { title, priceCents, stock, availabilityStatus } = product;
  if (stock === 0 || availabilityStatus === "Out of Stock") return { id, kind: "soldOut", title };
  const priceChanged = priceCents !== seenPriceCents;
  return { id, kind: priceChanged ? "price" : "stock", title, priceCents, stock };
}
