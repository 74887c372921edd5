import type { Reservation } from "../../payments/provider.ts";
import { releasePending, undoReleases } from "./apply-refund.ts";
import { type Actor, system } from "./events.ts";
import {
  addEvent,
  type ByActor,
  CaptureRefusedError,
  heldCents,
  leftCents,
  type OrderChange,
  type Payment,
  setPayment,
  uncapturedCents,
} from "./order.ts";

const day = 24 * 60 * 60_000;
/** How long a reservation can be captured where the provider doesn't say: Visa's is the shortest. */
const shortestMs = 7 * day;
/** How long before a reservation may end the owner is notified. */
const noticeMs = 2 * day;

/** When a reservation is looked at next while nothing has to be done with it: each day, as events about the provider's dashboard may be lost. */
export function nextLook({ reservedUntil }: Pick<Payment, "reservedUntil">, now: number) {
  const notice = (reservedUntil ?? now) - noticeMs;
  return notice > now ? Math.min(notice, now + day) : now + day;
}

/** What a payment keeps of money that was just reserved. */
export function reservationColumns({ until }: Reservation, at: number): Partial<Payment> {
  const reservedUntil = until ?? at + shortestMs;
  return { capturedCents: 0, releasedCents: 0, reservedUntil, captureDueAt: nextLook({ reservedUntil }, at) };
}

/** From now on the shop takes what is reserved and wasn't refunded. A job does it. Nothing changes where that was decided before. */
export function decideCapture(change: OrderChange): OrderChange {
  const { payment, refunds } = change.order;
  if (payment.capturedCents === null || payment.captureCents !== null) return change;
  const captureCents = (payment.paidCents ?? 0) - leftCents(refunds);
  return setPayment(change, { captureCents, captureDueAt: change.at, attempts: 0 });
}

/**
 * Captures reserved money because staff asked for it: before the order is sent, or without waiting for the next try. A job does it if the caller
 * can't.
 *
 * @throws CaptureRefusedError
 */
export function applyCaptureRequest(unchanged: OrderChange, { actor }: ByActor): OrderChange {
  const amountCents = uncapturedCents(unchanged.order);
  if (amountCents === 0)
    throw new CaptureRefusedError(`Order ${unchanged.order.orderNumber} has no reserved amount left to capture`);
  const requested = addEvent(unchanged, { step: "captureRequested", actor, amountCents });
  return setPayment(decideCapture(requested), { captureDueAt: unchanged.at, attempts: 0 });
}

/** Applies what the provider says was taken and released of an order's reserved money. Late and repeated news changes nothing. */
export function applyReservation(
  unchanged: OrderChange,
  provider: string,
  { capturedCents, releasedCents }: Reservation,
): OrderChange {
  const { payment } = unchanged.order;
  const [captured, released] = [payment.capturedCents ?? 0, payment.releasedCents ?? 0];
  const isNews = capturedCents + releasedCents > captured + released;
  if (payment.capturedCents === null || !isNews || capturedCents < captured) return unchanged;
  const actor: Actor = { type: "provider", id: provider };
  const amountCents = capturedCents - captured;
  const taken = amountCents > 0 ? addEvent(unchanged, { step: "captured", actor, amountCents }) : unchanged;
  const letGo = releasedCents - released;
  const told = letGo > 0 ? addEvent(taken, { step: "released", actor, amountCents: letGo }) : taken;
  const updated = setPayment(told, { capturedCents, releasedCents, attempts: 0, lastError: null });
  return heldCents(updated.order.payment) > 0 ? updated : endReservation(updated, provider);
}

/** All is captured or released: more or less may have been captured than the shop wanted, in the provider's dashboard or by the end of its time. */
function endReservation(change: OrderChange, provider: string): OrderChange {
  const { payment, refunds } = change.order;
  const capturedCents = payment.capturedCents ?? 0;
  const ended = setPayment(change, { captureCents: payment.captureCents ?? capturedCents, captureDueAt: null });
  const excessCents = capturedCents + leftCents(refunds) - (payment.paidCents ?? 0);
  if (excessCents > 0) return undoReleases(ended, excessCents, `It had already been captured at ${provider}`);
  if (excessCents === 0) return ended;
  const note = `The reservation at ${provider} ended before this was captured`;
  const event = { step: "captureFailed", actor: system, amountCents: -excessCents, note } as const;
  const told = addEvent(ended, event, "ownerNotice");
  return capturedCents === 0 ? releasePending(told) : told;
}

/** Notifies the owner, once for each reason, that the provider doesn't capture what is reserved. It is tried again. */
export function applyCaptureFailure(unchanged: OrderChange, error: string): OrderChange {
  const { payment, events } = unchanged.order;
  const refused = setPayment(unchanged, { captureRefusals: (payment.captureRefusals ?? 0) + 1 });
  const isKnown = events.some(({ step, note }) => step === "captureFailed" && note === error);
  if (isKnown || heldCents(payment) === 0) return refused;
  const amountCents = uncapturedCents(unchanged.order);
  return addEvent(refused, { step: "captureFailed", actor: system, amountCents, note: error }, "ownerNotice");
}

/** Notifies the owner once that reserved money may soon be out of reach. */
export function applyReservationEnding(unchanged: OrderChange): OrderChange {
  const { payment, events } = unchanged.order;
  const isEnding = unchanged.at >= (payment.reservedUntil ?? 0) - noticeMs;
  const isTold = events.some(({ step }) => step === "reservationEnding");
  if (isTold || !isEnding || payment.captureCents !== null || heldCents(payment) === 0) return unchanged;
  const amountCents = heldCents(payment);
  return addEvent(unchanged, { step: "reservationEnding", actor: system, amountCents }, "ownerNotice");
}
