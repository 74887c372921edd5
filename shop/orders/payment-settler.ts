import { repeatUntil } from "../repeat-until.ts";
import { lookAtDuePayments } from "./order-payment.ts";
import type { Paying } from "./read-payment.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";
import { settleDueRefunds } from "./refund-order.ts";

/**
 * Works on payments in the background: asks for those that no event came of, cancels those that weren't paid in time, makes refunds that are
 * due, and once a day books refunds whose events got lost.
 */
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
    const reconciled = await tryTo("Refunds not reconciled", reconcileRefunds);
    return looked && paidBack && reconciled;
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
