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
      try {
        await lookAtDuePayments(shop, ending.signal);
        await settleDueRefunds(shop, ending.signal);
        failures = 0;
      } catch (error) {
        failures++;
        shop.log("Payments not looked at", error);
      }
      const delay = Math.min(pollIntervalMs * 2 ** failures, maxBackoffMs);
      await sleep(delay, undefined, { ref: false, signal: ending.signal }).catch(() => {});
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
