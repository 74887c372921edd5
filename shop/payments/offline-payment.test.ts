import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { runDue, sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { readProduct } from "../catalog/read-products.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { OrderChangedError } from "../orders/change-order.ts";
import { staff } from "../orders/events.ts";
import { CorrectionRefusedError } from "../orders/order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { readReceipt } from "../orders/read-order.ts";
import { paymentStatus } from "../orders/receipt.ts";
import { TransitionRefusedError } from "../orders/state-machine.ts";
import { readAdminOrder } from "../orders/views/admin.ts";
import { saveTaxes } from "../taxes/save-taxes.ts";
import { newTaxes } from "../taxes/tax-form.ts";
import { markPaid, paysOffline } from "./offline-payment.ts";
import { startCheckout } from "./payment.ts";
import { refundOrder } from "./refund.ts";

const by = { actor: staff("olga@example.com") };

/** A shop that issues invoices and tells how to pay it, with an unpaid order. */
async function openWithOrder(engine: Engine) {
  const { shop, readMails } = await openTestShop(engine);
  const paymentInstructions = "Pay to account 1234 56 78901\nwithin 14 days.";
  expect(paysOffline(shop)).toBe(false);
  await setSettings(shop, { paymentInstructions });
  await saveTaxes(shop, { ...newTaxes, invoices: "on" }, { original: newTaxes, actor: by.actor.id });
  await shop.refreshSettings();
  expect(paysOffline(shop)).toBe(true);
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
  const form = { ...orderOf([["coffee", 2]]), paymentMethod: "invoice" } as const;
  const number = await placeOrder(shop.db, uid, form, shop.now(), "manual", shop.settings);
  return {
    shop,
    number,
    read: () => readAdminOrder(shop.db, number),
    async pay() {
      const { version } = await readAdminOrder(shop.db, number);
      await markPaid(shop, number, { ...by, version });
    },
    async mails() {
      await sendDueMails(shop);
      return (await readMails()).filter(({ subject }) => subject?.includes(number));
    },
    async status() {
      const receipt = await readReceipt(shop.db, uid, number);
      return receipt && paymentStatus(receipt);
    },
  };
}

forEachEngine((_, engine) => {
  test("an order that is paid outside the shop awaits its payment until its owner marks it as paid", async () => {
    const { shop, number, read, pay, mails, status } = await openWithOrder(engine);
    expect(await status()).toBe("Awaiting payment");
    const [confirmation, ...early] = await mails();
    expect(confirmation?.text).toContain(
      `How to pay:\n\nPay to account 1234 56 78901\nwithin 14 days.\nAmount: $19.00\nOrder number: ${number}\n\n`,
    );
    expect(confirmation?.text).toContain("Payment method: Invoice or bank transfer");
    expect([early, confirmation?.attachments]).toEqual([[], []]);
    // No provider can be asked about the payment, however long it takes.
    const later = { ...shop, now: () => new Date(Date.now() + 7 * 24 * 60 * 60_000) };
    await runDue(later, "duePayments");
    const { version } = await read();

    await pay();
    expect(await status()).toBe("Paid");
    const order = await read();
    expect(order).toMatchObject({ state: "paid", refundableCents: 1900 });
    expect(order.events).toMatchObject([{ step: "paid", amountCents: 1900, actor: by.actor }]);
    expect(await readDocuments(shop.db, number)).toMatchObject([{ grossCents: 1900 }]);
    const told = (await mails()).find(({ subject }) => subject?.startsWith("We've received your payment"));
    expect(told?.text).toContain(`Your order ${number} is paid. We'll email you when it ships.`);
    expect(told?.text).toContain("Your invoice is attached.");
    expect(told?.attachments).toHaveLength(1);

    await expect(pay()).rejects.toThrow("This order has already been paid");
    await expect(markPaid(shop, number, { ...by, version })).rejects.toThrow(OrderChangedError);
    await refundOrder(shop, number, { ...by, reason: "Broken" });
    expect(await status()).toBe("Refunded");
  });

  test("an unpaid order can be cancelled, and is then restocked and not paid any more", async () => {
    const { shop, number, pay, status } = await openWithOrder(engine);
    expect(await cancelOrder(shop, number, by)).toBeUndefined();
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(6);
    expect(await status()).toBe("Not paid");
    await expect(pay()).rejects.toThrow(TransitionRefusedError);
  });

  test("an order whose provider takes the payment can't be marked as paid", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { stripe: stripe.settings });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
    await startCheckout(shop, number);
    const { version } = await readAdminOrder(shop.db, number);
    await expect(markPaid(shop, number, { ...by, version })).rejects.toThrow(CorrectionRefusedError);
  });
});
