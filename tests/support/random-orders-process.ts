import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, placeOrder } from "#shop/checkout/place-order.ts";
import { openDatabase } from "#shop/open/open-database.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import type { PaymentContext } from "#shop/orders/payment/payment.ts";
import { refundOrder, returnItem } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { seededRandom } from "../soak/seeded-random.ts";
import { answerParent } from "./answer-parent.ts";
import { orderOf } from "./orders.ts";

export interface RandomOrders {
  settings: ShopSettings;
  userId: string;
  deliveries: number[];
  orders: number;
  seed: number;
  /** After how many orders the process is killed, amid others; it isn't without it. */
  killedAfter?: number;
}

const actor = staff("olga@example.com");
const products = ["bread", "coffee", "book"];
const workers = 4;
/** A step that was answered with 503 is left out, as staff may do. */
const refusals = ["RefundError", "ReturnRefusedError", "TransitionRefusedError", "DatabaseUnavailableError"];

/** One of several processes that place random orders and then refund, return and cancel parts of them. Answers how many it placed. */
await answerParent(async ({ settings, userId, deliveries, orders, seed, killedAfter }: RandomOrders) => {
  const shop: PaymentContext = { ...(await openDatabase(settings, () => {})), payments: new Map(), log: () => {} };
  const random = seededRandom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  let started = 0;
  let placed = 0;

  async function work() {
    while (started < orders) {
      started++;
      const number = await place();
      placed++;
      if (placed === killedAfter)
        process.send?.(placed, undefined, undefined, () => process.kill(process.pid, "SIGKILL"));
      for (let steps = upTo(4); steps > 1; steps--) await change(number).catch(ignoreRefusal);
    }
  }

  /** As a customer does: the first answer says what the order costs now. */
  async function place() {
    const chosen = products.filter(() => random() < 0.6);
    const lines = (chosen.length > 0 ? chosen : products).map((id) => [id, upTo(5), 0] as [string, number, number]);
    const form: OrderForm = {
      ...orderOf(lines),
      delivery: deliveries[upTo(deliveries.length) - 1],
      ...(random() < 0.5 && { discountCode: "TENTH" }),
    };
    try {
      return await order(form);
    } catch (error) {
      if (!(error instanceof CartOutdatedError)) throw error;
      const prices = new Map(
        error.problems.flatMap((problem) => ("priceCents" in problem ? [[problem.id, problem.priceCents]] : [])),
      );
      const priced = { ...form, lines: form.lines.map((line) => ({ ...line, priceCents: prices.get(line.id) ?? 0 })) };
      return await placeSeen(priced);
    }
  }

  async function placeSeen(form: OrderForm) {
    try {
      return await order(form);
    } catch (error) {
      if (!(error instanceof CartOutdatedError)) throw error;
      const { discountCents, deliveryCents } = error.sums.current;
      return order({ ...form, discountCents, deliveryCents });
    }
  }

  /** Repeats an order that was answered with 503, with the same key. */
  async function order(form: OrderForm): Promise<string> {
    try {
      return await placeOrder(shop.db, userId, form, shop.now(), undefined, shop.settings);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      return order(form);
    }
  }

  async function change(number: string) {
    const by = { actor, reason: "A dent" };
    const changes = [
      () => refundOrder(shop, number, { ...by, amountCents: upTo(3000) }),
      () => sendOrder(shop, number, { actor, carrier: null, tracking: null }),
      () =>
        returnItem(shop, number, {
          ...by,
          productId: products[upTo(3) - 1] ?? "",
          quantity: upTo(2),
          isRestocked: random() < 0.5,
        }),
      () => cancelOrder(shop, number, { actor }),
      () => returnOrder(shop, number, { actor }),
      () => refundOrder(shop, number, by),
    ];
    await changes[upTo(changes.length) - 1]?.();
  }

  await Promise.all(Array.from({ length: workers }, work));
  await shop.db.destroy();
  return placed;
});

function ignoreRefusal(error: Error) {
  if (!refusals.includes(error.name)) throw error;
}
