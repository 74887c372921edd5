import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#server/environment/config.ts";
import { openShop } from "#shop/open/open-shop.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { undoSent } from "#shop/orders/correct-order.ts";
import { deliverOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { loadOrder } from "#shop/orders/load-order.ts";
import { markPaid } from "#shop/orders/payment/offline-payment.ts";
import { refundOrder, returnItems } from "#shop/orders/payment/refund.ts";
import { ordersWithOpenReturns } from "#shop/orders/read-returns.ts";
import { acceptReturn, declineReturn } from "#shop/orders/returns/answer-return.ts";
import { staff } from "#shop/orders/state/events.ts";
import { isOpenReturn, pendingItems } from "#shop/orders/state/return-requests.ts";
import { readOrderList } from "#shop/orders/views/read-order.ts";
import { seededRandom } from "../soak/seeded-random.ts";

const longestPause = 300;
const latest = 20;
const wish = { actor: staff("owner@example.com"), reason: "It was broken" };

/** An owner who sends orders, pays others back, in part or whole, records payments, takes items back and cancels some, until the process is killed. What is refused, or fails, is the books' to tell. */
const random = seededRandom(Number(process.argv[2]));
const shop = await openShop(readConfig(process.env), () => {});
process.send?.("open");

for (;;) {
  await sleep(random() * longestPause);
  await takeAnyStep().catch(() => {});
}

async function takeAnyStep() {
  if (random() < 0.3) return answerAnyReturn();
  const { orders } = await readOrderList(shop.db, { limit: latest });
  const { orderNumber = "" } = orders[Math.floor(random() * orders.length)] ?? {};
  const chance = random();
  if (chance < 0.15) await cancelOrder(shop, orderNumber, wish);
  else if (chance < 0.3) await refundOrder(shop, orderNumber, wish);
  else if (chance < 0.35) for (const order of orders) await send(order.orderNumber).catch(() => {});
  else if (chance < 0.55) await send(orderNumber);
  else if (chance < 0.6) await undoSent(shop, orderNumber, wish);
  else if (chance < 0.65) await deliverOrder(shop, orderNumber, wish);
  else if (chance < 0.75) await markPaid(shop, orderNumber, wish);
  else await refundOrder(shop, orderNumber, { ...wish, amountCents: 1 + Math.floor(random() * 500) });
}

function send(orderNumber: string) {
  return sendOrder(shop, orderNumber, { ...wish, carrier: null, tracking: null });
}

async function answerAnyReturn() {
  const waiting = shop.db.selectFrom("orders").select("orderNumber").where("id", "in", ordersWithOpenReturns(shop.db));
  const open = await waiting.execute();
  const { orderNumber = "" } = open[Math.floor(random() * open.length)] ?? {};
  const order = await loadOrder(shop.db, orderNumber);
  const request = order.returns.find(isOpenReturn);
  if (!request) return;
  const items = pendingItems(order, request).map(({ productId, quantity }) => ({ productId, quantity }));
  if (request.state === "requested" && random() < 0.2) await declineReturn(shop, orderNumber, request.id, wish);
  else if (request.state === "requested")
    await acceptReturn(shop, orderNumber, request.id, { ...wish, items, instructions: "" });
  else {
    const back = items.map((item) => ({ ...item, isRestocked: random() < 0.5 }));
    await returnItems(shop, orderNumber, { ...wish, returnId: request.id, items: back });
  }
}
