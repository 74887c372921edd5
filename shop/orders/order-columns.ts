import type { Selectable } from "kysely";
import type { OrdersTable } from "#database/schema.ts";

/**
 * Every column of an order, and whether it is read with the order. The others are the shop's own: keys, and texts that are folded for searches. A
 * new column is placed here, or it doesn't compile; whoever reads orders then has it. See docs/decisions/0193.
 */
const isRead = {
  id: true,
  userId: false,
  orderNumber: true,
  idempotencyKey: false,
  subtotalCents: true,
  discountCents: true,
  deliveryCents: true,
  vatCents: true,
  totalCents: true,
  currency: true,
  paymentMethod: true,
  billingAddress: true,
  deliveryAddress: true,
  billingName: true,
  billingCountry: true,
  billingZipCode: true,
  createdAt: true,
  state: true,
  deliveryDays: true,
  deliveryDaysFrom: true,
  discountCode: true,
  deliveryName: true,
  deliveryOptionId: false,
  isPickup: true,
  pickupPlaceId: false,
  pickup: true,
  customerNote: true,
  giftMessage: true,
  company: true,
  vatNumber: true,
  country: true,
  zipCode: true,
  vatKind: true,
  vatScheme: true,
  recipientName: true,
  recipientPhone: true,
  recipientKey: false,
  addressKey: false,
  itemsKey: false,
  paymentReference: true,
  dueOn: true,
  creditedCents: true,
  anonymizedAt: false,
} as const satisfies Record<keyof OrdersTable, boolean>;

type Column = keyof typeof isRead;
type ReadColumn = { [Name in Column]: (typeof isRead)[Name] extends true ? Name : never }[Column];

/** What a new order is stored with. Its id follows, and a moment when it is anonymized, years later. */
export const insertedColumns = (Object.keys(isRead) as Column[]).filter(
  (column): column is Exclude<Column, "id" | "anonymizedAt"> => column !== "id" && column !== "anonymizedAt",
);

/** What a query selects of orders, also where it joins other tables. */
export const orderColumns = (Object.keys(isRead) as Column[])
  .filter((column): column is ReadColumn => isRead[column])
  .map((column) => `orders.${column}` as const);

/** An order as it is stored. `OrdersTable` says what its columns mean. */
export type OrderRow = Pick<Selectable<OrdersTable>, ReadColumn>;
