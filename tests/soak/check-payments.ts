import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#shop/orders/state/state-machine.ts";
import { replayEvents } from "#shop/orders/state/state-machine.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { openStripeBooks } from "../support/stripe-books.ts";
import type { Refund, Session } from "../support/stripe-samples.ts";
import type { Counts } from "./shopper.ts";

const longestWait = 180_000;
const pause = 500;

/**
 * Processes everything that is pending, as if its time had come: delivers events, expires unpaid payments, executes refunds and reconciles them
 * with Stripe.
 *
 * @returns what can't be settled, as text
 */
export async function settlePayments(db: Database, stripeFile: string) {
  const stripe = openStripeBooks(stripeFile);
  let settledAt: number | undefined;
  try {
    for (const until = performance.now() + longestWait; ; await sleep(pause)) {
      const open = await db
        .updateTable("payments")
        .set({ createdAt: 0, dueAt: 0 })
        .where("state", "=", "pending")
        .execute();
      const waiting = await db.updateTable("refunds").set({ dueAt: 0 }).where("state", "=", "pending").execute();
      const pending = stripe.list("refund").filter(({ status }) => status === "pending").length;
      const left = `${rowsOf(open)} payments, ${rowsOf(waiting) + pending} refunds and ${stripe.countDeliveries()} events`;
      if (/^0\D+0\D+0\D+$/.test(left)) settledAt ??= Date.now();
      if (settledAt && (await hasReconciled(db, settledAt))) return [];
      if (performance.now() > until) return [`Not settled: ${left}`];
    }
  } finally {
    stripe.close();
  }
}

const day = 24 * 60 * 60_000;

/** Whether all refunds were read from Stripe since a moment; otherwise makes that due. */
async function hasReconciled(db: Database, since: number) {
  const job = db.selectFrom("jobs").select("runAt").where("kind", "=", "refundReconciliation");
  const { runAt } = await job.executeTakeFirstOrThrow();
  // The job runs again a day after each run.
  if (runAt - day >= since) return true;
  if (runAt > 0) await db.updateTable("jobs").set({ runAt: 0 }).where("kind", "=", "refundReconciliation").execute();
  return false;
}

function rowsOf(results: { numUpdatedRows: bigint }[]) {
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Compares the shop's payments with Stripe's to the cent. @returns all differences as text */
export async function checkPayments(db: Database, stripeFile: string, counts: Counts) {
  const stripe = openStripeBooks(stripeFile);
  const own = stripe.list("session").filter(({ payment_link }) => !payment_link);
  const sessions = Map.groupBy(own, ({ client_reference_id }) => client_reference_id ?? "");
  const refunds = Map.groupBy(stripe.list("refund"), ({ payment_intent }) => payment_intent ?? "");
  stripe.close();
  const orders = await readBookedOrders(db);
  const hasStep = (step: OrderTransition) =>
    orders.filter(({ events }) => events.some((event) => event.step === step)).length;
  counts.paid = hasStep("paid");
  counts["paid late"] = hasStep("paidLate");
  counts["paid back"] = hasStep("refunded") + hasStep("refundedInPart");
  counts["refunds refused"] = hasStep("refundFailed");
  counts.cancelled = hasStep("cancelled");
  counts["refunds in the dashboard"] = [...refunds.values()].flat().filter(({ metadata }) => !metadata.refundId).length;
  counts["payments that match no order"] = hasStep("noted");
  const numbers = new Set(orders.map(({ orderNumber }) => orderNumber));
  return [
    ...[...sessions.keys()]
      .filter((number) => !numbers.has(number))
      .map((number) => `Stripe has a payment for ${number}, which is no order`),
    ...orders.flatMap((order) => {
      const own = sessions.get(order.orderNumber) ?? [];
      const paidBack = own.flatMap(({ payment_intent }) => refunds.get(String(payment_intent)) ?? []);
      return problemsOf(order, own, paidBack).map((problem) => `${order.orderNumber} (${order.state}) ${problem}`);
    }),
  ];
}

async function readBookedOrders(db: Database) {
  const payments = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderNumber", "externalId", "reference"])
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .select(["orderNumber", "refunds.id", "refunds.state", "amountCents"])
    .execute();
  const paymentOf = new Map(payments.map((payment) => [payment.orderNumber, payment]));
  const refundsOf = Map.groupBy(refunds, ({ orderNumber }) => orderNumber);
  return (await readOrders(db)).map((order) => ({
    ...order,
    payment: paymentOf.get(order.orderNumber),
    refunds: refundsOf.get(order.orderNumber) ?? [],
  }));
}

type BookedOrder = Awaited<ReturnType<typeof readBookedOrders>>[number];

/** @param sessions Stripe's sessions of the order @param there Stripe's refunds of its payments */
function problemsOf(
  { state, events, payment, refunds, totalCents }: BookedOrder,
  sessions: Session[],
  there: Refund[],
) {
  const problems: string[] = [];
  const same = (what: string, here: unknown, there: unknown) => {
    if (here !== there) problems.push(`${what}: ${here} here, ${there} at Stripe`);
  };
  const eventCents = (...steps: OrderTransition[]) => sumOf(events.filter(({ step }) => steps.includes(step)));
  const paid = sessions.filter(({ payment_status }) => payment_status === "paid");
  const paidCents = eventCents("paid", "paidLate");
  same(
    "paid",
    paidCents,
    paid.reduce((sum, { amount_total }) => sum + (amount_total ?? 0), 0),
  );
  same(
    "its money's name",
    payment?.reference ?? "none",
    paid.map(({ payment_intent }) => payment_intent).join() || "none",
  );
  if (paidCents !== 0 && paidCents !== totalCents) problems.push(`costs ${totalCents} cents`);

  const done = refunds.filter(({ state }) => state === "settled");
  const doneThere = there.filter(({ status }) => status === "succeeded");
  const nameOf = ({ id, metadata, amount }: Refund) => `${metadata.refundId ?? id} ${amount}`;
  same("refunds", namesOf(done.map(({ id, amountCents }) => `${id} ${amountCents}`)), namesOf(doneThere.map(nameOf)));
  const reversedCents = sumOf(events.filter(({ wasSettled }) => wasSettled));
  same("refunds by its events", eventCents("refunded", "refundedInPart") - reversedCents, sumOf(done));
  if (sumOf(done) > paidCents) problems.push("more was paid back than was paid");
  const refused = sumOf(refunds.filter(({ state }) => state === "failed"));
  if (state === "cancelled" && sumOf(done) + refused < paidCents) problems.push("is cancelled, and was not paid back");

  const isOpen = sessions.some(({ id, status }) => status === "open" && id === payment?.externalId);
  if (isOpen) problems.push("can still be paid");
  if (sessions.length > 1) problems.push(`has ${sessions.length} payments`);
  if (state === "awaiting-payment") problems.push("still waits");
  if (replayEvents(events) !== state) problems.push("has other events");
  return problems;
}

function sumOf(items: { amountCents: number | null }[]) {
  return items.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

function namesOf(names: string[]) {
  return names.toSorted().join();
}
