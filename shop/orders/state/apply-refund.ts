import { manualProvider, type ProviderRefund, type RefundResult } from "../../payments/provider.ts";
import { type ItemColumns, itemsOf } from "../../values/event-items.ts";
import { type Actor, system } from "./events.ts";
import {
  addEvent,
  addMail,
  dueCents,
  invoicedCents,
  isRelease,
  leftCents,
  type Order,
  type OrderChange,
  type Refund,
  RefundError,
  RefundTooLargeError,
  refundableCents,
  refundedCents,
  returnableCents,
  setPayment,
  setRefunds,
} from "./order.ts";

export interface NewRefund extends Partial<Pick<Refund, "productId" | "quantity" | "items">> {
  refundId: string;
  actor: Actor;
  reason: string;
  /** All that is left, unless it is given. */
  amountCents?: number | undefined;
}

/** Refunds what was paid, and credits what wasn't. @throws RefundError when no more, or nothing, can be refunded or credited */
export function createRefund(change: OrderChange, { refundId, actor, reason, ...input }: NewRefund): OrderChange {
  const { order } = change;
  const left = returnableCents(order);
  const amountCents = input.amountCents ?? left;
  if (left === 0) throw new RefundError(`Order ${order.orderNumber} has nothing left to refund`);
  if (amountCents < 1 || amountCents > left) {
    const verb = dueCents(order) > 0 ? "credit" : "refund";
    throw new RefundTooLargeError(order, verb, left);
  }
  const { productId = null, quantity = null, items = null } = input;
  if (dueCents(order) > 0) return creditUnpaid(change, { actor, reason, amountCents, productId, quantity, items });
  const refund = { id: refundId, actor, reason, amountCents, productId, quantity, items };
  if (isRelease(order)) return releaseReserved(change, refund);
  if (order.payment.provider !== manualProvider) {
    return addRefund(change, { ...refund, state: "pending", dueAt: change.at });
  }
  return addSettledRefund(change, refund);
}

/**
 * Refunds what was only reserved: the shop won't take it. The provider holds it until the rest is captured, since it can only release all that is
 * left. Once the shop takes nothing at all, it has the provider release the whole. See docs/decisions/0313.
 */
function releaseReserved(change: OrderChange, refund: RefundColumns): OrderChange {
  const settled = addSettledRefund(change, { ...refund, isRelease: 1 });
  const reduced = addReducedEvent(settled, refund.amountCents);
  const { payment, refunds } = reduced.order;
  if (payment.captureCents !== null || leftCents(refunds) < (payment.paidCents ?? 0)) return reduced;
  return setPayment(reduced, { captureCents: 0, captureDueAt: change.at });
}

function addReducedEvent(change: OrderChange, amountCents: number) {
  return addEvent(change, { step: "captureReduced", actor: system, amountCents });
}

type Credit = Pick<Refund, "actor" | "reason" | "amountCents" | "productId" | "quantity" | "items">;

/** Takes an amount off an invoice that isn't paid yet. Nothing is left to pay once all of it is credited. See docs/decisions/0292. */
function creditUnpaid(change: OrderChange, { actor, reason: note, amountCents, ...item }: Credit): OrderChange {
  const { order } = change;
  const isAll = amountCents === dueCents(order);
  if (isAll && order.state === "awaiting-payment")
    throw new RefundError("This would credit the whole order, which wasn't sent. Cancel the order instead.");
  const noted = addEvent(change, { step: "credited", actor, note, amountCents, ...item });
  const credited = addMail(noted, "orderStep", arrivalOf(change.order, { ...item, createdAt: change.at }));
  return isAll ? setPayment(credited, { state: "failed", dueAt: null }) : credited;
}

type RefundColumns = Pick<Refund, "id" | "actor" | "reason" | "amountCents"> & Partial<Refund>;

/** Adds a refund, which covers failed ones, the oldest first. */
function addRefund(change: OrderChange, columns: RefundColumns & Pick<Refund, "state" | "dueAt">): OrderChange {
  const { id: orderId, refunds } = change.order;
  let coverCents = columns.amountCents;
  const covered = refunds.map((refund) => {
    const cents = Math.min(refund.outstandingCents, coverCents);
    coverCents -= cents;
    return cents > 0 ? { ...refund, outstandingCents: refund.outstandingCents - cents } : refund;
  });
  const empty = {
    ...{ externalId: null, attempts: 0, lastError: null, outstandingCents: 0, createdAt: change.at },
    ...({ productId: null, quantity: null, items: null, isRelease: 0 } as const),
  };
  return setRefunds(change, [...covered, { ...empty, ...columns, orderId }]);
}

/** Milliseconds until the provider is asked again about a refund that its bank hasn't settled. */
const recheckAfter = 60 * 60_000;

/** A settled refund may still fail: banks say so days later. Any other result after the first final one changes nothing. */
export function applyRefundResult(change: OrderChange, refundId: string, result: RefundResult): OrderChange {
  const refund = change.order.refunds.find(({ id }) => id === refundId);
  const { state, externalId, error: lastError = null } = result;
  if (!refund || refund.state === "failed" || (refund.state === "settled" && state !== "failed")) return change;
  const dueAt = state === "pending" ? change.at + recheckAfter : null;
  const updated = replaceRefund(change, { ...refund, state, externalId, lastError, dueAt });
  if (state === "settled") return addRefundedEvent(updated, refund);
  return state === "failed" ? failRefund(updated, refund, lastError) : updated;
}

function replaceRefund(change: OrderChange, refund: Refund) {
  const refunds = change.order.refunds.map((other) => (other.id === refund.id ? refund : other));
  return setRefunds(change, refunds);
}

function addSettledRefund(change: OrderChange, columns: RefundColumns) {
  return addRefundedEvent(addRefund(change, { ...columns, state: "settled", dueAt: null }), columns);
}

function addRefundedEvent(change: OrderChange, { actor, amountCents, reason: note, ...refund }: RefundColumns) {
  const { productId = null, quantity = null, items = null, createdAt = change.at } = refund;
  const item = { productId, quantity, items };
  const { order } = change;
  const step = refundedCents(order.refunds) >= invoicedCents(order) ? "refunded" : "refundedInPart";
  const refunded = addEvent(change, { step, actor, amountCents, note, ...item });
  return addMail(refunded, "orderStep", arrivalOf(order, { ...item, createdAt }));
}

/** The event with which the items of a refund, or credit, came back: the last of those at the same moment. */
function arrivalOf({ events }: Order, { createdAt, ...item }: ItemColumns & Pick<Refund, "createdAt">) {
  if (itemsOf(item).length === 0) return undefined;
  return events.findLast((event) => event.step === "itemReturned" && event.createdAt === createdAt)?.position;
}

/** Lists the failed amount as outstanding, as far as it can still be refunded. @param refund as it was before it failed */
function failRefund(change: OrderChange, refund: Refund, note: string | null): OrderChange {
  const { id, amountCents, productId, quantity, items } = refund;
  const wasSettled = refund.state === "settled" ? 1 : null;
  const about = { productId, quantity, items };
  const event = { step: "refundFailed", actor: system, amountCents, note, wasSettled, ...about } as const;
  const noted = addEvent(change, event, "ownerNotice");
  // The customer only knows of refunds that were settled.
  const failed = wasSettled ? addMail(noted, "orderStep") : noted;
  const { refunds } = failed.order;
  const listedCents = refunds.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  const outstandingCents = Math.max(0, Math.min(amountCents, refundableCents(failed.order) - listedCents));
  return setRefunds(
    failed,
    refunds.map((refund) => (refund.id === id ? { ...refund, outstandingCents } : refund)),
  );
}

/** Settles the refunds of money that turns out never to have been taken. */
export function releasePending(change: OrderChange): OrderChange {
  const pending = change.order.refunds.filter(({ state }) => state === "pending");
  return pending.reduce((released, { id, amountCents }) => {
    const settled = applyRefundResult(released, id, { state: "settled", externalId: id });
    return addReducedEvent(setRefunds(settled, withRelease(settled, id)), amountCents);
  }, change);
}

function withRelease({ order }: OrderChange, id: string) {
  return order.refunds.map((refund) => (refund.id === id ? ({ ...refund, isRelease: 1 } as const) : refund));
}

/** Fails released refunds whose money was captured after all, the newest first, until the captured excess is covered. */
export function undoReleases(change: OrderChange, excessCents: number, error: string): OrderChange {
  const releases = change.order.refunds.filter((refund) => refund.isRelease && refund.state === "settled");
  let left = excessCents;
  return releases.toReversed().reduce((undone, { id, amountCents }) => {
    if (left <= 0) return undone;
    left -= amountCents;
    const failed = applyRefundResult(undone, id, { state: "failed", externalId: id, error });
    return addReducedEvent(failed, -amountCents);
  }, change);
}

/** Applies what the provider says about the shop's own refunds, and books those that were made at the provider. */
export function applyProviderRefunds(
  unchanged: OrderChange,
  { provider, refunds }: { provider: string; refunds: ProviderRefund[] },
): OrderChange {
  return refunds.reduce((change, { id, amountCents, result }) => {
    const known = change.order.refunds.find((refund) => refund.id === id || refund.id === result.externalId);
    if (known) return applyRefundResult(change, known.id, result);
    if (result.state !== "settled") return change;
    const actor: Actor = { type: "provider", id: provider };
    const { externalId } = result;
    const reason = `Refunded through ${provider}`;
    return addSettledRefund(change, { id: externalId, externalId, actor, amountCents, reason });
  }, unchanged);
}
