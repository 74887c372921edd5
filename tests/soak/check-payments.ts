import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#shop/orders/state/state-machine.ts";
import { replayEvents } from "#shop/orders/state/state-machine.ts";
import { manualProvider } from "#shop/payments/provider.ts";
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

/** How long something may stay unsettled while nothing else is settled. A try that failed, and the job of a process that was killed, wait for a minute. */
const longestIdle = 180_000;
const pause = 500;
const mostNamed = 20;

/**
 * Processes everything that is pending, as if its time had come: delivers events, expires unpaid payments, captures and releases reserved money,
 * executes refunds and reconciles them with the providers. Invoices may stay unpaid.
 *
 * @returns what can't be settled, as text
 */
export async function settlePayments(db: Database, files: ProviderFiles) {
  const [stripe, vipps] = [openStripeBooks(files.stripe), openVippsBooks(files.vipps)];
  let settledAt: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  try {
    for (let idleUntil = performance.now() + longestIdle; ; await sleep(pause)) {
      const open = await makeDue(db);
      open.push(
        ...stripe.list("refund").flatMap(({ id, status }) => (status === "pending" ? [`${id} at Stripe`] : [])),
      );
      for (const [name, books] of Object.entries({ Stripe: stripe, Vipps: vipps }))
        open.push(...Array<string>(books.countDeliveries()).fill(`an event of ${name}`));
      if (open.length === 0) settledAt ??= Date.now();
      // A process that died while it registered an address has left one whose events it can't verify. Once all is settled, the jobs would only
      // keep the reconciliation waiting.
      if (!settledAt) await makeJobsDue(db);
      else open.push(...(await findUnread(db, settledAt)));
      if (settledAt && open.length === 0) return [];
      if (open.length < least) idleUntil = performance.now() + longestIdle;
      least = Math.min(least, open.length);
      if (performance.now() > idleUntil) return [`Not settled: ${describeOpen(open)}`];
    }
  } finally {
    stripe.close();
    vipps.close();
  }
}

function describeOpen(open: string[]) {
  const named = open.slice(0, mostNamed).join("; ");
  return open.length > mostNamed ? `${named}; and ${open.length - mostNamed} more` : named;
}

/** Makes due what waits for its time. @returns its names */
async function makeDue(db: Database) {
  const payments = await db
    .updateTable("payments")
    .set({ createdAt: 0, dueAt: 0 })
    .where("state", "=", "pending")
    .where("provider", "!=", manualProvider)
    .returning(["orderId", "attempts", "lastError"])
    .execute();
  const captures = await db
    .updateTable("payments")
    .set({ captureDueAt: 0 })
    .where("captureDueAt", "is not", null)
    .where("captureCents", "is not", null)
    .returning(["orderId", "attempts", "lastError"])
    .execute();
  const refunds = await db
    .updateTable("refunds")
    .set({ dueAt: 0 })
    .where("state", "=", "pending")
    .returning(["orderId", "attempts", "lastError"])
    .execute();
  return [
    ...payments.map((tried) => nameTried("the payment", tried)),
    ...captures.map((tried) => nameTried("the capture", tried)),
    ...refunds.map((tried) => nameTried("a refund", tried)),
  ];
}

interface Tried {
  orderId: number;
  attempts: number;
  lastError: string | null;
}

function nameTried(what: string, { orderId, attempts, lastError }: Tried) {
  return `${what} of order ${orderId}${attempts > 0 ? ` (failed ${attempts} times: ${lastError})` : ""}`;
}

function makeJobsDue(db: Database) {
  const kinds = ["eventAddresses", "duePayments", "dueCaptures", "dueRefunds"];
  const waiting = db.updateTable("jobs").set({ runAt: 0 }).where("kind", "in", kinds);
  return waiting.where("leasedBy", "is", null).execute();
}

/** What providers weren't asked about since a moment. It is made due. */
async function findUnread(db: Database, since: number) {
  return [...(await findReserved(db, since)), ...(await findUnreconciled(db, since))];
}

/** Reserved money that wasn't looked at since a moment. A look that failed backs off for longer each time, and isn't waited for. */
async function findReserved(db: Database, since: number) {
  const reserved = await db
    .selectFrom("payments")
    .select(["orderId", "attempts", "lastError"])
    .where("captureCents", "is", null)
    // A payment is looked at again a day after each look.
    .where("captureDueAt", "<", since + day)
    .execute();
  // It is left alone for a minute during a look, which another one would outdate.
  const waiting = db.updateTable("payments").set({ captureDueAt: 0 }).where("captureCents", "is", null);
  await waiting
    .where("captureDueAt", ">", Date.now() + leaseMs)
    .where("captureDueAt", "<", since + day)
    .execute();
  return reserved.map((tried) => nameTried("a look at the reservation", tried));
}

const leaseMs = 60_000;
const day = 24 * 60 * 60_000;

/** The reconciliation, unless it read all refunds from the providers since a moment. */
async function findUnreconciled(db: Database, since: number) {
  const job = db.selectFrom("jobs").select(["runAt", "lastError"]).where("kind", "=", "refundReconciliation");
  const { runAt, lastError } = await job.executeTakeFirstOrThrow();
  // The job runs again a day after each run, also after one that failed.
  if (runAt - day >= since && lastError === null) return [];
  const waiting = db.updateTable("jobs").set({ runAt: 0 }).where("kind", "=", "refundReconciliation");
  await waiting.where("runAt", ">", 0).where("leasedBy", "is", null).execute();
  return [`the reconciliation${lastError === null ? "" : ` (failed: ${lastError})`}`];
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
  counts["invoices first"] = hasStep("invoiced");
  counts["invoices paid"] = orders.filter(
    ({ events, payment }) => payment?.provider === manualProvider && events.some(({ step }) => step === "paid"),
  ).length;
  counts["returns accepted"] = hasStep("returnAccepted");
  counts["items returned"] = hasStep("itemReturned");
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
      if (order.payment?.provider === manualProvider)
        return invoiceProblemsOf(order).map((problem) => `${order.orderNumber} (${order.state}, invoice) ${problem}`);
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

/** What an audit doesn't see of an order by invoice. */
function invoiceProblemsOf({ state, events, payment }: BookedOrder) {
  const problems: string[] = [];
  const paidCents = sumOf(events.filter(({ step }) => step === "paid"));
  if (!events.some(({ step }) => step === "invoiced")) problems.push("has no invoice");
  if (paidCents !== (payment?.paidCents ?? 0)) problems.push(`paid: ${paidCents} by its events, ${payment?.paidCents}`);
  if (replayEvents(events) !== state) problems.push("has other events");
  return problems;
}
