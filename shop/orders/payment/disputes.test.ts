import { expect, test } from "vitest";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { runOnShop } from "../../../tests/support/run-on-shop.ts";
import {
  deliver,
  openPaidStripeOrder,
  openStripeOrder,
  stepsOf,
  takeEvents,
} from "../../../tests/support/stripe-shop.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { readWaiting } from "../../owners/read-waiting.ts";
import { disputeOf } from "../state/apply-dispute.ts";
import { readAdminOrder } from "../views/admin.ts";
import { toCustomerReceipt } from "../views/customer.ts";
import { findOrders } from "../views/find-orders.ts";
import { readCustomersOrder } from "../views/read-order.ts";
import { PaymentUnknownError } from "./refund.ts";

forEachEngine((_, engine) => {
  async function openDisputedOrder() {
    const opened = await openPaidStripeOrder(engine);
    const { shop, stripe, number, sessionId } = opened;
    const intent = String(stripe.account.findSession(sessionId).payment_intent);
    const listed = async (hasOpenDispute?: boolean) => {
      const search = { sort: "newest", limit: 5, ...(hasOpenDispute && { hasOpenDispute }) } as const;
      return (await findOrders(shop.db, search)).orders.map(({ dispute }) => dispute);
    };
    const disputed = async () => disputeOf((await readAdminOrder(shop.db, number)).events);
    return { ...opened, intent, listed, disputed };
  }

  test("a dispute marks its order until it is decided, and the owner gets an email about each step", async () => {
    const { shop, stripe, number, intent, listed, disputed, readSubjects } = await openDisputedOrder();
    expect([await disputed(), await listed()]).toEqual([undefined, [undefined]]);
    const { id } = stripe.account.dispute(intent, { amount: 1000 });
    const [opened] = takeEvents(stripe);
    if (!opened) throw new Error("There is no event");
    await deliver(shop, [opened, opened]);
    expect([await disputed(), await listed(), await listed(true)]).toEqual(["open", ["open"], ["open"]]);
    expect((await readWaiting(shop.db)).disputes).toBe(1);
    stripe.account.closeDispute(id, "lost");
    await deliver(shop, [...takeEvents(stripe), opened]);
    expect([await disputed(), await listed(), await listed(true)]).toEqual(["lost", ["lost"], []]);
    expect((await readWaiting(shop.db)).disputes).toBe(0);
    expect(await stepsOf(shop)).toEqual(["paid", "disputed", "disputeLost"]);
    const { state, history } = await readAdminOrder(shop.db, number);
    const entry = { step: "disputed", amountCents: 1000, note: `product not received (${id})` };
    expect([state, history[2]]).toEqual(["paid", expect.objectContaining(entry)]);
    expect((await readSubjects()).filter((subject) => subject.toLowerCase().includes("dispute"))).toEqual([
      expect.stringContaining(`Dispute lost for order ${number}`),
      expect.stringContaining(`Payment of order ${number} disputed`),
    ]);
    expect(await runOnShop(shop, "order", number)).toContain("Payment disputed");
    expect(await auditShop(shop.db)).toMatchObject({ differences: [] });
  });

  test.each([
    ["won", "won", "disputeWon"],
    ["warning_closed", "closed", "disputeClosed"],
  ] as const)("a dispute that ends as %s is %s, in whichever order its events come", async (status, state, step) => {
    const { shop, stripe, intent, disputed } = await openDisputedOrder();
    const { id } = stripe.account.dispute(intent, { status: "warning_needs_response" });
    stripe.account.closeDispute(id, status);
    const events = takeEvents(stripe);
    await deliver(shop, events.toReversed());
    await deliver(shop, events);
    expect(await disputed()).toBe(state);
    expect(await stepsOf(shop)).toEqual(["paid", "disputed", step]);
  });

  test("an order with two disputes stays disputed until both are decided; a lost one can be won on appeal", async () => {
    const { shop, stripe, intent, disputed } = await openDisputedOrder();
    const [one, other] = [
      stripe.account.dispute(intent, { amount: 500 }),
      stripe.account.dispute(intent, { amount: 400 }),
    ];
    stripe.account.closeDispute(one.id, "lost");
    await deliver(shop, takeEvents(stripe));
    expect(await disputed()).toBe("open");
    stripe.account.closeDispute(other.id, "lost");
    stripe.account.closeDispute(one.id, "won");
    await deliver(shop, takeEvents(stripe));
    expect(await disputed()).toBe("won");
  });

  test("customers don't see a dispute", async () => {
    const { shop, stripe, number, intent } = await openDisputedOrder();
    stripe.account.dispute(intent);
    await deliver(shop, takeEvents(stripe));
    const { userId } = await shop.db.selectFrom("orders").select("userId").executeTakeFirstOrThrow();
    const receipt = await readCustomersOrder(shop.db, userId, number);
    const shown = receipt && toCustomerReceipt(receipt, { timeZone: "Europe/Oslo", locale: "en" });
    expect([shown?.progress.map(({ name }) => name), shown?.returnSteps]).toEqual([["Paid", "Sent", "Delivered"], []]);
  });

  test("a dispute of another payment that names the order changes nothing; one before its payment is asked for again", async () => {
    const { shop, stripe, sessionId, number } = await openStripeOrder(engine);
    const link = stripe.account.openPaymentLink(number, { amount: 100, currency: "usd" });
    const foreign = String(stripe.account.pay(link.id)?.payment_intent);
    const named = stripe.account.findPaymentIntent(foreign);
    stripe.books.save("paymentIntent", { ...named, metadata: { orderNumber: number } });
    takeEvents(stripe);
    stripe.account.dispute(foreign);
    const events = takeEvents(stripe);
    await expect(deliver(shop, events)).rejects.toThrow(PaymentUnknownError);
    stripe.account.pay(sessionId);
    await deliver(shop, events);
    expect(await stepsOf(shop)).toEqual(["paid"]);
  });
});
