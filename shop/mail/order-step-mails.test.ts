import { expect, test } from "vitest";
import type { OrderStep } from "#database/schema.ts";
import type { OrderEvent } from "../orders/order-events.ts";
import type { Receipt } from "../orders/read-order.ts";
import { orderStepMail, ownerNotice } from "./order-step-mails.ts";

const nothing = { createdAt: 0, note: null, amountCents: null, carrier: null, tracking: null, wasSettled: null };
const link = "https://torg.example/order-confirmation/ABCDEFGHIJ";

/** An order with these steps, the last of which a mail tells of. */
function tellOf(steps: (Partial<OrderEvent> & { step: OrderStep })[]) {
  const events = steps.map((event, index) => ({ ...nothing, actor: "owner", position: index + 1, ...event }));
  const facts = {
    orderNumber: "ABCDEFGHIJ",
    totalPrice: "19.00",
    deliveryCents: 0,
    deliveryDays: 3,
    lines: [],
    refundedCents: 0,
  };
  const kept = { paymentMethod: "visa", billingAddress: "Storgata 1, 0155 Oslo", createdAt: 0, state: "paid" } as const;
  const order: Receipt = { ...facts, ...kept, events };
  return { order, event: events.at(-1) as OrderEvent, link, shopName: "Torg" };
}

const paid = { step: "paid", actor: "Stripe" } as const;
const refunded = { step: "refunded", amountCents: 1900 } as const;

test.for([
  ["is on its way", [{ step: "sent" }], "We have sent your order ABCDEFGHIJ.\n\nSee your order:\n\n"],
  [
    "is on its way",
    [{ step: "sent", carrier: "By\nbike", tracking: " 7\r\n8 ", note: "Ring\ntwice" }],
    "We have sent your order ABCDEFGHIJ. It comes with By bike. Its number there is 7 8.\n\n“Ring twice”\n\nSee your order:\n\n",
  ],
  ["has arrived", [{ step: "delivered" }], "has been delivered. We hope you like it.\n\nSee your order"],
  ["is cancelled", [{ step: "cancelled" }], "won't be sent.\n\nYou have not paid for it.\n\nSee your order"],
  ["is cancelled", [paid, { step: "cancelled", note: "Sold out" }], "What you paid for it is paid back.\n\n“Sold out”"],
  ["is cancelled", [paid, refunded, { step: "cancelled" }], "What you paid for it was paid back before."],
  [
    "is cancelled",
    [paid, refunded, { step: "refundFailed", amountCents: 1900, wasSettled: 1 }, { step: "cancelled" }],
    "What you paid for it is paid back.",
  ],
  ["of order ABCDEFGHIJ has arrived", [paid, { step: "returned" }], "We will write once your money is on its way."],
  ["has arrived at Torg", [paid, refunded, { step: "returned" }], "What you paid for them was paid back before."],
  [
    "$19.00 of your order",
    [paid, refunded],
    "$19.00 is on its way back to you\n\nWe have paid back $19.00 of your order",
  ],
  [
    "is paid back",
    [
      { step: "paid", actor: "shop" },
      { step: "refundedInPart", amountCents: 5, note: "A dent" },
    ],
    "We pay $0.05 back to you\n\nYou get $0.05 of your order ABCDEFGHIJ back from us. It doesn't go by way of your card: we hand it to you ourselves.\n\n“A dent”",
  ],
] as const)("a customer whose order %s: %j is told what that means for them", ([subject, steps, words]) => {
  const mail = orderStepMail(tellOf([...steps]));
  expect(mail?.subject).toContain(subject);
  expect(mail?.text).toContain(words);
  expect(mail?.text).toContain(`See your order:\n\n${link}\n\nIf something isn't right`);
  expect(mail?.link).toBe(link);
  expect(mail?.html).toContain(`href="${link}"`);
});

test("a parcel is followed at its carrier, and a payment is no step that a customer is told of", () => {
  const mail = orderStepMail(tellOf([paid, { step: "sent", carrier: "Posten", tracking: "A 1" }]));
  expect(mail?.text).toMatch(/Follow your parcel:\n\nhttps:\/\/\S*posten\S*A%?20?1/i);
  expect(orderStepMail(tellOf([paid]))).toBeUndefined();
});

test.for([
  [
    { step: "paidLate", amountCents: 1900, note: "Late" },
    "$19.00 came too late for order ABCDEFGHIJ",
    "The order had been cancelled when its payment came. The money is paid back by itself; there is nothing to do.\n\n",
  ],
  [
    { step: "refundFailed", amountCents: 500, note: "Card closed" },
    "$5.00 of order ABCDEFGHIJ could not be paid back",
    "The customer's bank has refused it, and the customer is still owed it.\n\n“Card closed”\n\n",
  ],
  [
    { step: "noted", note: "USD 1.00" },
    "A payment doesn't match order ABCDEFGHIJ",
    "It names the order, but is not the order's own payment, so the order was not changed.\n\n“USD 1.00”\n\nCheck the payment at your payment provider, and refund it there if it is a mistake.\n\n",
  ],
] as const)("the owner is told whether there is something to do: %j", ([event, subject, words]) => {
  const { html, ...notice } = ownerNotice({ ...tellOf([paid, event]), link });
  expect(notice).toEqual({ subject, text: words + link, link });
  expect(html).toContain("npm run shop -- order ABCDEFGHIJ");
});
