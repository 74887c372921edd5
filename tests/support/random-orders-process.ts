import { randomUUID } from "node:crypto";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, placeOrder } from "#shop/checkout/place-order.ts";
import { UnpaidLimitError } from "#shop/checkout/unpaid-orders.ts";
import { openDatabase } from "#shop/open/open-database.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { undoSent } from "#shop/orders/correct-order.ts";
import { returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { type PaymentContext, startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { refundOrder, returnItem, returnItems } from "#shop/orders/payment/refund.ts";
import { acceptReturn, declineReturn } from "#shop/orders/returns/answer-return.ts";
import { requestReturn, withdrawReturn } from "#shop/orders/returns/request-return.ts";
import { staff } from "#shop/orders/state/events.ts";
import { openPayments } from "#shop/payments/registry.ts";
import { openPictureFiles } from "#shop/pictures/storage/picture-files.ts";
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
/** How orders are paid: by hand, which is at once, or with a provider. */
const ways = [undefined, "stripe", "vipps"];
/** A step that was answered with 503 is left out, as staff may do. */
const refusals = [
  ...["RefundError", "ReturnRefusedError", "ReturnRequestError", "TransitionRefusedError", "DatabaseUnavailableError"],
  ...["CorrectionRefusedError", "PaymentUnderWayError"],
];

/** One of several processes that place random orders and then refund, return and cancel parts of them. Answers how many it placed. */
await answerParent(async ({ settings, userId, deliveries, orders, seed, killedAfter }: RandomOrders) => {
  const payments = await openPayments(settings.providers);
  const shop: PaymentContext = { ...(await openDatabase(settings, () => {})), payments, log: () => {} };
  shop.settings.takesReturns = true;
  const pictureFiles = openPictureFiles(shop.db, undefined);
  const random = seededRandom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  let started = 0;
  let placed = 0;

  async function work() {
    while (started < orders) {
      started++;
      const way = ways[upTo(ways.length) - 1];
      const number = await place(way);
      placed++;
      if (way) await pay(number).catch(ignoreRefusal);
      if (placed === killedAfter)
        process.send?.(placed, undefined, undefined, () => process.kill(process.pid, "SIGKILL"));
      for (let steps = upTo(4); steps > 1; steps--) await change(number).catch(ignoreRefusal);
    }
  }

  /** As a customer does: the first answer says what the order costs now. */
  async function place(way: string | undefined) {
    const chosen = products.filter(() => random() < 0.6);
    const lines = (chosen.length > 0 ? chosen : products).map((id) => [id, upTo(5), 0] as [string, number, number]);
    const form: OrderForm = {
      ...orderOf(lines),
      delivery: deliveries[upTo(deliveries.length) - 1],
      ...(random() < 0.5 && { discountCode: "TENTH" }),
    };
    try {
      return await order(form, way);
    } catch (error) {
      if (!(error instanceof CartOutdatedError)) throw error;
      const prices = new Map(
        error.problems.flatMap((problem) => ("priceCents" in problem ? [[problem.id, problem.priceCents]] : [])),
      );
      const priced = { ...form, lines: form.lines.map((line) => ({ ...line, priceCents: prices.get(line.id) ?? 0 })) };
      return await placeSeen(priced, way);
    }
  }

  async function placeSeen(form: OrderForm, way: string | undefined) {
    try {
      return await order(form, way);
    } catch (error) {
      if (!(error instanceof CartOutdatedError)) throw error;
      const { discountCents, deliveryCents } = error.sums.current;
      return order({ ...form, discountCents, deliveryCents }, way);
    }
  }

  /** Repeats an order that was answered with 503, with the same key. Who has too many unpaid orders pays by hand. */
  async function order(form: OrderForm, way: string | undefined): Promise<string> {
    try {
      return await placeOrder(shop.db, userId, form, shop.now(), way, shop.settings);
    } catch (error) {
      if (error instanceof UnpaidLimitError) return order(form, undefined);
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      return order(form, way);
    }
  }

  /** Some leave the payment page, and of some payments the shop only hears later. */
  async function pay(number: string) {
    const page = await startCheckout(shop, number);
    if (!page || random() < 0.15) return;
    await fetch(page, { method: "POST", redirect: "manual" });
    if (random() < 0.9) await syncPayment(shop, number);
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
      () => undoSent(shop, number, { actor }),
      () => returnOrder(shop, number, { actor }),
      () => refundOrder(shop, number, by),
      ...[() => returnByCustomer(number), () => returnByCustomer(number)],
    ];
    await changes[upTo(changes.length) - 1]?.();
  }

  /** A request with what follows from it; the order may change in between. */
  async function returnByCustomer(number: string) {
    const returnId = randomUUID();
    const own = { uid: userId, orderNumber: number };
    await sendOrder(shop, number, { actor, carrier: null, tracking: null }).catch(ignoreRefusal);
    const items = products.map((productId) => ({ productId, quantity: upTo(2), reason: "other" }));
    const asked = items.filter(() => random() < 0.6);
    await requestReturn(shop, own, { returnId, comment: "", items: asked });
    if (random() < 0.2) return withdrawReturn(shop, own, returnId);
    if (random() < 0.2) return declineReturn(shop, number, returnId, { actor, reason: "Worn" });
    await acceptReturn({ ...shop, pictureFiles }, number, returnId, { actor, instructions: "" });
    const back = asked.filter(() => random() < 0.8).map((item) => ({ ...item, isRestocked: random() < 0.5 }));
    const amountCents = random() < 0.2 ? upTo(500) : undefined;
    await returnItems(shop, number, { actor, reason: "Back", returnId, items: back, amountCents });
  }

  await Promise.all(Array.from({ length: workers }, work));
  await shop.db.destroy();
  return placed;
});

function ignoreRefusal(error: Error) {
  if (!refusals.includes(error.name)) throw error;
}
