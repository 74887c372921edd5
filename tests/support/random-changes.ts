import { randomUUID } from "node:crypto";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { correctInvoice } from "#shop/orders/correct-invoice.ts";
import { undoSent } from "#shop/orders/correct-order.ts";
import { deliverOrder, returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { markPaid, remind, undoPayment } from "#shop/orders/payment/offline-payment.ts";
import type { PaymentContext } from "#shop/orders/payment/payment.ts";
import { refundOrder, returnItem, returnItems } from "#shop/orders/payment/refund.ts";
import { acceptReturn, declineReturn } from "#shop/orders/returns/answer-return.ts";
import { requestReturn, withdrawReturn } from "#shop/orders/returns/request-return.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { saveAbroad } from "#shop/taxes/change-abroad.ts";
import { readAbroadForm } from "#shop/taxes/read-abroad.ts";
import type { Random } from "../soak/seeded-random.ts";
import { randomProducts } from "./random-checkout.ts";
import { setSettings } from "./set-settings.ts";

type Context = PaymentContext & ShopDatabase;

const actor = staff("olga@example.com");
const by = { actor, reason: "A dent" };

/** Does one of the things that staff do with orders, or that change how others are sold. */
export async function makeRandomChange(shop: Context, number: string, random: Random) {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const productId = () => randomProducts[upTo(randomProducts.length) - 1] ?? "";
  const changes = [
    () => refundOrder(shop, number, { ...by, amountCents: upTo(3000) }),
    () => refundOrder(shop, number, { ...by, amountCents: upTo(3000) }),
    () => sendOrder(shop, number, { actor, carrier: null, tracking: null }),
    () => sendOrder(shop, number, { actor, carrier: null, tracking: null }),
    () => deliverOrder(shop, number, { actor }),
    () => returnItem(shop, number, { ...by, productId: productId(), quantity: upTo(2), isRestocked: random() < 0.5 }),
    () => cancelOrder(shop, number, { actor }),
    () => undoSent(shop, number, { actor }),
    () => returnOrder(shop, number, { actor }),
    () => refundOrder(shop, number, by),
    () => markPaid(shop, number, { actor }),
    () => undoPayment(shop, number, { actor }),
    () => remind(shop, number, { actor }),
    () => correctBuyer(shop, number, upTo(1000)),
    () => correctBuyer(shop, number, upTo(1000)),
    () => returnByCustomer(shop, number, random),
    () => returnByCustomer(shop, number, random),
    () => changeTerms(shop, random),
  ];
  await changes[upTo(changes.length) - 1]?.();
}

async function correctBuyer(shop: Context, number: string, nth: number) {
  const { version, vatNumber } = await readAdminOrder(shop.db, number);
  const typed = { name: `Buyer ${nth}`, address: "Storgata 2, 0155 Oslo", vatNumber: vatNumber ?? undefined };
  await correctInvoice(shop, number, { ...by, notifyCustomer: true, typed, version });
}

/** A customer's request with what follows from it; the order may change in between. */
async function returnByCustomer(shop: Context, number: string, random: Random) {
  const returnId = randomUUID();
  const { uid, lines, state } = await readAdminOrder(shop.db, number);
  const own = { uid, orderNumber: number };
  if (state === "paid" || state === "awaiting-payment")
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
  const some = <Thing>(things: Thing[]) => things.filter(() => random() < 0.7);
  const part = (quantity: number) => 1 + Math.floor(random() * quantity);
  const asked = some(lines).map(({ productId, quantity }) => ({
    productId,
    quantity: part(quantity),
    reason: "other",
  }));
  await requestReturn(shop, own, { returnId, comment: "", items: asked });
  if (random() < 0.2) return withdrawReturn(shop, own, returnId);
  if (random() < 0.2) return declineReturn(shop, number, returnId, { actor, reason: "Worn" });
  const accepted = some(asked).map(({ productId, quantity }) => ({ productId, quantity: part(quantity) }));
  await acceptReturn(shop, number, returnId, { actor, items: accepted, instructions: "" });
  if (random() < 0.3) await correctBuyer(shop, number, part(1000));
  const back = some(accepted).map((item) => ({ ...item, isRestocked: random() < 0.5 }));
  const amountCents = random() < 0.2 ? part(500) : undefined;
  await returnItems(shop, number, { ...by, returnId, items: back, amountCents });
}

/** The owner changes whether prices follow the country, or invoices come first. */
async function changeTerms(shop: Context, random: Random) {
  const isOn = random() < 0.5 ? "on" : "";
  if (random() < 0.5) await setSettings(shop, { invoicesFirst: isOn });
  else {
    const original = await readAbroadForm(shop.db);
    await saveAbroad(shop, { ...original, pricesFollow: isOn }, { original, actor: "olga@example.com" });
  }
}
