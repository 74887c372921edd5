import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#shop/orders/state/state-machine.ts";
import { replayEvents } from "#shop/orders/state/state-machine.ts";
import { openStripeBooks } from "../support/stripe-books.ts";
import type { Refund, Session } from "../support/stripe-samples.ts";
import { openVippsBooks } from "../support/vipps-account.ts";
import { type BookedOrder, namesOf, readBookedOrders, sumOf } from "./booked-orders.ts";
import { vippsProblemsOf } from "./check-vipps.ts";
import type { Counts } from "./shopper.ts";

/** Where the stand-ins for the payment providers keep what they have. */
export interface ProviderFiles {
  stripe: string;
  vipps: string;
}

const longestWait = 180_000;
const pause = 500;

/**
 * Processes everything that is pending, as if its time had come: delivers events, expires unpaid payments, captures and releases reserved money,
 * executes refunds and reconciles them with the providers.
 *
 * @returns what can't be settled, as text
 */
export async function settlePayments(db: Database, files: ProviderFiles) {
  const [stripe, vipps] = [openStripeBooks(files.stripe), openVippsBooks(files.vipps)];
  let settledAt: number | undefined;
  try {
    for (const until = performance.now() + longestWait; ; await sleep(pause)) {
      const open = await db
        .updateTable("payments")
        .set({ createdAt: 0, dueAt: 0 })
        .where("state", "=", "pending")
        .execute();
      const due = await db
        .updateTable("payments")
        .set({ captureDueAt: 0 })
        .where("captureDueAt", "is not", null)
        .where("captureCents", "is not", null)
        .execute();
      // A process that died while it registered an address has left one whose events it can't verify. Once all is settled, the jobs would only
      // keep the reconciliation waiting.
      if (!settledAt) await makeJobsDue(db);
      const waiting = await db.updateTable("refunds").set({ dueAt: 0 }).where("state", "=", "pending").execute();
      const pending = stripe.list("refund").filter(({ status }) => status === "pending").length;
      const events = stripe.countDeliveries() + vipps.countDeliveries();
      const money = `${rowsOf(open)} payments, ${rowsOf(due)} captures, ${rowsOf(waiting) + pending} refunds`;
      const left = `${money} and ${events} events`;
      if (/^0\D+0\D+0\D+0\D+$/.test(left)) settledAt ??= Date.now();
      if (settledAt && (await haveBeenLookedAt(db, settledAt)) && (await hasReconciled(db, settledAt))) return [];
      if (performance.now() > until) return [`Not settled: ${left}`];
    }
  } finally {
    stripe.close();
    vipps.close();
  }
}

function makeJobsDue(db: Database) {
  const kinds = ["eventAddresses", "duePayments", "dueCaptures", "dueRefunds"];
  const waiting = db.updateTable("jobs").set({ runAt: 0 }).where("kind", "in", kinds);
  return waiting.where("leasedBy", "is", null).execute();
}

/** Whether the provider was asked about all that is reserved since a moment; otherwise makes that due. */
async function haveBeenLookedAt(db: Database, since: number) {
  const reserved = db.selectFrom("payments").select("captureDueAt").where("captureCents", "is", null);
  const dueAt = (await reserved.where("captureDueAt", "is not", null).execute()).map((due) => due.captureDueAt ?? 0);
  // A payment is looked at again a day after each look, and left alone for a minute during one.
  if (dueAt.every((at) => at - day >= since)) return true;
  const due = db.updateTable("payments").set({ captureDueAt: 0 }).where("captureCents", "is", null);
  await due
    .where("captureDueAt", ">", since + leaseMs)
    .where("captureDueAt", "<", since + day)
    .execute();
  return false;
}

const leaseMs = 10 * 60_000;
const day = 24 * 60 * 60_000;

/** Whether all refunds were read from the providers since a moment; otherwise makes that due. */
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

/** Compares the shop's payments with the providers' to the cent. @returns all differences as text */
export async function checkPayments(db: Database, files: ProviderFiles, counts: Counts) {
  const [stripe, vipps] = [openStripeBooks(files.stripe), openVippsBooks(files.vipps)];
  const own = stripe.list("session").filter(({ payment_link }) => !payment_link);
  const sessions = Map.groupBy(own, ({ client_reference_id }) => client_reference_id ?? "");
  const refunds = Map.groupBy(stripe.list("refund"), ({ payment_intent }) => payment_intent ?? "");
  const there = vipps.list("payment");
  const events = Map.groupBy(vipps.list("event"), ({ reference }) => reference);
  stripe.close();
  vipps.close();
  const orders = await readBookedOrders(db);
  const hasStep = (step: OrderTransition) =>
    orders.filter(({ events }) => events.some((event) => event.step === step)).length;
  counts.paid = hasStep("paid");
  counts.reserved = there.filter(({ state }) => state === "AUTHORIZED").length;
  counts.captured = hasStep("captured");
  counts["captures refused"] = hasStep("captureFailed");
  counts.released = hasStep("released");
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
    ...there.filter(({ id }) => !numbers.has(id)).map(({ id }) => `Vipps has a payment for ${id}, which is no order`),
    ...orders.flatMap((order) => {
      if (order.payment?.provider === "vipps") {
        const payment = there.find(({ id }) => id === order.orderNumber);
        const found = vippsProblemsOf(order, payment, events.get(order.orderNumber) ?? []);
        return found.map((problem) => `${order.orderNumber} (${order.state}, Vipps) ${problem}`);
      }
      const own = sessions.get(order.orderNumber) ?? [];
      const paidBack = own.flatMap(({ payment_intent }) => refunds.get(String(payment_intent)) ?? []);
      return problemsOf(order, own, paidBack).map((problem) => `${order.orderNumber} (${order.state}) ${problem}`);
    }),
  ];
}

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
