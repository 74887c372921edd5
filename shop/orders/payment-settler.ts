import { setTimeout as sleep } from "node:timers/promises";
import { lookAtDuePayments } from "./order-payment.ts";
import type { Paying } from "./read-payment.ts";
import { settleDueRefunds } from "./refund-order.ts";

const pollIntervalMs = 1000;
/** While the provider is away, or the database. */
const maxBackoffMs = 60_000;

/** Sees to payments that nobody waits for: those that no event came of, those that were not paid in time, and money that is to go back. */
export interface PaymentSettler {
  start: () => void;
  /** Lets what is in hand end. */
  stop: () => Promise<void>;
}

/** Makes what sees to payments in a process. Every process does; what two of them do at once happens once. */
export function createPaymentSettler(shop: Paying): PaymentSettler {
  const ending = new AbortController();
  let running: Promise<void> | undefined;

  async function settleUntilStopped() {
    for (let failures = 0; !ending.signal.aborted; ) {
      const looked = await tryTo("Payments not looked at", lookAtDuePayments);
      const paidBack = await tryTo("Refunds not paid back", settleDueRefunds);
      failures = looked && paidBack ? 0 : failures + 1;
      const delay = Math.min(pollIntervalMs * 2 ** failures, maxBackoffMs);
      await sleep(delay, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    }
  }

  /** @returns whether it worked */
  async function tryTo(failureMessage: string, settle: typeof lookAtDuePayments) {
    try {
      await settle(shop, ending.signal);
      return true;
    } catch (error) {
      shop.log(failureMessage, error);
      return false;
    }
  }

  return {
    start() {
      if (shop.payments.hosted) running = settleUntilStopped();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
