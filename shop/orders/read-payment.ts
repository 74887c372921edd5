import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PaymentsTable } from "#database/schema.ts";
import type { BegunPayment, HostedPayments, Purchase } from "../payments/payment-provider.ts";
import type { Shop } from "../shop.ts";
import { OrderUnknownError, totalCentsOf } from "./order-events.ts";

/** What payments take. */
export type Paying = Pick<Shop, "db" | "settings" | "payments" | "log" | "now">;

export type Payment = Pick<
  Selectable<PaymentsTable>,
  | "orderId"
  | "provider"
  | "state"
  | "externalId"
  | "reference"
  | "url"
  | "amountCents"
  | "currency"
  | "mode"
  | "paidCents"
>;

/** A payment stands with a provider that the shop isn't configured for any more. */
export class ProviderMissingError extends Error {
  override name = "ProviderMissingError";
}

/** An order's payment with a provider; undefined for one that the shop's own checkout took. */
export function readPayment(db: Database, orderNumber: string): Promise<Payment | undefined> {
  return db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderId", "provider", "payments.state", "externalId", "reference", "url"])
    .select(["amountCents", "currency", "mode", "paidCents"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
}

/** The provider that took a payment. @throws ProviderMissingError */
export function hostOf({ payments }: Pick<Shop, "payments">, { provider }: { provider: string }): HostedPayments {
  if (payments.hosted && payments.name === provider) return payments;
  throw new ProviderMissingError(`Payments by ${provider} are not configured`);
}

/** A payment as its provider knows it. @param payment has begun */
export function begunOf({ externalId, reference }: Payment, orderNumber: string): BegunPayment {
  return { orderNumber, externalId: externalId ?? "", reference };
}

/** What a provider has to know of an order. @throws OrderUnknownError */
export async function readPurchase(
  { db, settings }: Pick<Shop, "db" | "settings">,
  orderNumber: string,
): Promise<Purchase> {
  const order = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["id", "totalPrice", "deliveryCents", "email"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!order) throw new OrderUnknownError(orderNumber);
  const lines = await db
    .selectFrom("orderLines")
    .select(["title", "priceCents", "quantity"])
    .where("orderId", "=", order.id)
    .orderBy("position")
    .execute();
  return {
    orderNumber,
    totalCents: totalCentsOf(order.totalPrice),
    deliveryCents: order.deliveryCents,
    email: order.email,
    lines,
    orderUrl: `${settings.shopUrl}/order-confirmation/${orderNumber}`,
    checkoutUrl: `${settings.shopUrl}/checkout`,
  };
}
