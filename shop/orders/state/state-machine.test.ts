import { expect, onTestFinished, test } from "vitest";
import type { OrderState } from "#database/schema.ts";
import { seededRandom } from "../../../tests/soak/seeded-random.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { openStripeStandIn } from "../../../tests/support/stripe-stand-in.ts";
import { isThorough, sampleOf } from "../../../tests/support/thorough.ts";
import { readProduct } from "../../catalog/lists/read-products.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readWaiting } from "../../owners/read-waiting.ts";
import { cancelOrder } from "../cancel-order.ts";
import { changeOrder } from "../change-order.ts";
import { correctAddress, undoSent } from "../correct-order.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "../fulfil-order.ts";
import { loadOrder } from "../load-order.ts";
import { startCheckout, syncPayment } from "../payment/payment.ts";
import { closeRefunds, refundOrder } from "../payment/refund.ts";
import { readAdminOrder } from "../views/admin.ts";
import { readOrders } from "../views/read-order.ts";
import type { OrderEvent } from "./events.ts";
import { staff } from "./events.ts";
import { RefundError } from "./order.ts";
import { nextState, type OrderTransition, replayEvents, TransitionRefusedError } from "./state-machine.ts";

function toTransition(step: OrderTransition) {
  return { step };
}

const no = undefined;
const transitions: { step: OrderTransition; wasSettled?: number }[] = [
  ...(["paid", "paidLate", "sent", "delivered", "cancelled", "returned", "returnClosed"] as const).map(toTransition),
  ...(["refundedInPart", "refunded"] as const).map(toTransition),
  { step: "refundFailed", wasSettled: 1 },
];
/** What may follow once an order is paid, and changes nothing. */
const notes: OrderTransition[] = ["refundFailed", "failedRefundClosed"];

/** Where each step leads from where others have led, in the order of `transitions`. */
// biome-ignore format: a table is read by its columns
const table: [taken: OrderTransition[], state: OrderState, (OrderState | undefined)[]][] = [
  //                                           paid    paidLate     sent    delivered    cancelled    returned    returnClosed  refundedInPart      refunded      settled refund failed
  [[],                     "awaiting-payment", ["paid", no,          no,     no,          "cancelled", no,         no,         no,                 no,           no]],
  [["paid"],                           "paid", [no,     no,          "sent", no,          "cancelled", no,         no,         "paid",             "refunded",   "paid"]],
  [["paid", "sent"],                   "sent", [no,     no,          no,     "delivered", no,          "returned", no,         "sent",             "refunded",   "sent"]],
  [["paid", "sent", "sentUndone", "addressCorrected"],
                                       "paid", [no,     no,          "sent", no,          "cancelled", no,         no,         "paid",             "refunded",   "paid"]],
  [["paid", "sent", "sentUndone", "refunded"],
                                   "refunded", [no,     no,          no,     no,          "cancelled", no,         no,         "refunded",         "refunded",   "paid"]],
  [["paid", "sent", "delivered"], "delivered", [no,     no,          no,     no,          no,          "returned", no,         "delivered",        "refunded",   "delivered"]],
  [["paid", "cancelled"],         "cancelled", [no,     "cancelled", no,     no,          no,          no,         no,         "cancelled",        "cancelled",  "cancelled"]],
  [["paid", "sent", "returned"],   "returned", [no,     no,          no,     no,          no,          no,         "returned", "returned",         "refunded",   "returned"]],
  [["paid", "sent", "returned", "returnClosed"],
                                   "returned", [no,     no,          no,     no,          no,          no,         "returned", "returned",         "refunded",   "returned"]],
  [["paid", "refunded"],           "refunded", [no,     no,          no,     no,          "cancelled", no,         no,         "refunded",         "refunded",   "paid"]],
  [["paid", "sent", "refunded"],   "refunded", [no,     no,          no,     no,          no,          "refunded", no,         "refunded",         "refunded",   "sent"]],
  [["paid", "sent", "delivered", "refundedInPart", "refunded", "noted"],
                                   "refunded", [no,     no,          no,     no,          no,          "refunded", no,         "refunded",         "refunded",   "delivered"]],
  [["paid", "sent", "refunded", "returned"],
                                   "refunded", [no,     no,          no,     no,          no,          no,         no,         "refunded",         "refunded",   "returned"]],
];

test.for(table)("what may follow %o", ([names, state, states]) => {
  const taken = names.map((step) => ({ step }));
  expect(replayEvents(taken)).toBe(state);
  expect(transitions.map((transition) => nextState(state, transition, taken))).toEqual(states);
  expect(nextState(state, { step: "noted" }, taken)).toBe(state);
  const noted = notes.map((step) => nextState(state, { step }, taken));
  expect(noted).toEqual(state === "awaiting-payment" ? [no, no] : [state, state]);
});

test("a settled refund that fails returns the order to the state of its items; a pending one doesn't", () => {
  const refunded = [{ step: "paid" }, { step: "sent" }, { step: "refunded" }] as const;
  expect(replayEvents([...refunded, { step: "refundFailed", wasSettled: null }])).toBe("refunded");
  const reversed = [...refunded, { step: "refundFailed", wasSettled: 1 }] as const;
  expect(replayEvents([...reversed])).toBe("sent");
  expect(replayEvents([...reversed, { step: "delivered" }, { step: "refunded" }])).toBe("refunded");
});

test("a step that may not follow can't be replayed, and says so", () => {
  expect(replayEvents([{ step: "paid" }, { step: "sent" }, { step: "returned" }, { step: "refunded" }])).toBe(
    "refunded",
  );
  const replaying = () => replayEvents([{ step: "paid" }, { step: "sent" }, { step: "cancelled" }]);
  expect(replaying).toThrow(new TransitionRefusedError("sent", "cancelled"));
  expect(replaying).toThrow("This order is sent and can't be cancelled");
  expect(() => replayEvents([{ step: "paid" }, { step: "paid" }])).toThrow("This order has already been paid");
});

forEachEngine((_, engine) => {
  test("wherever orders are led, their events tell their state, stock and money", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    // None has more than five unpaid orders.
    const customers: string[] = [];
    for (const name of ["ada", "bob", "eve"])
      customers.push(await registerVerified(shop, { email: `${name}@example.com` }));
    await importRecords(shop.db, [catalogRecord({ stock: 1000 })]);
    const wish = { actor: staff("owner@example.com") };
    const reason = "It was broken";
    const walks: ((number: string, random: () => number) => Promise<unknown>)[] = [
      (number) => sendOrder(shop, number, { ...wish, carrier: "Posten", tracking: "1" }),
      (number) => deliverOrder(shop, number, wish),
      (number) => returnOrder(shop, number, wish),
      (number) => cancelOrder(shop, number, wish),
      (number) => addNote(shop, number, { ...wish, note: "A gift" }),
      (number) => undoSent(shop, number, wish),
      async (number) => {
        const { version, billingAddress } = await readAdminOrder(shop.db, number);
        await correctAddress(shop, number, { ...wish, version, billingAddress: `${billingAddress}1` });
      },
      (number) => refundOrder(shop, number, { ...wish, reason }),
      (number) => refundOrder(shop, number, { ...wish, reason, amountCents: 100 }),
      (number) => closeRefunds(shop, number, { ...wish, reason }),
      async (number, random) => {
        const refunds = (await loadOrder(shop.db, number)).refunds.filter(({ state }) => state === "settled");
        const refund = refunds[Math.floor(random() * refunds.length)];
        if (!refund) return;
        stripe.account.settleRefund(refund.externalId ?? "", "failed");
        const result = { state: "failed", externalId: refund.externalId ?? "" } as const;
        await changeOrder(shop, number, { type: "refundResult", refundId: refund.id, result });
      },
      async (number) => {
        const session = stripe.books.list("session").find(({ client_reference_id }) => client_reference_id === number);
        if (session) stripe.account.pay(session.id);
        await syncPayment(shop, number);
      },
    ];
    const refused: unknown[] = [];
    await Promise.all(
      Array.from({ length: isThorough ? 12 : 6 }, async (_, index) => {
        const random = seededRandom(index);
        const number = await placeOrder(
          shop.db,
          customers[index % 3] ?? "",
          orderOf([["coffee", 2]]),
          shop.now(),
          "stripe",
        );
        await startCheckout(shop, number);
        for (let steps = 0; steps < 15; steps++) {
          const walk = walks[Math.floor(random() * walks.length)];
          await walk?.(number, random).catch((error) => refused.push(error));
        }
      }),
    );
    const isExpected = (error: unknown) => error instanceof TransitionRefusedError || error instanceof RefundError;
    expect(refused.filter((error) => !isExpected(error))).toEqual([]);
    const orders = await readOrders(shop.db);
    expect(orders.map(({ events }) => replayEvents(events))).toEqual(orders.map(({ state }) => state));
    const keptOrders = orders.filter(
      ({ events }) => !events.some(({ step }) => step === "cancelled" || step === "returned"),
    );
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(1000 - 2 * keptOrders.length);
    const succeeded = stripe.books.list("refund").filter(({ status }) => status === "succeeded");
    expect(succeeded.length).toBeLessThan(stripe.books.list("refund").length);
    expect(sumOf(orders.map(({ refundedCents }) => refundedCents))).toBe(sumOf(succeeded.map(({ amount }) => amount)));
    for (const { events, refundedCents } of orders) expect(refundedOf(events)).toBe(refundedCents);
  });
});

type OwnersStep = "send" | "deliver" | "cancel" | "return" | "refund a part" | "refund" | "bank fails" | "close";
const ownersSteps: OwnersStep[] = [
  ...(["send", "deliver", "cancel", "return", "refund a part", "refund", "bank fails", "close"] as const),
];
const totalCents = 1900;
const partCents = 100;

/** What a paid order should be after some steps, reckoned without the shop. */
interface Expected {
  itemsState: "paid" | "sent" | "delivered" | "cancelled" | "returned";
  isBack: boolean;
  /** The settled refunds, the oldest first. */
  refunds: number[];
  /** What of failed refunds is outstanding. */
  outstanding: number;
  isReturnClosed: boolean;
}

const paidOrder: Expected = { itemsState: "paid", isBack: false, refunds: [], outstanding: 0, isReturnClosed: false };
const leftOf = ({ refunds }: Expected) => totalCents - sumOf(refunds);
const isRefundDue = (order: Expected) => order.itemsState === "returned" && leftOf(order) > 0 && !order.isReturnClosed;

function stateOf(order: Expected): OrderState {
  return leftOf(order) === 0 && order.itemsState !== "cancelled" ? "refunded" : order.itemsState;
}

function refunding(order: Expected, cents: number): Expected {
  return { ...order, refunds: [...order.refunds, cents], outstanding: Math.max(0, order.outstanding - cents) };
}

/** @returns undefined for a step that may not follow */
function expectAfter(order: Expected, step: OwnersStep): Expected | undefined {
  const left = leftOf(order);
  const state = stateOf(order);
  switch (step) {
    case "send":
      return state === "paid" ? { ...order, itemsState: "sent" } : undefined;
    case "deliver":
      return state === "sent" ? { ...order, itemsState: "delivered" } : undefined;
    case "cancel": {
      const cancelled = { ...order, itemsState: "cancelled", isBack: true } as const;
      if (order.itemsState !== "paid") return undefined;
      return left > 0 ? refunding(cancelled, left) : cancelled;
    }
    case "return":
      return ["sent", "delivered"].includes(order.itemsState)
        ? { ...order, itemsState: "returned", isBack: true }
        : undefined;
    case "refund a part":
      return left >= partCents ? refunding(order, partCents) : undefined;
    case "refund":
      return left > 0 ? refunding(order, left) : undefined;
    case "bank fails": {
      const failed = order.refunds.at(-1);
      if (failed === undefined) return undefined;
      return { ...order, refunds: order.refunds.slice(0, -1), outstanding: order.outstanding + failed };
    }
    case "close":
      if (isRefundDue(order)) return { ...order, isReturnClosed: true, outstanding: 0 };
      return order.outstanding > 0 ? { ...order, outstanding: 0 } : undefined;
  }
}

interface Way {
  steps: OwnersStep[];
  expected: Expected;
}

/** Every way in which an owner and a bank can lead an order that is paid, taking no step twice. */
function waysOf(way: Way = { steps: [], expected: paidOrder }): Way[] {
  const next = ownersSteps.flatMap((step): Way[] => {
    const steps = [...way.steps, step];
    const isTried = !way.steps.includes(step) && !(steps.includes("deliver") && steps.some(isAboutFailure));
    const expected = isTried && expectAfter(way.expected, step);
    return expected ? [{ steps, expected }] : [];
  });
  return [way, ...next.flatMap(waysOf)];
}

/** For these a delivered order is as one that was sent, which halves the ways. */
function isAboutFailure(step: OwnersStep) {
  return step === "bank fails" || step === "close";
}

forEachEngine((_, engine) => {
  test("after any sequence of actions by owner and bank an order can be closed, and items and money go back once", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 1000 })]);
    const wish = { actor: staff("owner@example.com") };
    const reason = "A dent";
    let time = Date.now();
    const later = () => ({ ...shop, now: () => new Date(++time) });
    const take: Record<OwnersStep, (number: string) => Promise<unknown>> = {
      send: (number) => sendOrder(later(), number, { ...wish, carrier: null, tracking: null }),
      deliver: (number) => deliverOrder(later(), number, wish),
      cancel: (number) => cancelOrder(later(), number, wish),
      return: (number) => returnOrder(later(), number, wish),
      "refund a part": (number) => refundOrder(later(), number, { ...wish, reason, amountCents: partCents }),
      refund: (number) => refundOrder(later(), number, { ...wish, reason }),
      "bank fails": async (number) => {
        const last = (await loadOrder(shop.db, number)).refunds.findLast(({ state }) => state === "settled");
        const result = { state: "failed", externalId: last?.id ?? "" } as const;
        if (last) await changeOrder(later(), number, { type: "refundResult", refundId: last.id, result });
      },
      close: (number) => closeRefunds(later(), number, { ...wish, reason }),
    };
    const stockNow = async () => (await readProduct(shop.db, "coffee"))?.stock;
    const ways = waysOf();
    expect(ways.length).toBe(250);
    for (const { steps, expected } of sampleOf(ways, engine === "sqlite" ? 3 : 15)) {
      const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now());
      for (const step of steps) await take[step](number);
      const { state, refundableCents, refundedCents, events } = await readAdminOrder(shop.db, number);
      expect.soft(state, `${steps} leads to`).toBe(stateOf(expected));
      expect.soft(replayEvents(events), `${steps} follows from the events`).toBe(state);
      expect.soft(refundedCents, `${steps} refunds`).toBe(sumOf(expected.refunds));
      expect.soft(refundedOf(events), `${steps} refunds by its events`).toBe(refundedCents);
      expect.soft(refundableCents, `${steps} leaves`).toBe(leftOf(expected));
      const waiting = { refundsDue: isRefundDue(expected) ? 1 : 0, failedRefunds: expected.outstanding > 0 ? 1 : 0 };
      expect.soft(await readWaiting(shop.db), `${steps} is listed`).toMatchObject(waiting);
      expect.soft(await stockNow(), `${steps} restocks`).toBe(expected.isBack ? 1000 : 998);
      // What may not follow changes nothing, and the rest closes the order.
      for (const step of ["refund", "cancel", "return", "send", "deliver", "return", "close"] as const)
        await take[step](number).catch((error: unknown) => {
          if (!(error instanceof TransitionRefusedError || error instanceof RefundError)) throw error;
        });
      const closed = await readAdminOrder(shop.db, number);
      expect.soft(closed.refundableCents, `${steps} is still refundable`).toBe(0);
      expect.soft(closed.refundedCents, `${steps} costs money`).toBe(totalCents);
      expect.soft(replayEvents(closed.events), `${steps} follows from its events`).toBe(closed.state);
      const nothing = { refundsDue: 0, toSend: 0, failedRefunds: 0 };
      expect.soft(await readWaiting(shop.db), `${steps} waits`).toMatchObject(nothing);
      expect.soft(await stockNow(), `${steps} restocks nothing`).toBe(1000);
    }
  }, 240_000);
});

/** What was refunded by an order's events: what was settled, less what failed afterwards. */
function refundedOf(events: OrderEvent[]) {
  const settled = events.filter(({ step }) => step === "refunded" || step === "refundedInPart");
  const reversed = events.filter(({ wasSettled }) => wasSettled);
  return sumOf(settled.map(({ amountCents }) => amountCents)) - sumOf(reversed.map(({ amountCents }) => amountCents));
}

function sumOf(amounts: (number | null)[]) {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}
