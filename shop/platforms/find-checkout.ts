import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrderState, PlatformCheckoutsTable } from "#database/schema.ts";
import { manualProvider } from "../payments/provider.ts";
import { isId } from "./selection.ts";

/** A checkout with what has become of its order; all null without one. */
export interface CheckoutRow extends Selectable<PlatformCheckoutsTable> {
  orderNumber: string | null;
  orderState: OrderState | null;
  deliveryOptionId: number | null;
  provider: string | null;
  paymentState: string | null;
}

/**
 * How far a checkout has come. It is `open` until its buyer orders, `inProgress` while they pay on a provider's page, and then `completed`; an
 * expired one is `canceled`.
 */
export type CheckoutStage = "open" | "inProgress" | "completed" | "canceled";

export function stageOf({ canceledAt, expiresAt, ...order }: CheckoutRow, now: Date): CheckoutStage {
  if (canceledAt !== null) return "canceled";
  if (isWaiting(order)) return "inProgress";
  if (isPlaced(order)) return "completed";
  return expiresAt > now.getTime() ? "open" : "canceled";
}

type OrderPart = Pick<CheckoutRow, "orderNumber" | "orderState" | "provider" | "paymentState">;

/** An order that is paid outside the shop is complete when it is placed. */
function isWaiting({ orderState, provider }: OrderPart) {
  return orderState === "awaiting-payment" && provider !== manualProvider;
}

/** One whose buyer left the provider's page without paying was cancelled, and never was an order for anyone. */
function isPlaced({ orderNumber, provider, paymentState }: OrderPart) {
  return orderNumber !== null && !(paymentState === "failed" && provider !== manualProvider);
}

export function checkoutsWithOrders(db: Database) {
  return db
    .selectFrom("platformCheckouts")
    .leftJoin("orders", "orders.id", "platformCheckouts.orderId")
    .leftJoin("payments", "payments.orderId", "platformCheckouts.orderId")
    .selectAll("platformCheckouts")
    .select([
      "orderNumber",
      "orders.state as orderState",
      "deliveryOptionId",
      "payments.provider",
      "payments.state as paymentState",
    ]);
}

/** Finds one checkout by a column that only its platform or its buyer knows. */
export async function findCheckout(
  db: Database,
  by: "id" | "link" | "orderKey",
  value: string,
): Promise<CheckoutRow | undefined> {
  if (!isId(value)) return undefined;
  return checkoutsWithOrders(db).where(`platformCheckouts.${by}`, "=", value).executeTakeFirst();
}
