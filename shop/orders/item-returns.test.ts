import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { after } from "../../tests/support/stripe-shop.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readTransactions, type Transaction } from "../bookkeeping/read-transactions.ts";
import { readStock } from "../catalog/lists/read-products.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { changeOrder, OrderChangedError } from "./change-order.ts";
import { returnOrder, sendOrder } from "./fulfil-order.ts";
import { loadOrder, versionOf } from "./load-order.ts";
import { startCheckout, syncPayment } from "./payment/payment.ts";
import { refundOrder, returnItem } from "./payment/refund.ts";
import { staff } from "./state/events.ts";
import { type Order, RefundError, ReturnRefusedError } from "./state/order.ts";
import { keptLines, returnedOf } from "./state/returned-items.ts";
import { TransitionRefusedError } from "./state/state-machine.ts";
import { transition } from "./state/transition.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { returnSteps } from "./views/receipt.ts";

const actor = staff("olga@example.com");
const item = { actor, reason: "Too bitter", productId: "coffee", quantity: 1, isRestocked: true };

test("what comes back in any number of steps is refunded with exactly what was paid for it", () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    priceCents: fc.integer({ min: 1, max: 5000 }),
    discountPercent: fc.nat({ max: 100 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
      (parts, random) => {
        const lines = parts.map(({ quantity, priceCents, discountPercent }, index) => {
          const discountCents = Math.floor((quantity * priceCents * discountPercent) / 100);
          return { productId: String(index), title: "", quantity, priceCents, discountCents };
        });
        const paidCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity - line.discountCents, 0);
        let order = {
          ...sentOrder,
          lines,
          totalCents: paidCents,
          payment: { provider: "manual", state: "settled", paidCents },
        } as unknown as Order;
        let restocked = 0;
        for (const [index, number] of random.entries()) {
          const kept = keptLines(order);
          const chosen = kept[number % kept.length];
          if (!chosen) break;
          const { productId } = chosen;
          const items = [{ productId, quantity: 1 + (number % chosen.quantity), isRestocked: true }];
          const returned = { actor, reason: "Too bitter", items, refundId: String(index) };
          const change = transition(order, { type: "returnItems", ...returned }, new Date());
          order = change.order;
          restocked += change.restock.reduce((sum, { quantity }) => sum + quantity, 0);
        }
        expect(keptLines(order)).toEqual([]);
        expect(lines.map((line) => returnedOf(order.events, line))).toEqual(lines.map(({ quantity }) => quantity));
        expect(restocked).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0));
        expect(order.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(paidCents);
      },
    ),
  );
});

const sentOrder = {
  id: 1,
  orderNumber: "ABCDEFGHIJ",
  state: "sent",
  currency: "USD",
  refunds: [],
  returns: [],
  events: [{ position: 1, step: "sent" }],
};

forEachEngine((_, engine) => {
  test("items come back one by one: each is refunded and restocked once, and has a credit note at its rate", async () => {
    const { shop, uid, place, stock, readMails } = await openSeller(engine);
    const number = await place();
    await expect(returnItem(shop, number, item)).rejects.toThrow(TransitionRefusedError);
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    expect(await returnItem(shop, number, item)).toMatchObject({ amountCents: 4500, state: "settled" });
    expect(await stock()).toEqual([99, 99]);
    await returnItem(shop, number, { ...item, productId: "bread", isRestocked: false });
    expect(await stock(), "bread isn't for sale again").toEqual([99, 99]);
    await expect(returnItem(shop, number, { ...item, productId: "bread" })).rejects.toThrow(ReturnRefusedError);
    for (const quantity of [0, 2, 1.5, -1, Number.NaN])
      await expect(returnItem(shop, number, { ...item, quantity })).rejects.toThrow("from 1 to 1");
    await expect(returnItem(shop, number, { ...item, amountCents: 4501 })).rejects.toThrow(RefundError);
    expect(
      (await readDocuments(shop.db, number)).map(({ number, grossCents, vat, lines }) => [
        number,
        grossCents,
        vat,
        lines.map(({ title, quantity }) => [title, quantity]),
      ]),
    ).toEqual([
      [
        expect.stringMatching(/^\d{4}-0001$/),
        11_070,
        [expect.anything(), expect.anything()],
        [
          ["Bread", 1],
          ["Coffee", 2],
        ],
      ],
      [
        expect.stringMatching(/^C\d{4}-0001$/),
        4500,
        [{ basisPoints: 2500, grossCents: 4500, netCents: 3600, vatCents: 900 }],
        [["Coffee", 1]],
      ],
      [
        expect.stringMatching(/^C\d{4}-0002$/),
        2070,
        [{ basisPoints: 1500, grossCents: 2070, netCents: 1800, vatCents: 270 }],
        [["Bread", 1]],
      ],
    ]);
    await returnOrder(shop, number, { actor });
    expect(await stock(), "the whole return restocks what was left").toEqual([100, 99]);
    await refundOrder(shop, number, { actor, reason: "Returned" });
    expect(await auditShop(shop.db)).toMatchObject({ orders: 1, documents: 4, differences: [] });

    const receipt = await readCustomersOrder(shop.db, uid, number);
    if (!receipt) throw new Error("There is no receipt");
    expect(receipt).toMatchObject({ state: "refunded", refundedCents: 11_070 });
    expect(
      returnSteps(receipt, { timeZone: "Europe/Oslo", locale: "en" })
        .map(({ name, detail }) => `${name} ${detail}`)
        .slice(0, 2),
    ).toEqual(["Returned 1 × Coffee", "Refund $45.00. We'll contact you if we need anything from you to pay it out."]);
    await sendDueMails(shop);
    const texts = (await readMails()).map(({ text }) => text?.replaceAll(/\s+/g, " "));
    expect(
      texts.filter((text) =>
        text?.includes(`We've received 1 × Coffee, which you returned from order ${number}. We're refunding $45.00`),
      ),
    ).toHaveLength(1);
  });

  test("the same return twice at once, or after a change, happens once", async () => {
    const { shop, place, stock } = await openSeller(engine);
    const number = await place();
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    const version = versionOf(await loadOrder(shop.db, number));
    const twice = await Promise.allSettled(
      [1, 2, 3].map(() => returnItem(shop, number, { ...item, quantity: 2, version })),
    );
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = twice.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused.every((error) => error instanceof OrderChangedError)).toBe(true);
    expect(await stock()).toEqual([100, 99]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("a refund at Stripe is for its item also when it settles later or fails; without an amount to refund, nothing is", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop, place, readMails } = await openSeller(engine, { providers: { stripe: stripe.settings } });
    const number = await place("stripe");
    await startCheckout(shop, number);
    stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
    await syncPayment(shop, number);
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    await returnItem(shop, number, { ...item, productId: "bread" });
    expect(await returnItem(shop, number, { ...item, amountCents: 0 })).toBeUndefined();
    const subjects = async (minutes: number) => {
      await sendDueMails(after(shop, minutes));
      return (await readMails()).map(({ subject }) => subject?.replace(/ (from|for) .*/, "")).toSorted();
    };
    const told = await subjects(3);
    expect(told).toContain("Your $20.70 refund");
    expect(
      told.filter((subject) => subject === "We've received an item"),
      "of what wasn't refunded",
    ).toHaveLength(1);
    const [, creditNote, ...others] = await readDocuments(shop.db, number);
    expect(others).toEqual([]);
    expect(creditNote).toMatchObject({ grossCents: 2070, vat: [{ basisPoints: 1500 }], lines: [{ title: "Bread" }] });
    expect(stripe.books.list("refund").map(({ amount }) => amount)).toEqual([2070]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
    stripe.mood.refundStatus = () => "pending";
    await returnItem(shop, number, { ...item, amountCents: 2070 });
    expect(await subjects(1), "the refund may be made soon").toEqual(told);
    expect(await subjects(3)).toEqual([...told, "We've received an item"].toSorted());
    const failed = await shop.db.selectFrom("refunds").selectAll().where("productId", "=", "bread").executeTakeFirst();
    const result = { state: "failed", externalId: failed?.externalId ?? "", error: "Expired card" } as const;
    await changeOrder(shop, number, { type: "refundResult", refundId: failed?.id ?? "", result });
    const takenBack = (await readDocuments(shop.db, number)).at(-1);
    expect(takenBack).toMatchObject({ kind: "invoice", grossCents: 2070, vat: [{ basisPoints: 1500 }] });
    expect(takenBack?.corrects).toBe(creditNote?.number);
    const { events } = await loadOrder(shop.db, number);
    expect(events.at(-1)).toMatchObject({ step: "refundFailed", productId: "bread", quantity: 1 });
    expect((await auditShop(shop.db)).differences).toEqual([]);
    await shop.db.deleteFrom("documents").execute();
    let last: Transaction | undefined;
    for await (const transaction of readTransactions(shop.db, 0, Number.MAX_SAFE_INTEGER)) last = transaction;
    expect(last).toMatchObject({ type: "Failed refund", vat: [{ basisPoints: 1500 }] });
  });
});

/** A shop with a customer who buys a bread at 15 % and two coffees at 25 %, with a code for 10 % off. */
async function openSeller(engine: Engine, changes: Parameters<typeof openTestShop>[1] = {}) {
  const { shop, readMails } = await openTestShop(engine, changes);
  await registerForVat(shop);
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", title: "Bread", price: 23, stock: 100, vatRate: "Food" }),
    catalogRecord({ id: "coffee", title: "Coffee", price: 50, stock: 100 }),
  ]);
  await setUpDiscount(shop, { code: "SPRING", value: "10" });
  const uid = await registerVerified(shop);
  const lines = orderOf([
    ["bread", 1, 2300],
    ["coffee", 2, 5000],
  ]);
  const place = (provider?: string) =>
    placeOrder(
      shop.db,
      uid,
      { ...lines, discountCode: "SPRING", discountCents: 1230 },
      shop.now(),
      provider,
      shop.settings,
    );
  const stock = () => Promise.all(["coffee", "bread"].map((id) => readStock(shop.db, id)));
  return { shop, uid, place, stock, readMails };
}
