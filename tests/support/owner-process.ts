import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#server/environment/config.ts";
import { openShop } from "#shop/open/open-shop.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { undoSent } from "#shop/orders/correct-order.ts";
import { deliverOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readOrderList } from "#shop/orders/views/read-order.ts";
import { seededRandom } from "../soak/seeded-random.ts";

const longestPause = 300;
const latest = 20;

/** An owner who sends orders, pays others back, in part or whole, and cancels some, until the process is killed. What is refused, or fails, is the books' to tell. */
const random = seededRandom(Number(process.argv[2]));
const shop = await openShop(readConfig(process.env), () => {});
process.send?.("open");

for (;;) {
  await sleep(random() * longestPause);
  await takeAnyStep().catch(() => {});
}

async function takeAnyStep() {
  const { orders } = await readOrderList(shop.db, { limit: latest });
  const { orderNumber = "" } = orders[Math.floor(random() * orders.length)] ?? {};
  const wish = { actor: staff("owner@example.com"), reason: "It was broken" };
  const chance = random();
  if (chance < 0.15) await cancelOrder(shop, orderNumber, wish);
  else if (chance < 0.3) await refundOrder(shop, orderNumber, wish);
  else if (chance < 0.55) await sendOrder(shop, orderNumber, { ...wish, carrier: null, tracking: null });
  else if (chance < 0.6) await undoSent(shop, orderNumber, wish);
  else if (chance < 0.65) await deliverOrder(shop, orderNumber, wish);
  else await refundOrder(shop, orderNumber, { ...wish, amountCents: 1 + Math.floor(random() * 500) });
}
