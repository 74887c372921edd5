import { openDatabase } from "#shop/open/open-database.ts";
import { markPaid } from "#shop/orders/payment/offline-payment.ts";
import { startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { staff } from "#shop/orders/state/events.ts";
import { manualProvider } from "#shop/payments/provider.ts";
import { openPayments } from "#shop/payments/registry.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { seededRandom } from "../soak/seeded-random.ts";
import { answerParent } from "./answer-parent.ts";
import { makeRandomChange } from "./random-changes.ts";
import { placeRandomOrder, type RandomCheckout, type WayToPay } from "./random-checkout.ts";

export interface RandomOrders extends Pick<RandomCheckout, "userIds" | "deliveries"> {
  settings: ShopSettings;
  orders: number;
  seed: number;
  /** After how many orders the process is killed, amid others; it isn't without it. */
  killedAfter?: number;
}

const workers = 4;
/** A step that was answered with 503 is left out, as staff may do. */
const refusals = [
  ...["RefundError", "ReturnRefusedError", "TransitionRefusedError", "DatabaseUnavailableError"],
  ...[
    "RateLimitError",
    "ReturnRequestError",
    "CorrectionRefusedError",
    "PaymentUnderWayError",
    "OrderChangedError",
    "ChangedMeanwhileError",
  ],
];

/** One of several processes that place random orders and then pay, send, refund, return, correct and cancel them. Answers how many it placed. */
await answerParent(async ({ settings, userIds, deliveries, orders, seed, killedAfter }: RandomOrders) => {
  const payments = await openPayments(settings.providers);
  const shop = { ...(await openDatabase(settings, () => {})), payments, log: () => {} };
  const random = seededRandom(seed);
  let started = 0;
  let placed = 0;

  async function work() {
    while (started < orders) {
      started++;
      const { number, way } = await placeRandomOrder({ shop, random, userIds, deliveries });
      placed++;
      await pay(number, way).catch(ignoreRefusal);
      if (placed === killedAfter) process.kill(process.pid, "SIGKILL");
      for (let steps = Math.floor(random() * 6); steps > 0; steps--)
        await makeRandomChange(shop, number, random).catch(ignoreRefusal);
    }
  }

  /** Some leave the payment page, and of some payments the shop only hears later. Most invoices wait. */
  async function pay(number: string, way: WayToPay) {
    if (way === undefined) return;
    if (way === manualProvider) {
      if (random() < 0.2) await markPaid(shop, number, { actor: staff("olga@example.com") });
      return;
    }
    const page = await startCheckout(shop, number);
    if (!page || random() < 0.15) return;
    await fetch(page, { method: "POST", redirect: "manual" });
    if (random() < 0.9) await syncPayment(shop, number);
  }

  // At once, since transactions on SQLite leave no moment for it later.
  if (killedAfter !== undefined) await new Promise((sent) => process.send?.(killedAfter, undefined, undefined, sent));
  await Promise.all(Array.from({ length: workers }, work));
  await shop.db.destroy();
  return placed;
});

function ignoreRefusal(error: Error) {
  if (!refusals.includes(error.name)) throw error;
}
