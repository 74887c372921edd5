import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { deliver, openStripeShop, refundInDashboard, refundOf, takeEvents } from "../../tests/support/stripe-shop.ts";
import { isThorough } from "../../tests/support/thorough.ts";
import { startCheckout } from "../orders/payment/payment.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { addDays, dayOf } from "../values/days.ts";
import { readBalances, writeBookkeepingCsv } from "./write-bookkeeping-csv.ts";

const timeZone = "Europe/Oslo";

/** Types of entries in a Stripe balance that no sale or refund of the shop's makes, and one that Stripe hasn't invented yet. */
const otherTypes = {
  ...{ adjustment: "Other adjustment", advance: "Advance", application_fee: "Application fee" },
  ...{
    contribution: "Contribution",
    payout: "Payout",
    payout_cancel: "Payout cancel",
    payout_failure: "Payout failure",
  },
  ...{ reserve_transaction: "Reserve transaction", stripe_fee: "Fee", stripe_fx_fee: "Stripe fx fee" },
  ...{ tax_fee: "Tax fee", topup: "Topup", topup_reversal: "Topup reversal", transfer: "Transfer" },
  ...{ charge: "Charge", refund: "Refund", a_future_kind: "A future kind" },
};

forEachEngine((_, engine) => {
  async function openSeller() {
    const opened = await openStripeShop(engine);
    const { shop, stripe, place } = opened;
    await shop.db.updateTable("products").set({ stock: 10_000 }).execute();
    const today = dayOf(shop.now(), timeZone);
    const period = { from: addDays(today, -1), to: today };
    const sell = async () => {
      const number = await place();
      await startCheckout(shop, number);
      const session = stripe.books.list("session").find((session) => session.client_reference_id === number);
      const sessionId = session?.id ?? "";
      stripe.account.pay(sessionId);
      await deliver(shop, takeEvents(stripe));
      return { number, sessionId, intent: String(stripe.account.findSession(sessionId).payment_intent) };
    };
    /** The rows of Stripe's, and what they and Stripe's own entries add up to in cents, by currency. */
    const compare = async (wanted = period) => {
      let csv = "";
      const options = { timeZone, balances: await readBalances(shop, wanted) };
      for await (const part of writeBookkeepingCsv(shop.db, wanted, options)) csv += part;
      const all: Record<string, string>[] = parse(csv, { bom: true, columns: true });
      const rows = all.filter((row) => row["Payment provider"] === "stripe");
      const ours = sumsOf(rows.map((row) => [row.Currency ?? "", Math.round(Number(row.Gross) * 100)]));
      const entries = stripe.books.list("balanceTransaction");
      return { rows, ours, theirs: sumsOf(entries.map(({ currency, net }) => [currency.toUpperCase(), net])) };
    };
    return { ...opened, period, sell, compare };
  }

  test("a disputed payment and its fee are rows, with its order", async () => {
    const { stripe, sell, compare } = await openSeller();
    const { number, intent } = await sell();
    const { id } = stripe.account.dispute(intent, { amount: 1000 });
    stripe.account.closeDispute(id, "won");
    const { rows, ours, theirs } = await compare();
    expect(rows.map((row) => [row.Type, row["Order number"], row.Gross])).toEqual([
      ["Sale", number, "19.00"],
      ["Fee", "", "-0.85"],
      ["Dispute", number, "-10.00"],
      ["Fee", "", "-15.00"],
      ["Dispute reversal", number, "10.00"],
    ]);
    expect(ours).toEqual(theirs);
  });

  test("an entry of any other type is a row with its name", async () => {
    const { stripe, sell, compare } = await openSeller();
    await sell();
    for (const [index, type] of Object.keys(otherTypes).entries()) {
      const reporting = type === "adjustment" && { reporting_category: "other_adjustment" };
      stripe.account.book({ type, amount: -700 - index, fee: 33, source: `other_${index}`, ...reporting });
    }
    const { rows, ours, theirs } = await compare();
    expect(rows.slice(2).map(({ Type, Gross }) => [Type, Gross])).toEqual(
      Object.values(otherTypes).flatMap((name, index) => [
        [name, `-${(7 + index / 100).toFixed(2)}`],
        ["Fee", "-0.33"],
      ]),
    );
    expect(ours).toEqual(theirs);
  });

  test("a refund that waits at the bank, and a sale in another currency, differ by a row of their own", async () => {
    const { shop, stripe, period, sell, compare } = await openSeller();
    const { number, sessionId, intent } = await sell();
    stripe.mood.refundStatus = () => "pending";
    refundInDashboard(stripe, sessionId, 500);
    const waiting = await compare();
    expect(waiting.rows.at(-1)).toMatchObject({
      Type: "Balance difference",
      "Order number": number,
      Gross: "-5.00",
      Reference: intent,
    });
    expect(waiting.ours).toEqual(waiting.theirs);
    await deliver(shop, takeEvents(stripe));
    const [charge] = stripe.books.list("balanceTransaction");
    if (!charge) throw new Error("There is no entry");
    stripe.books.save("balanceTransaction", { ...charge, amount: 20_000, net: 20_000 - charge.fee, currency: "nok" });
    const converted = await compare();
    expect(converted.ours).toEqual(converted.theirs);
    const before = { from: addDays(period.from, -9), to: addDays(period.from, -1) };
    expect((await compare(before)).rows).toEqual([]);
  });

  test("whatever happens in the account, the rows add up to what its balance changed by", async () => {
    const { shop, stripe, sell, compare } = await openSeller();
    const cents = fc.integer({ min: 1, max: 900 });
    const happening = fc.oneof(
      fc.record({ what: fc.constant("other" as const), type: fc.constantFrom(...Object.keys(otherTypes)), cents }),
      fc.record({ what: fc.constantFrom("sale", "refund", "dashboard", "failed", "won", "lost"), cents }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 5 }), async (happenings) => {
        const { number, sessionId, intent } = await sell();
        for (const { what, cents, ...rest } of happenings) {
          stripe.mood.refundStatus = () => "succeeded";
          if (what === "sale") await sell();
          if (what === "other")
            stripe.account.book({ type: "type" in rest ? rest.type : "", amount: cents - 450, fee: cents % 50 });
          if (what === "refund") await refundOrder(shop, number, refundOf(Math.min(cents, 100)));
          if (what === "dashboard") refundInDashboard(stripe, sessionId, Math.min(cents, 90));
          if (what === "failed") {
            const { id } = refundInDashboard(stripe, sessionId, Math.min(cents, 80));
            if (cents % 2) await deliver(shop, takeEvents(stripe));
            stripe.account.settleRefund(id, "failed");
          }
          if (what === "won" || what === "lost")
            stripe.account.closeDispute(stripe.account.dispute(intent, { amount: cents }).id, what);
          if (cents % 3) await deliver(shop, takeEvents(stripe));
        }
        const { ours, theirs } = await compare();
        expect(ours).toEqual(theirs);
      }),
      { numRuns: isThorough ? 100 : 6 },
    );
  });
});

function sumsOf(amounts: [currency: string, cents: number][]) {
  const sums: Record<string, number> = {};
  for (const [currency, cents] of amounts) sums[currency] = (sums[currency] ?? 0) + cents;
  return sums;
}
