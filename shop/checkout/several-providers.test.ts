import { expect, onTestFinished, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { after, deliver, onlySession, refundOf, takeEvents } from "../../tests/support/stripe-shop.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readStock } from "../catalog/lists/read-products.ts";
import { getProvider, syncPayment } from "../orders/payment/payment.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { waysToPay } from "../orders/payment/ways-to-pay.ts";
import { processDuePayments, processDueRefunds } from "../orders/payment-jobs.ts";
import { ordersWithPendingRefunds } from "../orders/read-refunds.ts";
import { readAdminOrder } from "../orders/views/admin.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { openPayments } from "../payments/registry.ts";
import { checkOut } from "./check-out.ts";
import type { OrderForm } from "./order-form.ts";
import { readCheckout } from "./read-checkout.ts";

const going = new AbortController().signal;

forEachEngine((_, engine) => {
  /** A shop with Stripe and a second provider, which is Stripe's stand-in under another name. */
  async function openShop(changes: Partial<PaymentProvider> = {}) {
    const [stripe, giro] = await Promise.all([openStripeStandIn(), openStripeStandIn()]);
    onTestFinished(stripe.close);
    onTestFinished(giro.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    const other = getProvider({ payments: await openPayments({ stripe: giro.settings }) }, "stripe");
    const payments = new Map([...shop.payments, ["giro", { ...other, name: "giro", ...changes }]]);
    const userId = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const both = { ...shop, payments };
    const customer = { userId, address: "203.0.113.7" };
    const buy = (paymentMethod: string, checkoutKey?: string) => {
      const form = { ...orderOf([["coffee", 1]]), paymentMethod, ...(checkoutKey && { checkoutKey }) };
      return checkOut(both, customer, { values: form as OrderForm });
    };
    /** @returns the number of a paid order */
    const buyAndPay = async (paymentMethod: "stripe" | "giro") => {
      const standIn = { stripe, giro }[paymentMethod];
      const answer = await buy(paymentMethod);
      if (answer.outcome !== "placed") throw new Error(`The order was ${answer.outcome}`);
      expect(answer.payAt).toBe(onlySession(standIn).url);
      standIn.account.pay(onlySession(standIn).id);
      await deliver(both, takeEvents(standIn), paymentMethod);
      return answer.orderNumber;
    };
    return { shop: both, userId, stripe, giro, buy, buyAndPay };
  }

  test("a customer chooses among providers; each order is paid and refunded by its own", async () => {
    const { shop, stripe, giro, buyAndPay } = await openShop();
    expect(waysToPay(shop)).toMatchObject([
      { value: "stripe", label: "Card", note: expect.stringContaining("card") },
      { value: "giro", label: "Giro", note: expect.not.stringContaining("card") },
    ]);
    const [byCard, byGiro] = [await buyAndPay("stripe"), await buyAndPay("giro")];
    for (const [number, provider] of [
      [byCard, "stripe"],
      [byGiro, "giro"],
    ] as const) {
      expect(await readAdminOrder(shop.db, number)).toMatchObject({ state: "paid", paymentProvider: provider });
    }
    expect(await refundOrder(shop, byGiro, refundOf(100))).toMatchObject({ state: "settled", provider: "giro" });
    expect(await refundOrder(shop, byCard, refundOf(200))).toMatchObject({ state: "settled", provider: "stripe" });
    expect([stripe, giro].map(({ books }) => books.list("refund").map(({ amount }) => amount))).toEqual([[200], [100]]);
  });

  test("a customer who cancels at a provider has their cart, and pays another way: one order holds the stock, once", async () => {
    const { shop, userId, stripe, giro, buy } = await openShop();
    const stock = () => readStock(shop.db, "coffee");
    const before = await stock();
    const unfinished = async (minutes = 0) => (await readCheckout(after(shop, minutes), userId)).unfinished;
    expect(await unfinished()).toBeUndefined();
    const { checkoutKey } = orderOf([]);
    const first = await buy("giro", checkoutKey);
    expect(await unfinished()).toMatchObject({ isOpen: true });
    giro.account.expireSession(onlySession(giro).id);
    // The customer comes back in several tabs, and the event arrives.
    const number = first.outcome === "placed" ? first.orderNumber : "";
    await Promise.all([syncPayment(shop, number), syncPayment(shop, number), deliver(shop, takeEvents(giro), "giro")]);
    expect(await unfinished()).toEqual({ orderNumber: number, isOpen: false });
    expect(await unfinished(36)).toBeUndefined();
    expect(await stock()).toBe(before);
    const [one, other] = await Promise.all([buy("stripe", checkoutKey), buy("stripe", checkoutKey)]);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ outcome: "placed", orderNumber: expect.not.stringContaining(number) });
    expect(await stock()).toBe((before ?? 0) - 1);
    stripe.account.pay(onlySession(stripe).id);
    await deliver(shop, takeEvents(stripe), "stripe");
    expect(await unfinished()).toBeUndefined();
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("jobs ask each provider, while another can't be reached or isn't set up any more", async () => {
    const { shop, stripe, giro, buy, buyAndPay } = await openShop();
    const paid = await buyAndPay("stripe");
    await buy("giro");
    giro.account.pay(onlySession(giro).id);
    stripe.mood.trouble = () => "unavailable";
    await refundOrder(shop, paid, refundOf(100));
    await processDuePayments(after(shop, 2), going);
    const states = shop.db.selectFrom("payments").select(["provider", "state"]).orderBy("provider");
    expect(await states.execute()).toEqual([
      { provider: "giro", state: "settled" },
      { provider: "stripe", state: "settled" },
    ]);
    await expect(processDueRefunds(after(shop, 5), going)).rejects.toThrow("can't be reached");
    await processDueRefunds({ ...after(shop, 90), payments: new Map() }, going);
    expect(await ordersWithPendingRefunds(shop.db).execute()).toHaveLength(1);
  });

  test("a provider's payment pays no order that another provider is to be paid for", async () => {
    const { shop, stripe, giro, buy } = await openShop();
    await buy("giro");
    const { client_reference_id: number, amount_total: amount } = onlySession(giro);
    const link = stripe.account.openPaymentLink(number ?? "", { amount: amount ?? 0, currency: "usd" });
    stripe.account.pay(link.id);
    await deliver(shop, takeEvents(stripe));
    expect(await readAdminOrder(shop.db, number ?? "")).toMatchObject({ state: "awaiting-payment" });
  });

  test("who doesn't take the shop's currency isn't offered, and a card goes to the provider that takes cards", async () => {
    const { shop, stripe, buy } = await openShop({ leastCents: () => undefined });
    expect(waysToPay(shop).map(({ value }) => value)).toEqual(["stripe"]);
    expect(await buy("giro")).toMatchObject({ outcome: "refused", refusal: { reason: "changed" } });
    expect(await buy("visa")).toMatchObject({ outcome: "placed", payAt: onlySession(stripe).url });
  });
});
