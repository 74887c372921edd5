import { sql } from "kysely";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { setUpDiscount } from "../../../tests/support/discounts.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import type { Trouble } from "../../../tests/support/serve-provider.ts";
import { setDelivery } from "../../../tests/support/set-delivery.ts";
import {
  after,
  changed,
  coffees,
  deliver,
  onlySession,
  openPaidStripeOrder,
  openStripeOrder,
  openStripeShop,
  owner,
  readOrder,
  refundOf,
  stepsOf,
  stockOf,
  takeEvents,
} from "../../../tests/support/stripe-shop.ts";
import { signEvent } from "../../../tests/support/stripe-stand-in.ts";
import { ForgedEventError } from "../../payments/provider.ts";
import { cancelOrder } from "../cancel-order.ts";
import { lockOrder } from "../load-order.ts";
import { processDuePayments, processDueRefunds } from "../payment-jobs.ts";
import { system } from "../state/events.ts";
import { PaymentUnderWayError, RefundError } from "../state/order.ts";
import { TransitionRefusedError } from "../state/state-machine.ts";
import { readAdminOrder } from "../views/admin.ts";
import { readOrders } from "../views/read-order.ts";
import { getProvider, PaymentEndedError, readPurchase, startCheckout, syncPayment } from "./payment.ts";
import { describeRefund, PaymentUnknownError, refundOrder } from "./refund.ts";

const going = new AbortController().signal;
/** A call to Stripe is tried three times before the shop hears that it failed. */
const lostForGood: Trouble[] = ["cut", "cut", "cut"];

forEachEngine((_, engine) => {
  const openPaidShop = (price?: number) => openStripeShop(engine, price);
  const openBegunOrder = () => openStripeOrder(engine);
  const openPaidOrder = () => openPaidStripeOrder(engine);

  test("a payment that is begun again, or ten times at once, is one session with one address", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const number = await place();
    const addresses = await Promise.all(Array.from({ length: 10 }, () => startCheckout(shop, number)));
    addresses.push(await startCheckout(shop, number));
    expect(new Set(addresses)).toEqual(new Set([onlySession(stripe).url]));
    expect(onlySession(stripe)).toMatchObject({
      amount_total: 1900,
      client_reference_id: number,
      customer_email: "ada@example.com",
      success_url: `http://localhost:3000/order-confirmation/${number}`,
      cancel_url: "http://localhost:3000/checkout",
    });
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment", events: [] });
    expect(await stockOf(shop)).toBe(38);
  });

  test("an order of $0.00 is paid when it is placed", async () => {
    const { shop, stripe, place } = await openPaidShop(0);
    const number = await place(orderOf([["coffee", 2, 0]]));
    expect(await startCheckout(shop, number)).toBe(undefined);
    expect(await readOrder(shop)).toMatchObject({ state: "paid", totalCents: 0 });
    expect(stripe.books.list("session")).toEqual([]);
  });

  test("delivery is paid with the products, alone if they are free, and with as many lines as Stripe takes", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const ids = Array.from({ length: 100 }, (_, index) => `cup-${index}`);
    await importRecords(shop.db, [catalogRecord(), ...ids.map((id) => catalogRecord({ id, title: id, price: 0 }))]);
    await setDelivery(shop, { price: "4.90" });
    for (const form of [coffees(), orderOf(ids.map((id) => [id, 1, 0]))])
      await startCheckout(shop, await place({ ...form, deliveryCents: 490 }));
    expect(stripe.books.list("session").map(({ amount_total }) => amount_total)).toEqual([2390, 490]);
  });

  test("a discount is one coupon of the order's, however often its payment is begun", async () => {
    const { shop, stripe, place } = await openPaidShop();
    await setUpDiscount(shop);
    const number = await place({ ...coffees(), discountCode: "SPRING", discountCents: 190 });
    // The answer to the coupon gets lost, and the second attempt finds it.
    stripe.troubles.push(...lostForGood);
    await expect(startCheckout(shop, number)).rejects.toThrow("can't be reached");
    await Promise.all([startCheckout(shop, number), startCheckout(shop, number)]);
    const coupon = { id: `order-${number}`, amount_off: 190, name: "Discount SPRING", max_redemptions: 1 };
    expect(stripe.books.list("coupon")).toMatchObject([coupon]);
    expect(onlySession(stripe)).toMatchObject({ amount_subtotal: 1900, amount_total: 1710 });
    stripe.account.pay(onlySession(stripe).id);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "paid", events: [{ amountCents: 1710 }] });
    await expect(refundOrder(shop, number, { amountCents: 1711, reason: "Late", actor: owner })).rejects.toThrow(
      RefundError,
    );
    await cancelOrder(shop, number, { actor: owner });
    const [refund] = stripe.books.list("refund");
    expect(refund?.amount).toBe(1710);
    const { uses } = await shop.db.selectFrom("discounts").select("uses").executeTakeFirstOrThrow();
    expect(uses).toBe(0);
  });

  test("a discount of 100 % needs no provider", async () => {
    const { shop, stripe, place } = await openPaidShop();
    await setUpDiscount(shop, { value: "100" });
    const number = await place({ ...coffees(), discountCode: "SPRING", discountCents: 1900 });
    expect(await startCheckout(shop, number)).toBe(undefined);
    expect(await readOrder(shop)).toMatchObject({ state: "paid", totalCents: 0 });
    expect(stripe.books.list("session")).toEqual([]);
  });

  test("a discount code with an emoji where Stripe's limit of a name is can be paid with", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const code = `${"A".repeat(30)}🎉TEA`;
    await setUpDiscount(shop, { code });
    expect(
      await startCheckout(shop, await place({ ...coffees(), discountCode: code, discountCents: 190 })),
    ).toBeDefined();
    expect(stripe.books.list("coupon")).toMatchObject([{ name: `Discount ${"A".repeat(30)}` }]);
  });

  test("an order that can't be paid for because of a mistake of ours is cancelled, and isn't called an outage", async () => {
    const { shop, place } = await openPaidShop();
    const number = await place(coffees());
    const fault = () => Promise.reject(new TypeError("Not a function"));
    const payments = new Map([["stripe", { ...getProvider(shop, "stripe"), createCheckout: fault }]]);
    await expect(startCheckout({ ...shop, payments }, number)).rejects.toThrow(PaymentEndedError);
    expect(await readOrder(shop)).toMatchObject({ state: "cancelled" });
  });

  test("an order that isn't paid in time gives its discount code back", async () => {
    const { shop, stripe, place } = await openPaidShop();
    await setUpDiscount(shop, { uses: "1" });
    const form = () => ({ ...coffees(), discountCode: "SPRING", discountCents: 190 });
    await startCheckout(shop, await place(form()));
    await expect(place(form())).rejects.toThrow("unpaidOrder");
    await processDuePayments(after(shop, 36), going);
    expect(onlySession(stripe).status).toBe("expired");
    await place(form());
  });

  test("an event makes its order paid once, however often and however simultaneously it comes", async () => {
    const { shop, stripe, number, sessionId, announced, readSubjects } = await openBegunOrder();
    stripe.account.pay(sessionId);
    const events = takeEvents(stripe);
    expect(events.map(({ type }) => type)).toEqual(["payment_intent.succeeded", "checkout.session.completed"]);
    await Promise.all(Array.from({ length: 10 }, () => deliver(shop, events)));
    expect(announced.join()).not.toContain("paid back");
    // What was told before, and comes late.
    await deliver(shop, [changed(events.at(-1), "checkout.session.expired", { status: "expired" })]);
    expect(await readOrder(shop)).toMatchObject({ state: "paid", events: [{ step: "paid", amountCents: 1900 }] });
    expect(await startCheckout(shop, number)).toBe(undefined);
    expect(await readSubjects()).toEqual([`ada@example.com: Your Torg order ${number} is confirmed`]);
    expect(await stockOf(shop)).toBe(38);
  });

  test("an order whose payment came before its address was noted is paid", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const number = await place();
    const answer = Promise.withResolvers<void>();
    stripe.troubles.push(answer.promise);
    const beginning = startCheckout(shop, number);
    await expect.poll(() => stripe.books.list("session")).toHaveLength(1);
    stripe.account.pay(onlySession(stripe).id);
    await deliver(shop, takeEvents(stripe));
    answer.resolve();
    expect(await beginning).toBe(undefined);
    expect(await readOrder(shop)).toMatchObject({ state: "paid" });
  });

  test("a payment whose event got lost is found by asking", async () => {
    const { shop, stripe, number, sessionId } = await openBegunOrder();
    await syncPayment(shop, number);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
    stripe.account.pay(sessionId);
    await processDuePayments(shop, going);
    expect(await readOrder(shop), "not asked for yet").toMatchObject({ state: "awaiting-payment" });
    await processDuePayments(after(shop, 2), going);
    expect(await readOrder(shop)).toMatchObject({ state: "paid" });
    expect(await stepsOf(shop)).toEqual(["paid"]);
  });

  test("an order that isn't paid within 35 minutes expires at Stripe, is restocked, and its key can be used again", async () => {
    const { shop, stripe, place, readSubjects } = await openPaidShop();
    const form = coffees();
    const number = await place(form);
    await startCheckout(shop, number);
    await processDuePayments(after(shop, 34), going);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });

    stripe.troubles.push("unavailable");
    await expect(processDuePayments(after(shop, 36), going)).rejects.toThrow();
    expect(await stockOf(shop), "held as long as it may still be paid").toBe(38);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });

    await processDuePayments(after(shop, 38), going);
    await deliver(shop, takeEvents(stripe));
    expect(onlySession(stripe)).toMatchObject({ status: "expired" });
    expect((await readOrder(shop)).events).toMatchObject([
      { step: "cancelled", actor: system, note: "We didn't receive a payment in time" },
    ]);
    expect(await stockOf(shop)).toBe(40);
    await expect(startCheckout(shop, number)).rejects.toThrow(PaymentEndedError);
    expect(await place(form)).not.toBe(number);
    expect(await readSubjects()).toEqual([`ada@example.com: Your Torg order ${number} has been cancelled`]);
  });

  test("a payment that can't be looked at keeps no other from its turn, unless Stripe is away", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const numbers = [await place(), await place(), await place()];
    for (const number of numbers) await startCheckout(shop, number);
    for (const { id } of stripe.books.list("session")) stripe.account.pay(id);
    const statesOf = async () => (await readOrders(shop.db)).map(({ state }) => state).toSorted();
    stripe.troubles.push("unavailable", "unavailable", "unavailable");
    await expect(processDuePayments(after(shop, 2), going)).rejects.toThrow("Try later");
    expect(await statesOf()).toEqual(["awaiting-payment", "awaiting-payment", "awaiting-payment"]);
    stripe.troubles.push("unavailable");
    await processDuePayments(after(shop, 4), going);
    expect(await statesOf()).toEqual(["awaiting-payment", "paid", "paid"]);
    await processDuePayments(after(shop, 6), going);
    expect(await statesOf()).toEqual(["paid", "paid", "paid"]);
  });

  test("what was paid at the last moment, without an event, is paid and not given up", async () => {
    const { shop, stripe, sessionId } = await openBegunOrder();
    stripe.account.pay(sessionId);
    await processDuePayments(after(shop, 36), going);
    expect(await stepsOf(shop)).toEqual(["paid"]);
    expect(await stockOf(shop)).toBe(38);
  });

  test("a payment for a voided order is refunded automatically, and customer and owner get an email", async () => {
    const { shop, stripe, place, announced, readSubjects } = await openPaidShop();
    const number = await place();
    // The shop died between Stripe's answer and writing it down.
    const { externalId } = await getProvider(shop, "stripe").createCheckout(await readPurchase(shop, number));
    await processDuePayments(after(shop, 36), going);
    expect(await readOrder(shop)).toMatchObject({ state: "cancelled" });
    stripe.account.pay(externalId);
    const events = takeEvents(stripe);
    await Promise.all([deliver(shop, events), deliver(shop, events)]);
    await processDueRefunds(shop, going);
    await deliver(shop, takeEvents(stripe));
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1900, status: "succeeded" }]);
    expect(await stepsOf(shop)).toEqual(["cancelled", "paidLate", "refunded"]);
    expect(await readOrder(shop)).toMatchObject({ state: "cancelled" });
    expect(await stockOf(shop)).toBe(40);
    expect(await readSubjects()).toEqual([
      `ada@example.com: Your $19.00 refund for Torg order ${number}`,
      `ada@example.com: Your Torg order ${number} has been cancelled`,
      `shop@localhost: Late payment of $19.00 for order ${number}`,
    ]);
    expect(announced.join()).toContain("A payment arrived after its order was cancelled");
  });

  test("a late payment that was refunded in Stripe's dashboard isn't refunded again", async () => {
    const { shop, stripe, place } = await openPaidShop();
    const { externalId } = await getProvider(shop, "stripe").createCheckout(await readPurchase(shop, await place()));
    await processDuePayments(after(shop, 36), going);
    const reference = String(stripe.account.pay(externalId)?.payment_intent);
    stripe.account.createRefund(new Map([["payment_intent", reference]]));
    const events = takeEvents(stripe);
    // Stripe sends events in any order, and what was refused once more.
    const refunded = events.filter(({ type }) => type === "refund.created");
    await expect(deliver(shop, refunded)).rejects.toThrow(PaymentUnknownError);
    await deliver(shop, events);
    await processDueRefunds(after(shop, 90), going);
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1900 }]);
    expect(await stepsOf(shop)).toEqual(["cancelled", "paidLate", "refunded"]);
  });

  test("an order that Stripe refuses is voided and restocked", async () => {
    const { shop, stripe, place } = await openPaidShop(0.1);
    const number = await place(orderOf([["coffee", 2, 10]]));
    await expect(startCheckout(shop, number)).rejects.toThrow(PaymentEndedError);
    expect(await readOrder(shop)).toMatchObject({
      state: "cancelled",
      events: [{ note: expect.stringContaining("$0.50") }],
    });
    expect(await stockOf(shop)).toBe(40);
    expect(stripe.books.list("session")).toEqual([]);
  });

  test.for<[name: string, troubles: Trouble[]]>([
    ["it is not heard", ["unavailable"]],
    ["its answer gets lost", lostForGood],
  ])("an order whose checkout couldn't be created is kept and can still be paid: %s", async ([, troubles]) => {
    const { shop, stripe, place } = await openPaidShop();
    const number = await place();
    stripe.troubles.push(...troubles);
    await expect(startCheckout(shop, number)).rejects.not.toThrow(PaymentEndedError);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
    expect(await startCheckout(shop, number)).toBe(onlySession(stripe).url);
  });

  test("an order that is cancelled before it is paid can't be paid any more", async () => {
    const { shop, stripe, number, sessionId } = await openBegunOrder();
    await cancelOrder(shop, number, { actor: owner, note: "Sold elsewhere" });
    expect(stripe.account.pay(sessionId)).toBe(undefined);
    expect(onlySession(stripe)).toMatchObject({ status: "expired" });
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({
      state: "cancelled",
      events: [{ actor: owner, note: "Sold elsewhere" }],
    });
    expect(await stockOf(shop)).toBe(40);
  });

  // On SQLite, a test can't choose which transaction goes first.
  if (engine === "postgres") {
    test("an order isn't voided by a process that hasn't seen its new checkout", async () => {
      const { shop, stripe, place } = await openPaidShop();
      const number = await place();
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
        return rows.length;
      };
      const [beginning, cancelling] = await shop.db.transaction().execute(async (trx) => {
        await lockOrder(trx, number);
        const beginning = startCheckout(shop, number);
        await expect.poll(waiting).toBe(1);
        const cancelling = cancelOrder(shop, number, { actor: owner }).catch((error: unknown) => error);
        await expect.poll(waiting).toBe(2);
        return [beginning, cancelling] as const;
      });
      expect(await beginning).toBe(onlySession(stripe).url);
      expect(await cancelling).toBeInstanceOf(PaymentUnderWayError);
      expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
    });
  }

  test("an order that is cancelled after it was paid is paid back, once, though it is cancelled twice at once", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    const cancel = () => cancelOrder(shop, number, { actor: owner });
    const outcomes = await Promise.allSettled([cancel(), cancel()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: expect.any(TransitionRefusedError),
    });
    await deliver(shop, takeEvents(stripe));
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1900 }]);
    expect(await stepsOf(shop)).toEqual(["paid", "cancelled", "refunded"]);
    expect(await stockOf(shop)).toBe(40);
  });

  test("an order that is cancelled while it is being paid is refunded", async () => {
    const { shop, stripe, number, sessionId } = await openBegunOrder();
    stripe.account.pay(sessionId);
    await cancelOrder(shop, number, { actor: owner });
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["paid", "cancelled", "refunded"]);
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1900 }]);
  });

  test("an order can't be cancelled while its bank processes the payment for days, and is paid afterwards", async () => {
    const { shop, stripe, number, sessionId } = await openBegunOrder();
    stripe.mood.paysLater = true;
    stripe.account.pay(sessionId);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment", isProcessing: true });
    expect(await startCheckout(shop, number), "there is nothing to pay any more").toBeUndefined();
    await expect(cancelOrder(shop, number, { actor: owner })).rejects.toThrow(PaymentUnderWayError);
    await processDuePayments(after(shop, 36), going);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
    stripe.account.settlePayment(sessionId, true);
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["paid"]);
  });

  test.for(["event", "asking"])("an order whose bank refuses in the end is given up, by %s", async (way) => {
    const { shop, stripe, sessionId } = await openBegunOrder();
    stripe.mood.paysLater = true;
    stripe.account.pay(sessionId);
    await deliver(shop, takeEvents(stripe));
    stripe.account.settlePayment(sessionId, false);
    if (way === "event") await deliver(shop, takeEvents(stripe));
    else await processDuePayments(after(shop, 36), going);
    expect(await stepsOf(shop)).toEqual(["cancelled"]);
    expect(await stockOf(shop)).toBe(40);
  });

  test("an order is paid back in parts, to its last cent and no further", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    expect(await refundOrder(shop, number, refundOf(500))).toEqual({
      amountCents: 500,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    await expect(refundOrder(shop, number, refundOf(1401))).rejects.toThrow(RefundError);
    await expect(refundOrder(shop, number, refundOf(0))).rejects.toThrow(RefundError);
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1400,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    await expect(refundOrder(shop, number, refundOf())).rejects.toThrow(RefundError);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "refunded" });
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart", "refunded"]);
    expect(stripe.books.list("refund").map(({ amount }) => amount)).toEqual([500, 1400]);
    expect(await stockOf(shop), "the customer has the items").toBe(38);
  });

  test("an order that is paid back twice at once is paid back once", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => refundOrder(shop, number, refundOf(1000))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all([processDueRefunds(after(shop, 90), going), processDueRefunds(after(shop, 90), going)]);
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1000 }]);
  });

  test("a refund whose answer got lost is not paid twice, even when Stripe has forgotten the request", async () => {
    const { shop, stripe, number, announced } = await openPaidOrder();
    stripe.troubles.push("unavailable", ...lostForGood);
    expect(await refundOrder(shop, number, refundOf(500))).toEqual({
      amountCents: 500,
      state: "pending",
      provider: "stripe",
      currency: "USD",
    });
    expect(announced.join()).toContain("Refund not completed yet");
    const words = (["pending", "settled", "failed"] as const).map((state) =>
      describeRefund(number, { amountCents: 500, currency: "USD", state, provider: "stripe" }, "en"),
    );
    expect(words).toEqual([
      "Refund of $5.00 is pending at stripe",
      "$5.00 refunded",
      `Refund of $5.00 declined by stripe. See order ${number} for the reason.`,
    ]);
    stripe.books.forgetAnswers();
    await processDueRefunds(after(shop, 2), going);
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 500 }]);
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart"]);
  });

  test("a refund that Stripe could not be asked for is paid back later", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    stripe.troubles.push("unavailable", "unavailable");
    expect(await refundOrder(shop, number, refundOf())).toMatchObject({ state: "pending" });
    await processDueRefunds(after(shop, 2), going);
    expect(await stepsOf(shop)).toEqual(["paid", "refunded"]);
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 1900 }]);
  });

  test("a refund that waits for a bank is done by its event, whichever comes first", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    stripe.mood.refundStatus = () => "pending";
    expect(await refundOrder(shop, number, refundOf(1800))).toMatchObject({ state: "pending" });
    expect(await readOrder(shop)).toMatchObject({ state: "paid" });
    const waitingRefunds = [{ amountCents: 1800, reason: "It was broken", actor: owner }];
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ waitingRefunds, refundableCents: 100 });
    stripe.account.settleRefund(stripe.books.list("refund")[0]?.id ?? "", "succeeded");
    await deliver(shop, takeEvents(stripe).toReversed());
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart"]);
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ waitingRefunds: [], refundableCents: 100 });
  });

  test("a refund that waits for a bank is done by asking where its event got lost", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    stripe.mood.refundStatus = () => "pending";
    await refundOrder(shop, number, refundOf());
    stripe.account.settleRefund(stripe.books.list("refund")[0]?.id ?? "", "succeeded");
    await processDueRefunds(after(shop, 61), going);
    expect(await stepsOf(shop)).toEqual(["paid", "refunded"]);
    expect(stripe.books.list("refund")).toHaveLength(1);
  });

  test("a refund that a bank returns days later is reported to the owner, and can be made again", async () => {
    const { shop, stripe, number, readSubjects } = await openPaidOrder();
    await refundOrder(shop, number, refundOf());
    stripe.account.settleRefund(stripe.books.list("refund")[0]?.id ?? "", "failed");
    const events = takeEvents(stripe);
    await deliver(shop, [...events, ...events]);
    const subjects = await readSubjects();
    expect(subjects).toContain(`shop@localhost: Refund of $19.00 for order ${number} failed`);
    expect(subjects).toContain(`ada@example.com: Your $19.00 refund for Torg order ${number} failed`);
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1900,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    expect(await stepsOf(shop)).toEqual(["paid", "refunded", "refundFailed", "refunded"]);
  });

  test("a refund that Stripe refuses has failed, for good and in words", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    const reference = String(onlySession(stripe).payment_intent);
    stripe.account.createRefund(new Map([["payment_intent", reference]]));
    // What was refunded there isn't known here yet.
    stripe.troubles.push("unavailable");
    expect(await refundOrder(shop, number, refundOf(500))).toEqual({
      amountCents: 500,
      state: "failed",
      provider: "stripe",
      currency: "USD",
    });
    await deliver(shop, takeEvents(stripe));
    expect((await readOrder(shop)).events).toMatchObject([
      { step: "paid" },
      { step: "refundFailed", amountCents: 500, note: expect.stringContaining("already been refunded") },
      { step: "refunded", amountCents: 1900, actor: { type: "provider", id: "stripe" } },
    ]);
  });

  test("a refund in Stripe's dashboard is recorded once, and reversed if it fails", async () => {
    const { shop, stripe, number } = await openPaidOrder();
    const reference = String(onlySession(stripe).payment_intent);
    const { id } = stripe.account.createRefund(
      new Map([
        ["payment_intent", reference],
        ["amount", "600"],
      ]),
    );
    const events = takeEvents(stripe);
    await Promise.all([deliver(shop, events), deliver(shop, events)]);
    expect((await readOrder(shop)).events).toMatchObject([
      { step: "paid" },
      {
        step: "refundedInPart",
        amountCents: 600,
        actor: { type: "provider", id: "stripe" },
        note: "Refunded through stripe",
      },
    ]);
    await expect(refundOrder(shop, number, refundOf(1301))).rejects.toThrow(RefundError);
    stripe.account.settleRefund(id, "failed");
    await deliver(shop, takeEvents(stripe));
    expect(await refundOrder(shop, number, refundOf(1900))).toMatchObject({ state: "settled" });
  });

  test("a refund at Stripe's dashboard whose event comes before the payment's is noted after it", async () => {
    const { shop, stripe, sessionId } = await openBegunOrder();
    const reference = String(stripe.account.pay(sessionId)?.payment_intent);
    stripe.account.createRefund(new Map([["payment_intent", reference]]));
    await deliver(shop, takeEvents(stripe).toReversed());
    expect(await stepsOf(shop)).toEqual(["paid", "refunded"]);
  });

  test("events that Stripe did not sign, that are old, from the future, half or huge are not believed", async () => {
    const { shop, stripe, sessionId } = await openBegunOrder();
    const host = getProvider(shop, "stripe");
    stripe.account.pay(sessionId);
    const body = JSON.stringify(takeEvents(stripe).at(-1));
    const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
    const forged: [body: string, signature: string][] = [
      [body, ""],
      [body, "t=,v1="],
      [body, signEvent(body, Date.now(), "whsec_another")],
      [body, signEvent(body, minutesAgo(6))],
      [body, signEvent(body, minutesAgo(-2))],
      [body, `t=1,${signEvent(body, minutesAgo(-2))}`],
      [body.replace("1900", "1"), signEvent(body)],
      [body.slice(0, 100), signEvent(body)],
      [body.slice(0, 100), signEvent(body.slice(0, 100))],
      [`${" ".repeat(500_000)}${body}`, signEvent(body)],
      ["", signEvent("")],
    ];
    for (const [sent, signature] of forged) {
      const reading = host.readEvent(sent, new Headers({ "stripe-signature": signature }), new Date());
      await expect(reading, signature).rejects.toThrow(ForgedEventError);
    }
    await expect(host.readEvent(body, new Headers(), new Date())).rejects.toThrow(ForgedEventError);
    for (const minutes of [4, -0.5]) {
      const late = new Headers({ "stripe-signature": signEvent(body, minutesAgo(minutes)) });
      expect(await host.readEvent(body, late, new Date())).toMatchObject({
        about: "payment",
        result: { amountCents: 1900 },
      });
    }
  });

  test("the wrong key, and ids that Stripe doesn't know, give up no order", async () => {
    const { stripe, shop, place } = await openPaidShop();
    const settings = { ...stripe.settings, secretKey: "sk_test_wrong" };
    const { shop: other } = await openTestShop(engine, { providers: { stripe: settings } });
    const number = await place();
    await expect(startCheckout({ ...shop, payments: other.payments }, number)).rejects.toThrow("Invalid API Key");
    await shop.db.updateTable("payments").set({ externalId: "cs_test_unknown" }).execute();
    await expect(syncPayment(shop, number)).rejects.toThrow("No such checkout.session");
    await expect(processDuePayments(after(shop, 36), going)).rejects.toThrow("No such checkout.session");
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
  });
});
