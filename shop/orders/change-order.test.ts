import { expect, onTestFinished, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { markPaidByStripe } from "../../tests/support/stripe-shop.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "./cancel-order.ts";
import { changeOrder, OrderChangedError } from "./change-order.ts";
import { addNote, sendOrder } from "./fulfil-order.ts";
import { startCheckout } from "./payment/payment.ts";
import { refundOrder } from "./payment/refund.ts";
import { staff, system } from "./state/events.ts";
import { readAdminOrder } from "./views/admin.ts";

const wish = { actor: staff("owner@example.com"), reason: "A dent" };

forEachEngine((_, engine) => {
  /** A shop with a paid order of $19.00. @param provider who took its payment, if one did */
  async function openPaidOrder(provider?: string) {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), provider);
    if (provider) await markPaidByStripe(shop, number);
    const read = () => readAdminOrder(shop.db, number);
    return { shop, number, read, readVersion: async () => (await read()).version };
  }

  test("of several refunds that were decided on the same version of an order, one is made", async () => {
    const { shop, number, read, readVersion } = await openPaidOrder();
    const version = await readVersion();
    const refunds = [1, 2, 3, 4].map(() => refundOrder(shop, number, { ...wish, amountCents: 500, version }));
    const outcomes = await Promise.allSettled(refunds);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(OrderChangedError);
    expect(await read()).toMatchObject({ state: "paid", refundableCents: 1400 });
    await refundOrder(shop, number, { ...wish, amountCents: 500, version: await readVersion() });
    expect(await read()).toMatchObject({ refundableCents: 900 });
  });

  test("a refund and a cancellation on the same version: one is made", async () => {
    const { shop, number, readVersion, read } = await openPaidOrder();
    const version = await readVersion();
    const outcomes = await Promise.allSettled([
      refundOrder(shop, number, { ...wish, amountCents: 500, version }),
      cancelOrder(shop, number, { actor: staff("staff@example.com"), version }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await read()).refundableCents).toBe(outcomes[0]?.status === "fulfilled" ? 1400 : 0);
  });

  test("a cancellation that was decided on an old version leaves the order's payment open", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "stripe");
    await startCheckout(shop, number);
    const { version } = await readAdminOrder(shop.db, number);
    await addNote(shop, number, { actor: staff("staff@example.com"), note: "She called" });
    const cancelling = cancelOrder(shop, number, { actor: wish.actor, version });
    await expect(cancelling).rejects.toThrow(OrderChangedError);
    expect(stripe.books.list("session")).toMatchObject([{ status: "open" }]);
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ state: "awaiting-payment" });
  });

  test("a refund that settles in the background outdates no form, and one that fails does", async () => {
    const { shop, number, readVersion } = await openPaidOrder("stripe");
    const setResult = (refundId: string, state: "settled" | "failed") =>
      changeOrder(shop, number, { type: "refundResult", refundId, result: { state, externalId: "re_1" } });
    await refundOrder(shop, number, { ...wish, amountCents: 300 });
    const [pending] = await shop.db.selectFrom("refunds").select("id").execute();
    const seen = await readVersion();
    await setResult(pending?.id ?? "", "settled");
    await refundOrder(shop, number, { ...wish, amountCents: 500, version: seen });
    const next = await readVersion();
    await setResult(pending?.id ?? "", "failed");
    const late = refundOrder(shop, number, { ...wish, amountCents: 500, version: next });
    await expect(late).rejects.toMatchObject({ changes: [{ step: "refundFailed" }] });
  });

  test("every event and every refund makes another version, and a refusal tells what they were", async () => {
    const { shop, number, readVersion } = await openPaidOrder("stripe");
    const setResult = (refundId: string, state: "settled" | "failed") =>
      changeOrder(shop, number, { type: "refundResult", refundId, result: { state, externalId: "re_1" } });
    const seen = await readVersion();
    const versions = [seen];
    const next = async (change: Promise<unknown>) => {
      await change;
      versions.push(await readVersion());
    };
    await next(addNote(shop, number, { actor: staff("staff@example.com"), note: "She called" }));
    await next(sendOrder(shop, number, { actor: staff("staff@example.com"), carrier: null, tracking: null }));
    await next(refundOrder(shop, number, { ...wish, amountCents: 500 }));
    await next(refundOrder(shop, number, { ...wish, amountCents: 300 }));
    const [first] = await shop.db.selectFrom("refunds").select("id").where("amountCents", "=", 500).execute();
    await next(setResult(first?.id ?? "", "settled"));
    await next(setResult(first?.id ?? "", "failed"));
    expect(new Set(versions).size).toBe(7);
    const refused = refundOrder(shop, number, { ...wish, amountCents: 100, version: seen });
    const error = await refused.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(OrderChangedError);
    expect((error as OrderChangedError).changes).toMatchObject([
      { step: "noted", actor: staff("staff@example.com") },
      { step: "sent", actor: staff("staff@example.com") },
      { step: "refundedInPart", actor: wish.actor, amountCents: 500 },
      { step: "refundFailed", actor: system, amountCents: 500 },
      { step: "refundPending", actor: wish.actor, amountCents: 300 },
    ]);
    for (const version of ["", "1", "0-0", "9-9", "1-1-1", "9-9-9", "x-y", "-", "1e0-0-0"]) {
      const wrong = refundOrder(shop, number, { ...wish, amountCents: 100, version });
      await expect(wrong, version).rejects.toThrow(OrderChangedError);
    }
  });
});
