import { channel } from "node:diagnostics_channel";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderLinesTable, OrdersTable } from "#database/schema.ts";
import type { LineProblem } from "../cart/compare-cart.ts";
import { bumpCatalogVersion } from "../catalog/catalog-version.ts";
import { dayOf } from "../days.ts";
import { chooseDelivery, DeliveryRefusedError } from "../delivery/choose-delivery.ts";
import type { DeliveryOption } from "../delivery/delivery-option.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { claimDiscount, readDiscountFor } from "../discounts/claim-discount.ts";
import { type DiscountTerms, discountLines } from "../discounts/discount.ts";
import type { Currency } from "../money.ts";
import { insertManualPayment, insertPayment } from "../payments/payment.ts";
import { readOrderTerms } from "../settings/settings.ts";
import { rateOn } from "../taxes/taxes.ts";
import type { DeliveryTerms } from "./delivery.ts";
import { createOrderNumber } from "./order.ts";
import type { OrderForm } from "./order-form.ts";
import { addUp, agreedColumns, calculateSums, haveSameSums, type OrderSums, sumColumns } from "./sums.ts";
import { takeStock } from "./take-stock.ts";

/** Published after each new order, for metrics. */
export const orderPlaced = channel("torg:order-placed");

/** What the customer agreed to pay, and what the order costs now. */
export interface SumsMismatch {
  seen: OrderSums;
  current: OrderSums;
  delivery: DeliveryTerms;
  /** Those of the code that the customer entered. */
  discount?: DiscountTerms | undefined;
}

/** Nothing was ordered: the catalog, the delivery cost or the discount has changed since the customer saw the cart. */
export class CartOutdatedError extends Error {
  override name = "CartOutdatedError";
  readonly problems: LineProblem[];
  readonly sums: SumsMismatch;

  constructor(problems: LineProblem[], sums: SumsMismatch) {
    const { seen, current } = sums;
    super(`${problems.length} lines have changed; the total is ${current.totalCents}, seen as ${seen.totalCents}`);
    this.problems = problems;
    this.sums = sums;
  }
}

/** Nothing was ordered: prices are in another currency than the customer saw. */
export class CurrencyChangedError extends Error {
  override name = "CurrencyChangedError";

  constructor(seen: Currency, current: Currency) {
    super(`Prices are in ${current}, and were seen in ${seen}`);
  }
}

/** Nothing was ordered: the idempotency key was used for an order with other contents. */
export class IdempotencyConflictError extends Error {
  override name = "IdempotencyConflictError";
  readonly placed: { orderNumber: string; lines: { id: string; quantity: number }[] };

  constructor({ orderNumber, lines }: PlacedOrder) {
    super(`Idempotency key already used for order ${orderNumber} with different contents`);
    this.placed = { orderNumber, lines: lines.map(({ id, quantity }) => ({ id, quantity })) };
  }
}

/**
 * Places an order in one transaction: saves it with the catalog's titles and prices, takes its lines from stock, claims its discount code last, and
 * either queues the confirmation mail or waits for the payment. The same key and contents always give the same order.
 *
 * @param userId the customer, whose email is verified
 * @param provider takes the payment on its own page; without one the order is paid
 * @param timeZone the shop's, whose day decides the VAT rates
 * @returns the order's number
 * @throws CartOutdatedError when a price, the delivery cost or the discount has changed, or a product is gone or short; nothing is changed then
 * @throws DeliveryRefusedError when the delivery option has changed or isn't for the address; nothing is changed then
 * @throws DiscountRefusedError when the discount code can't be used any more; nothing is changed then
 * @throws CurrencyChangedError when prices are in another currency than the customer saw; nothing is changed then
 * @throws IdempotencyConflictError when the key belongs to an order with other contents; nothing is changed then
 */
export async function placeOrder(
  db: Database,
  userId: string,
  form: OrderForm,
  now: Date,
  provider?: string,
  timeZone = "UTC",
) {
  const { orderNumber, alreadyPlaced } = await db.transaction().execute(async (trx) => {
    const { countries, currency, taxes } = await readOrderTerms(trx);
    const today = dayOf(now, timeZone);
    if (form.currency !== undefined && form.currency !== currency)
      throw new CurrencyChangedError(form.currency, currency);
    const options = await readDeliveryOptions(trx);
    const { option: delivery, refusal } = chooseDelivery(options, form, countries);
    // Saved as the customer saw it, and compared below: the key is claimed before any stock is taken.
    const seen = addUp(form.lines, form);
    const isPaid = !provider || seen.totalCents === 0;
    const state = isPaid ? "paid" : "awaiting-payment";
    const delivered = deliveryColumns(delivery, options.length > 1);
    const order = await createOrder(trx, userId, form, { ...seen, ...delivered, currency, state, now });
    if (order.alreadyPlaced) return order;
    if (refusal) throw new DeliveryRefusedError(refusal);
    const { problems, lines, changed } = await takeStock(trx, form.lines, (rate) => rateOn(taxes, rate, today));
    const { discount, lines: priced } = await priceLines(trx, form, now);
    const rates = new Map(lines.map(({ productId, vatBasisPoints }) => [productId, vatBasisPoints]));
    const taxed = priced.map((line) => ({ ...line, vatBasisPoints: rates.get(line.id) ?? null }));
    const current = calculateSums(taxed, { delivery, discount });
    if (problems.length > 0 || !haveSameSums(seen, current)) {
      throw new CartOutdatedError(problems, { seen, current, delivery, discount });
    }
    const discounts = discountLines(priced, discount);
    await insertLines(
      trx,
      order.id,
      lines.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0 })),
    );
    if (current.vatCents > 0) await saveVat(trx, order.id, current);
    if (!isPaid) await insertPayment(trx, order.id, provider, now);
    else await insertManualPayment(trx, { ...order, userId, currency, totalCents: seen.totalCents }, now);
    if (changed.length > 0) await bumpCatalogVersion(trx, changed);
    if (discount) await claimDiscount(trx, discount.code, { orderId: order.id, userId, now });
    return order;
  });
  if (!alreadyPlaced) orderPlaced.publish({ orderNumber });
  return orderNumber;
}

/** VAT is a part of the total that the customer agreed to, so only the catalog knows it. */
async function saveVat(transaction: Database, id: number, { vatCents }: OrderSums) {
  await transaction.updateTable("orders").set({ vatCents }).where("id", "=", id).execute();
}

/** What an order keeps of its delivery option. @param hasChoice whether the shop has others: its name matters then, or for pickup */
function deliveryColumns(option: DeliveryOption | undefined, hasChoice: boolean) {
  return {
    deliveryDays: option?.days ?? 0,
    deliveryName: option && (hasChoice || option.isPickup) ? option.name : null,
    deliveryOptionId: option?.id ?? null,
    isPickup: option?.isPickup ? (1 as const) : (0 as const),
  };
}

async function priceLines(db: Database, { discountCode, lines }: OrderForm, now: Date) {
  return discountCode ? readDiscountFor(db, discountCode, { lines, now }) : { discount: undefined, lines };
}

type OrderRow = Omit<Selectable<OrdersTable>, "id">;

const insertOrder = prepared<OrderRow>()((db, value) =>
  db
    .insertInto("orders")
    .values({
      userId: value("userId"),
      orderNumber: value("orderNumber"),
      idempotencyKey: value("idempotencyKey"),
      subtotalCents: value("subtotalCents"),
      discountCents: value("discountCents"),
      deliveryCents: value("deliveryCents"),
      vatCents: value("vatCents"),
      totalCents: value("totalCents"),
      currency: value("currency"),
      paymentMethod: value("paymentMethod"),
      billingAddress: value("billingAddress"),
      createdAt: value("createdAt"),
      state: value("state"),
      deliveryDays: value("deliveryDays"),
      discountCode: value("discountCode"),
      deliveryName: value("deliveryName"),
      deliveryOptionId: value("deliveryOptionId"),
      isPickup: value("isPickup"),
      // Every column, or it doesn't compile: a forgotten one would silently get its default.
    } satisfies OrderRow)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

interface NewOrder extends OrderSums, Pick<OrderRow, "currency" | "state" | keyof ReturnType<typeof deliveryColumns>> {
  now: Date;
}

/** Claims the idempotency key with a new order. A second request with this key waits here for the first, and then finds its order. */
async function createOrder(db: Database, userId: string, form: OrderForm, { now, ...columns }: NewOrder) {
  const { checkoutKey: idempotencyKey, paymentMethod, billingAddress, discountCode = null } = form;
  const contents = { paymentMethod, billingAddress, discountCode };
  const order = { ...columns, ...contents, userId, idempotencyKey, createdAt: now.getTime() };
  for (;;) {
    const orderNumber = createOrderNumber();
    const [created] = await insertOrder(db, { ...order, orderNumber });
    if (created) return { id: created.id, orderNumber, alreadyPlaced: false } as const;
    const placed = await findPlacedOrder(db, userId, idempotencyKey);
    // Without a choice of the customer's, any option is the same.
    const { delivery: deliveryOptionId = placed?.deliveryOptionId ?? null } = form;
    if (placed && !hasSameContents(placed, { ...order, deliveryOptionId, lines: form.lines }))
      throw new IdempotencyConflictError(placed);
    if (placed) return { orderNumber: placed.orderNumber, alreadyPlaced: true } as const;
    // The conflict was the order number: try another one.
  }
}

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
  discountCents: true,
  vatBasisPoints: true,
} satisfies Record<keyof OrderLinesTable, true>) as (keyof OrderLinesTable)[];

type NewLine = Omit<Selectable<OrderLinesTable>, "orderId" | "position">;

async function insertLines(db: Database, orderId: number, lines: NewLine[]) {
  const rows = lines.map((line, position) => ({ ...line, orderId, position }));
  await insertRows(db, { table: "orderLines", columns: lineColumns, json: JSON.stringify(rows) });
}

/** An order as idempotency compares it. */
interface Contents extends OrderSums {
  paymentMethod: string;
  billingAddress: string;
  discountCode: string | null;
  deliveryOptionId: number | null;
  lines: { id: string; quantity: number; priceCents: number }[];
}

export interface PlacedOrder extends Contents {
  orderNumber: string;
}

/** The order that a customer placed with an idempotency key; undefined before that. */
export async function findPlacedOrder(
  db: Database,
  userId: string,
  idempotencyKey: string,
): Promise<PlacedOrder | undefined> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "orderNumber", "paymentMethod", "billingAddress", "discountCode", "deliveryOptionId", ...sumColumns])
    .where("userId", "=", userId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = await db
    .selectFrom("orderLines")
    .select(["productId as id", "quantity", "priceCents"])
    .where("orderId", "=", order.id)
    .execute();
  return { ...order, lines };
}

/** The idempotency key of a customer's order. */
export async function readIdempotencyKey(db: Database, userId: string, orderNumber: string) {
  const order = await db
    .selectFrom("orders")
    .select("idempotencyKey")
    .where("userId", "=", userId)
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  return order?.idempotencyKey;
}

/** Whether two orders ask for the same products at the same prices, sums, discount code, payment method and address. The order of lines doesn't count. */
export function hasSameContents(one: Contents, other: Contents) {
  return toKey(one) === toKey(other);
}

function toKey({ paymentMethod, billingAddress, discountCode, deliveryOptionId, lines, ...sums }: Contents) {
  const sorted = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify([
    paymentMethod,
    billingAddress,
    discountCode,
    deliveryOptionId,
    agreedColumns.map((column) => sums[column]),
    sorted.map(({ id, quantity, priceCents }) => [id, quantity, priceCents]),
  ]);
}
