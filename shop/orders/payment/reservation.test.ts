import { expect, test } from "vitest";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { sendDueMails } from "../../../tests/support/due-jobs.ts";
import { after, owner, refundOf } from "../../../tests/support/stripe-shop.ts";
import {
  deliverVipps,
  openVippsShop,
  runCaptures,
  sumsAtVipps,
  takeVippsEvents,
} from "../../../tests/support/vipps-shop.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { checkProvider } from "../../audit/check-provider.ts";
import type { Shop } from "../../shop.ts";
import { cancelOrder } from "../cancel-order.ts";
import { changeOrder } from "../change-order.ts";
import { undoSent } from "../correct-order.ts";
import { sendOrder } from "../fulfil-order.ts";
import { readAdminOrder, toOrderDetailsJson } from "../views/admin.ts";
import { countOpenMoney } from "./count-open-money.ts";
import { getProvider, readPayment } from "./payment.ts";
import { describeRefund, reconcileRefunds, refundOrder } from "./refund.ts";
import { captureNow, describeCapture } from "./reservation.ts";

const parcel = { actor: owner, carrier: null, tracking: null };
const going = new AbortController().signal;

/** What the audit of the shop and of the provider finds. */
async function auditAll(shop: Shop) {
  const { differences } = await auditShop(shop.db);
  return [...differences, ...(await checkProvider(shop.db, getProvider(shop, "vipps"), shop.now()))];
}

async function stepsOf(shop: Shop, number: string) {
  return (await readAdminOrder(shop.db, number)).history.map(({ step }) => step).slice(1);
}

forEachEngine((_, engine) => {
  test("reserved money pays an order, is captured when the order is sent, and refunded in parts", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const number = await orderAndPay();
    expect(await readAdminOrder(shop.db, number)).toMatchObject({
      state: "paid",
      reservation: { heldCents: 1900, capturedCents: 0, releasedCents: 0 },
    });
    await runCaptures(shop);
    expect(sumsAtVipps(vipps, number)).toMatchObject({ reserved: 1900, captured: 0 });
    await sendOrder(shop, number, parcel);
    await runCaptures(shop);
    expect(sumsAtVipps(vipps, number)).toMatchObject({ reserved: 0, captured: 1900 });
    expect(await refundOrder(shop, number, refundOf(400))).toMatchObject({ state: "settled", provider: "vipps" });
    vipps.account.refund(number, 100);
    vipps.troubles.push("unavailable", "cut");
    await reconcileRefunds(shop, going);
    expect(await refundOrder(shop, number, refundOf())).toMatchObject({ amountCents: 1400, state: "settled" });
    await expect(refundOrder(shop, number, refundOf(1))).rejects.toThrow("nothing left to refund");
    expect(sumsAtVipps(vipps, number)).toMatchObject({ captured: 1900, refunded: 1900 });
    await deliverVipps(shop, takeVippsEvents(vipps));
    expect(await stepsOf(shop, number)).toEqual([
      ...["paid", "sent", "captured", "refundedInPart", "refundedInPart", "refunded"],
    ]);
    expect(await auditAll(shop)).toEqual([]);
  });

  test("what is refunded before the order is sent isn't captured; a cancelled order releases the rest", async () => {
    const { shop, vipps, orderAndPay, readMails } = await openVippsShop(engine);
    const [sent, cancelled] = [await orderAndPay(), await orderAndPay()];
    const refund = await refundOrder(shop, sent, refundOf(300));
    expect(describeRefund(sent, refund, "en")).toContain("stays reserved until the order is sent");
    await refundOrder(shop, cancelled, refundOf(300));
    await runCaptures(shop);
    // Vipps can only release all that is left.
    expect(sumsAtVipps(vipps, sent)).toEqual({ reserved: 1900, captured: 0, released: 0, refunded: 0 });
    expect(await stepsOf(shop, sent)).toEqual(["paid", "refundedInPart", "captureReduced"]);
    expect(toOrderDetailsJson(await readAdminOrder(shop.db, sent)).reservation).toMatchObject({
      ...{ reserved: "19.00", toRelease: "3.00", released: "0.00" },
    });
    expect(await auditAll(shop)).toEqual([]);
    await sendOrder(shop, sent, parcel);
    const cancellation = await cancelOrder(shop, cancelled, { actor: owner });
    expect(cancellation && describeRefund(cancelled, cancellation, "en")).toContain("and is released.");
    await sendDueMails(shop);
    const held = (await readMails()).filter(({ text }) => text?.includes("It stays reserved until your order ships."));
    expect(held, "the other is cancelled").toHaveLength(1);
    await runCaptures(shop);
    expect((await stepsOf(shop, sent)).slice(3)).toEqual(["sent", "captured", "released"]);
    expect((await stepsOf(shop, cancelled)).slice(3)).toEqual(["cancelled", "refunded", "captureReduced", "released"]);
    expect(sumsAtVipps(vipps, sent)).toEqual({ reserved: 0, captured: 1600, released: 300, refunded: 0 });
    expect(sumsAtVipps(vipps, cancelled)).toEqual({ reserved: 0, captured: 0, released: 1900, refunded: 0 });
    expect(await refundOrder(shop, sent, refundOf())).toMatchObject({ amountCents: 1600, state: "settled" });
    expect(sumsAtVipps(vipps, sent)).toMatchObject({ refunded: 1600 });
    expect(await auditAll(shop)).toEqual([]);
    const subjects = (await readMails()).map(({ subject = "" }) => subject.replaceAll("\u00a0", " "));
    expect(subjects.filter((subject) => subject.includes("won't be taken"))).toHaveLength(2);
  });

  test("a payment that is confirmed after its order was cancelled is released, and one that was let go pays nothing", async () => {
    const { shop, vipps, order } = await openVippsShop(engine);
    const [late, gone] = [await order(), await order()];
    await cancelOrder(shop, late, { actor: owner });
    expect(vipps.account.find(late).state).toBe("TERMINATED");
    vipps.books.save("payment", { ...vipps.account.find(late), state: "CREATED" });
    vipps.account.approve(late);
    vipps.account.approve(gone);
    vipps.account.cancel(gone);
    await deliverVipps(shop, takeVippsEvents(vipps));
    await runCaptures(shop);
    expect(sumsAtVipps(vipps, late)).toMatchObject({ reserved: 0, captured: 0, released: 1900 });
    expect(await stepsOf(shop, late)).toEqual(["cancelled", "paidLate", "refunded", "captureReduced", "released"]);
    expect(await stepsOf(shop, gone)).toEqual(["cancelled"]);
    expect(await auditAll(shop)).toEqual([]);
  });

  test("the shop's own capture outdates no form, whether it works or is declined", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const [sent, declined] = [await orderAndPay(), await orderAndPay()];
    const read = async (number: string) => (await readAdminOrder(shop.db, number)).version;
    await sendOrder(shop, sent, parcel);
    const version = await read(sent);
    await runCaptures(shop);
    await deliverVipps(shop, takeVippsEvents(vipps));
    // Of two at once, which each find the capture, one refunds.
    const twice = await Promise.allSettled([1, 2].map(() => refundOrder(shop, sent, { ...refundOf(300), version })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refunded] = twice.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refunded?.reason).toMatchObject({ changes: [{ actor: owner }] });

    await sendOrder(shop, declined, parcel);
    const waiting = await read(declined);
    vipps.mood.captureRefusal = () => "6260";
    await expect(runCaptures(shop)).rejects.toThrow("6260");
    const late = refundOrder(shop, declined, { ...refundOf(300), version: waiting });
    await expect(late).resolves.toMatchObject({ state: "pending" });
  });

  test("a customer who cancels in the app gets no email about it, and one who lets the time run out does", async () => {
    const { shop, vipps, order, readMails } = await openVippsShop(engine);
    const [aborted, expired] = [await order(), await order()];
    expect(vipps.account.find(aborted).returnUrl).toContain(`/order-confirmation/${aborted}?from=payment`);
    vipps.account.end(aborted, "ABORTED");
    vipps.account.end(expired, "EXPIRED");
    await deliverVipps(shop, takeVippsEvents(vipps));
    await sendDueMails(shop);
    const cancelled = (await readMails()).filter(({ subject }) => subject?.includes("has been cancelled"));
    expect(cancelled.map(({ subject }) => subject?.includes(expired))).toEqual([true]);
    expect(await auditAll(shop)).toEqual([]);
  });

  test("staff capture what is reserved before the order is sent, once however often they ask", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const [one, declined, refunded] = [await orderAndPay(), await orderAndPay(), await orderAndPay()];
    await refundOrder(shop, one, refundOf(300));
    const asked = [1, 2, 3].map(() => captureNow(shop, one, { actor: owner }));
    const outcomes = await Promise.allSettled([...asked, runCaptures(shop)]);
    expect(outcomes[0]).toMatchObject({ value: { amountCents: 1600 } });
    await runCaptures(after(shop, 5));
    expect(sumsAtVipps(vipps, one)).toEqual({ reserved: 0, captured: 1600, released: 300, refunded: 0 });
    expect((await stepsOf(shop, one)).filter((step) => step === "captured")).toHaveLength(1);
    await expect(captureNow(shop, one, { actor: owner })).rejects.toThrow("no reserved amount left");
    await refundOrder(shop, one, refundOf(100));
    await sendOrder(shop, one, parcel);
    await runCaptures(after(shop, 10));
    expect(sumsAtVipps(vipps, one)).toMatchObject({ captured: 1600, refunded: 100 });

    vipps.mood.captureRefusal = () => "6260";
    const outcome = await captureNow(shop, declined, { actor: owner });
    expect(await countOpenMoney(shop.db)).toMatchObject({ waitingCaptures: 1, retryingCaptures: 0 });
    await expect(runCaptures(after(shop, 12))).rejects.toThrow("6260");
    expect(await countOpenMoney(shop.db)).toMatchObject({ waitingCaptures: 0, retryingCaptures: 1 });
    expect(describeCapture(outcome, "en")).toContain("not captured yet, and tried again soon");
    vipps.mood.captureRefusal = () => undefined;
    // The process died after it had noted the request: the job does the rest.
    const { version } = await readAdminOrder(shop.db, declined);
    await changeOrder(shop, declined, { type: "capture", actor: owner }, { version });
    await runCaptures(after(shop, 20));
    expect(sumsAtVipps(vipps, declined)).toMatchObject({ captured: 1900 });
    expect(await countOpenMoney(shop.db)).toMatchObject({ waitingCaptures: 0, retryingCaptures: 0 });

    await refundOrder(shop, refunded, refundOf());
    await expect(captureNow(shop, refunded, { actor: owner })).rejects.toThrow("no reserved amount left");
    await runCaptures(after(shop, 20));
    expect(await auditAll(shop)).toEqual([]);
  });

  test("a look at reserved money that worked forgets the failures before it", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const number = await orderAndPay();
    const day = 24 * 60;
    for (const minutes of [day, 2 * day + 5]) {
      vipps.troubles.push("unavailable");
      await expect(runCaptures(after(shop, minutes + 1))).rejects.toThrow("can't do this right now");
      expect((await readPayment(shop.db, number))?.lastError).toContain("can't do this right now");
      await runCaptures(after(shop, minutes + 2.5));
      expect(await readPayment(shop.db, number)).toMatchObject({ attempts: 0, lastError: null });
    }
  });

  test("a capture whose answer gets lost is done once, and one that is declined is told once and tried again", async () => {
    const { shop, vipps, orderAndPay, readMails } = await openVippsShop(engine);
    const number = await orderAndPay();
    await sendOrder(shop, number, parcel);
    const [read, lost] = [Promise.resolve(), "cut" as const];
    vipps.troubles.push(read, lost);
    await expect(runCaptures(shop)).rejects.toThrow("can't be reached");
    await runCaptures(after(shop, 2));
    expect(sumsAtVipps(vipps, number)).toMatchObject({ reserved: 0, captured: 1900 });
    expect((await stepsOf(shop, number)).filter((step) => step === "captured")).toHaveLength(1);

    const declined = await orderAndPay();
    await sendOrder(shop, declined, parcel);
    vipps.mood.captureRefusal = () => "6260";
    for (const minutes of [0, 5]) await expect(runCaptures(after(shop, minutes))).rejects.toThrow("6260");
    await expect(refundOrder(shop, declined, refundOf(100))).resolves.toMatchObject({ state: "pending" });
    vipps.mood.captureRefusal = () => undefined;
    await runCaptures(after(shop, 60));
    expect(sumsAtVipps(vipps, declined)).toMatchObject({ captured: 1900 });
    await sendDueMails(after(shop, 60));
    const notices = (await readMails()).filter(({ subject }) => subject?.includes("not captured"));
    expect(notices).toHaveLength(1);
  });

  test("what the owner captures or cancels in the business portal is what the shop has", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const [captured, ended] = [await orderAndPay(), await orderAndPay()];
    await refundOrder(shop, captured, refundOf(300));
    vipps.account.capture(captured, 1900);
    vipps.account.cancel(ended);
    await deliverVipps(shop, takeVippsEvents(vipps));
    // The customer was told of 3.00 that were taken nevertheless: they are due again, and go back as money.
    const order = await readAdminOrder(shop.db, captured);
    expect(order.failedRefunds).toMatchObject([{ outstandingCents: 300 }]);
    await refundOrder(shop, captured, refundOf(300));
    expect(sumsAtVipps(vipps, captured)).toMatchObject({ captured: 1900, refunded: 300 });
    await sendOrder(shop, captured, parcel);

    expect(await stepsOf(shop, ended)).toEqual(["paid", "released", "captureFailed"]);
    await cancelOrder(shop, ended, { actor: owner });
    await runCaptures(after(shop, 60));
    expect(sumsAtVipps(vipps, ended)).toMatchObject({ captured: 0, released: 1900 });
    expect(await auditAll(shop)).toEqual([]);
  });

  test("a sent order that is undone and cancelled gives the captured money back", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine);
    const number = await orderAndPay();
    await sendOrder(shop, number, parcel);
    await undoSent(shop, number, { actor: owner });
    expect(await cancelOrder(shop, number, { actor: owner })).toMatchObject({ amountCents: 1900, state: "settled" });
    expect(sumsAtVipps(vipps, number)).toMatchObject({ captured: 1900, refunded: 1900 });
    expect(await auditAll(shop)).toEqual([]);
  });

  test("the owner is notified once before a reservation may end", async () => {
    const { shop, orderAndPay, readMails } = await openVippsShop(engine);
    await orderAndPay();
    const day = 24 * 60;
    for (const days of [4, 5.1, 6.2, 7.3]) await runCaptures(after(shop, days * day));
    await sendDueMails(after(shop, 8 * day));
    const notices = (await readMails()).filter(({ subject }) => subject?.includes("ends soon"));
    expect(notices).toHaveLength(1);
  });
});
