import { expect, onTestFinished, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { createMetrics } from "./metrics.ts";

test("payments, refunds and requests to the provider are counted by their outcome", async () => {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop } = await openTestShop("sqlite", { providers: { stripe: stripe.settings } });
  const metrics = createMetrics(shop);
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "stripe");
  await startCheckout(shop, number);
  stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
  for (const _ of "12") await syncPayment(shop, number);
  await refundOrder(shop, number, { actor: staff("olga@example.com"), reason: "A dent", amountCents: 500 });
  const read = await metrics.read({ state: "ok", status: "ok", isGood: true });
  expect(read).toContain('\ntorg_payments_total{provider="stripe",outcome="settled"} 1\n');
  expect(read).toContain('\ntorg_refunds_total{provider="stripe",outcome="settled"} 1\n');
  const calls = (call: string, outcome: string) =>
    `torg_payment_provider_duration_seconds_count{provider="stripe",call="${call}",outcome="${outcome}"}`;
  for (const call of ["createCheckout", "readPayment", "refund"]) expect(read).toContain(`${calls(call, "done")} 1\n`);
  expect(read).toContain("\ntorg_payments_pending 0\n");
  stripe.troubles.push("unavailable", "unavailable", "unavailable");
  const other = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
  await expect(startCheckout(shop, other)).rejects.toThrow();
  const after = await metrics.read({ state: "ok", status: "ok", isGood: true });
  expect(after).toContain(`${calls("createCheckout", "unreachable")} 1\n`);
  expect(after).toContain("\ntorg_payments_pending 1\n");
});
