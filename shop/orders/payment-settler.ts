import { repeatUntil } from "../repeat-until.ts";
import { lookAtDuePayments } from "./order-payment.ts";
import type { Paying } from "./read-payment.ts";
import { settleDueRefunds } from "./refund-order.ts";

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

  async function settle() {
    const looked = await tryTo("Payments not looked at", lookAtDuePayments);
    const paidBack = await tryTo("Refunds not paid back", settleDueRefunds);
    return looked && paidBack;
  }

  /** @returns whether it worked */
  async function tryTo(failureMessage: string, work: typeof lookAtDuePayments) {
    try {
      await work(shop, ending.signal);
      return true;
    } catch (error) {
      shop.log(failureMessage, error);
      return false;
    }
  }

  return {
    start() {
      if (shop.payments.hosted) running = repeatUntil(ending.signal, settle);
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
