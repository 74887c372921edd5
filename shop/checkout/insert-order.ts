import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderLinesTable, OrdersTable } from "#database/schema.ts";
import type { arrivalColumns } from "../delivery/arrival-days.ts";
import type { Area, DeliveryOption } from "../delivery/delivery-option.ts";
import { addressColumns } from "../delivery/full-address.ts";
import { type PickupPlace, placeColumns } from "../delivery/pickup-place.ts";
import { keepExtras } from "../orders/extra-fields.ts";
import { insertedColumns } from "../orders/order-columns.ts";
import type { OrderSums } from "../orders/sums.ts";
import { foldText } from "../text/fold-text.ts";
import { createOrderNumber } from "../values/order-number.ts";
import type { OrderForm } from "./order-form.ts";
import { findPlacedOrder, hasSameContents, IdempotencyConflictError } from "./placed-order.ts";

type NewRow = Omit<Selectable<OrdersTable>, "id" | "anonymizedAt">;
/** What is read of the customer and the products. */
type Looked = "recipientName" | "recipientKey" | "billingName" | "itemsKey";

/** @property typedName the recipient's; null for the customer's @property itemIds in JSON @property itemIdsKey folded */
interface Ordered extends Omit<NewRow, Looked> {
  typedName: string | null;
  typedNameKey: string | null;
  itemIds: string;
  itemIdsKey: string;
}

// Names are read in the same statement: orders are what a shop writes most. See docs/decisions/0167 and docs/decisions/0209. It inserts nothing for
// an account that was deleted: docs/decisions/0352.
const insertOrder = prepared<Ordered>()((db, value) => {
  const typed = sql`cast(${value("typedName")} as text)`;
  const typedKey = sql`cast(${value("typedNameKey")} as text)`;
  const read: Record<Looked, RawBuilder<unknown>> = {
    recipientName: sql`coalesce(${typed}, ${fullName})`,
    recipientKey: sql`coalesce(${typedKey} || ' ', '') || ${fullNameKey}`,
    billingName: sql`case when ${typed} is not null then nullif(${fullName}, '') end`,
    itemsKey: itemsKey(db, value("itemIds"), value("itemIdsKey")),
  };
  const given = insertedColumns.filter((column) => !Object.hasOwn(read, column)) as Exclude<keyof NewRow, Looked>[];
  const customer = db
    .selectFrom("customers")
    .select(given.map((column) => sql<never>`${value(column)}`.as(column)))
    .select(Object.entries(read).map(([column, text]) => text.as(column)))
    .where("uid", "=", value("userId"))
    .where("deletedAt", "is", null)
    .$if(engineOf(db) === "postgres", (query) => query.forKeyShare());
  return db
    .insertInto("orders")
    .columns([...given, ...(Object.keys(read) as Looked[])])
    .expression(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id");
});

function itemsKey(db: Database, ids: string, idsKey: string) {
  const each = engineOf(db) === "postgres" ? sql`json_array_elements_text(${ids}::json)` : sql`json_each(${ids})`;
  const text = sql`"titleKey" || ' ' || lower(coalesce(sku, ''))`;
  const texts = sql`select string_agg(${text}, ' ') from products where id in (select value from ${each} as ids)`;
  return sql`cast(${idsKey} as text) || ' ' || coalesce((${texts}), '')`;
}

const fullName = sql`trim(firstname || ' ' || lastname)`;
const fullNameKey = sql`trim("firstnameKey" || ' ' || "lastnameKey")`;

interface NewOrder
  extends OrderSums,
    Pick<
      NewRow,
      | "currency"
      | "state"
      | "vatKind"
      | "vatScheme"
      | keyof ReturnType<typeof deliveryColumns>
      | keyof Awaited<ReturnType<typeof arrivalColumns>>
    > {
  area: Area;
  now: Date;
}

/** Nothing was ordered: the customer has deleted the account since the request's session was read. */
export class AccountDeletedError extends Error {
  override name = "AccountDeletedError";
}

/**
 * Claims the idempotency key with a new order. A second request with this key waits here for the first, and then finds its order. See docs/decisions/0061.
 *
 * @throws AccountDeletedError, IdempotencyConflictError
 */
export async function createOrder(db: Database, userId: string, form: OrderForm, { now, area, ...columns }: NewOrder) {
  const { checkoutKey: idempotencyKey, paymentMethod, discountCode = null, recipientName } = form;
  const { country = null, zipCode } = area;
  const order = {
    ...{ ...columns, userId, idempotencyKey, createdAt: now.getTime() },
    ...{ paymentMethod, discountCode, country, zipCode: zipCode || null },
    ...{ paymentReference: null, dueOn: null, creditedCents: 0 },
    ...postedAddress(form),
    ...keepExtras(form),
  };
  const typed = { typedName: recipientName ?? null, typedNameKey: recipientName ? foldText(recipientName) : null };
  const ids = form.lines.map(({ id }) => id);
  const items = { itemIds: JSON.stringify(ids), itemIdsKey: foldText(ids.join(" ")) };
  for (;;) {
    const orderNumber = createOrderNumber();
    const [created] = await insertOrder(db, { ...order, ...typed, ...items, orderNumber });
    if (created) return { id: created.id, orderNumber, alreadyPlaced: false } as const;
    const placed = await findPlacedOrder(db, userId, idempotencyKey);
    // Without a choice of the customer's, any option and place is the same, and so is any name of theirs.
    const { delivery: deliveryOptionId = placed?.deliveryOptionId ?? null, recipientName = placed?.recipientName } =
      form;
    const { pickupPlace: pickupPlaceId = placed?.pickupPlaceId ?? null } = form;
    const asked = { ...order, deliveryOptionId, pickupPlaceId, recipientName: recipientName ?? "", lines: form.lines };
    if (placed && !hasSameContents(placed, asked)) throw new IdempotencyConflictError(placed);
    if (placed) return { orderNumber: placed.orderNumber, alreadyPlaced: true } as const;
    if (!(await hasAccount(db, userId))) throw new AccountDeletedError("The account was deleted");
    // The conflict was the order number: try another one.
  }
}

async function hasAccount(db: Database, userId: string) {
  const customer = db.selectFrom("customers").select("uid").where("uid", "=", userId).where("deletedAt", "is", null);
  return (await customer.executeTakeFirst()) !== undefined;
}

/** Whom an order is billed to, and where it goes. */
function postedAddress(form: OrderForm) {
  const { billingAddress, deliveryAddress = null, country, zipCode } = form;
  const isElsewhere = deliveryAddress !== null;
  return {
    ...addressColumns({ billingAddress, deliveryAddress }),
    billingCountry: (isElsewhere && country) || null,
    billingZipCode: (isElsewhere && zipCode) || null,
  };
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
  options: true,
  sku: true,
} satisfies Record<keyof OrderLinesTable, true>) as (keyof OrderLinesTable)[];

type NewLine = Omit<Selectable<OrderLinesTable>, "orderId" | "position">;

export async function insertLines(db: Database, orderId: number, lines: NewLine[]) {
  const rows = lines.map((line, position) => ({ ...line, orderId, position }));
  await insertRows(db, { table: "orderLines", columns: lineColumns, rows });
}

/** What an order keeps of its delivery option and place. @param hasChoice whether the shop has others: its name matters then, or for pickup */
export function deliveryColumns(
  option: DeliveryOption | undefined,
  { place, hasChoice }: { place: PickupPlace | undefined; hasChoice: boolean },
) {
  return {
    deliveryName: option && (hasChoice || option.isPickup) ? option.name : null,
    deliveryOptionId: option?.id ?? null,
    isPickup: option?.isPickup ? (1 as const) : (0 as const),
    ...placeColumns(place),
  };
}
