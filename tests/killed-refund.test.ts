import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { startCheckout } from "#shop/orders/payment/payment.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { registerVerified } from "./support/customers.ts";
import { orderOf } from "./support/orders.ts";
import { openRunningStripeShop } from "./support/running-stripe-shop.ts";
import { deliver, takeEvents } from "./support/stripe-shop.ts";

test("a refund whose server is killed before it answers is made once, and answered by the next server", async () => {
  const { stripe, shop } = await openRunningStripeShop();
  const inside = await shop.inside();
  const uid = await registerVerified(inside);
  await inside.db.updateTable("products").set({ stock: 100, priceCents: 950 }).where("id", "=", "lemons").execute();
  const number = await placeOrder(inside.db, uid, orderOf([["lemons", 2]]), inside.now(), "stripe");
  await startCheckout(inside, number);
  for (const { id } of stripe.books.list("session")) stripe.account.pay(id);
  await deliver(inside, takeEvents(stripe));
  const token = await createToken(inside, { name: "Till", scopes: ["orders:write"], expires: "" }, "olga@example.com");

  const send = () =>
    fetch(`${shop.url}/api/v1/orders/${number}/refund`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": "till 7" },
      body: JSON.stringify({ amount: 5, reason: "A dent" }),
    });
  const lost = Promise.withResolvers<void>();
  // Jobs ask Stripe too, so it is the request that makes the refund whose answer is held back.
  const makesRefund = ({ method, url }: IncomingMessage) => method === "POST" && url === "/v1/refunds";
  stripe.mood.trouble = (request) => (makesRefund(request) ? lost.promise : undefined);
  const killed = send().then(
    ({ status }) => status,
    () => "no answer",
  );
  await expect.poll(() => stripe.books.list("refund").length).toBe(1);
  const restart = await shop.kill();
  expect(await killed).toBe("no answer");
  lost.resolve();
  await restart();
  const answer = await send();
  expect(answer.headers.get("idempotent-replayed")).toBe("true");
  expect(await answer.json()).toMatchObject({
    orderNumber: number,
    refunds: [{ amount: "5.00", actor: "token Till" }],
  });
  expect((await readAdminOrder(inside.db, number)).refunds).toHaveLength(1);
  expect(stripe.books.list("refund")).toHaveLength(1);
});
