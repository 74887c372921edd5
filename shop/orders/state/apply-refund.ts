import { manualProvider, type ProviderRefund, type RefundResult } from "../../payments/provider.ts";
import { formatPrice } from "../../values/money.ts";
import { type Actor, system } from "./events.ts";
import {
  addEvent,
  type OrderChange,
  type Refund,
  RefundError,
  refundableCents,
  refundedCents,
  setRefunds,
} from "./order.ts";

export interface NewRefund {
  refundId: string;
  actor: Actor;
  reason: string;
  /** All that is left, unless it is given. */
  amountCents?: number | undefined;
  /** The returned item that it is for, and how many pieces of it. */
  productId?: string;
  quantity?: number;
}

/** @throws RefundError when no more, or nothing, can be refunded */
export function createRefund(change: OrderChange, { refundId, actor, reason, ...input }: NewRefund): OrderChange {
  const { order } = change;
  const left = refundableCents(order);
  const amountCents = input.amountCents ?? left;
  if (left === 0) throw new RefundError(`Order ${order.orderNumber} has nothing left to refund`);
  if (amountCents < 1 || amountCents > left) {
    throw new RefundError(`You can refund up to ${formatPrice(left, order.currency)} of order ${order.orderNumber}`);
  }
  const { productId = null, quantity = null } = input;
  const refund = { id: refundId, actor, reason, amountCents, productId, quantity };
  if (order.payment.provider !== manualProvider) {
    return addRefund(change, { ...refund, state: "pending", dueAt: change.at });
  }
  return addSettledRefund(change, refund);
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
    ...{ productId: null, quantity: null },
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

function addRefundedEvent(change: OrderChange, { actor, amountCents, reason: note, ...item }: RefundColumns) {
  const { productId = null, quantity = null } = item;
  const { refunds, totalCents } = change.order;
  const step = refundedCents(refunds) >= totalCents ? "refunded" : "refundedInPart";
  return addEvent(change, { step, actor, amountCents, note, productId, quantity }, "orderStep");
}

/** The customer only knows of refunds that were settled. */
function notifyCustomer(change: OrderChange, wasSettled: 1 | null): OrderChange {
  const orderEvent = change.order.events.at(-1)?.position ?? 0;
  return wasSettled ? { ...change, mails: [...change.mails, { kind: "orderStep", orderEvent }] } : change;
}

/** Lists the failed amount as outstanding, as far as it can still be refunded. @param refund as it was before it failed */
function failRefund(change: OrderChange, refund: Refund, note: string | null): OrderChange {
  const { id, amountCents, productId, quantity } = refund;
  const wasSettled = refund.state === "settled" ? 1 : null;
  const event = { step: "refundFailed", actor: system, amountCents, note, wasSettled, productId, quantity } as const;
  const failed = notifyCustomer(addEvent(change, event, "ownerNotice"), wasSettled);
  const { refunds } = failed.order;
  const listedCents = refunds.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  const outstandingCents = Math.max(0, Math.min(amountCents, refundableCents(failed.order) - listedCents));
  return setRefunds(
    failed,
    refunds.map((refund) => (refund.id === id ? { ...refund, outstandingCents } : refund)),
  );
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
