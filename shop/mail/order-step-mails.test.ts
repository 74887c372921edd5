import { expect, test } from "vitest";
import type { OrderState, OrderTransition } from "#database/schema.ts";
import { mailShop } from "../../tests/support/mail-shop.ts";
import { orderDetailsOf, orderEventOf } from "../../tests/support/orders.ts";
import { toReturnOffer } from "../orders/returns/return-offer.ts";
import type { OrderEvent } from "../orders/state/events.ts";
import { staff, system } from "../orders/state/events.ts";
import { addUp } from "../orders/sums.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { orderProgress } from "../orders/views/order-progress.ts";
import { orderMail } from "./order-mail.ts";
import { orderStepMail } from "./order-step-mails.ts";
import { isOutdated } from "./outdated-mails.ts";
import { ownerNotice } from "./owner-notice.ts";

const link = "https://torg.example/order-confirmation/ABCDEFGHIJ";

/** An order with these steps. The mail is about the last one. */
function mailAbout(
  steps: (Partial<OrderEvent> & { step: OrderTransition })[],
  paymentProvider = "stripe",
  priceCents = 1900,
) {
  const events = steps.map(({ step, ...event }, index) =>
    orderEventOf(step, { actor: staff("owner"), position: index + 1, ...event }),
  );
  const order = orderDetailsOf({ ...addUp([{ priceCents, quantity: 1 }], {}), paymentProvider, events });
  const shop = mailShop();
  return { order, event: events.at(-1) as OrderEvent, link, shop, progress: orderProgress(order, shop, {}) };
}

const paid = { step: "paid", actor: { type: "provider", id: "stripe" } } as const;
const refunded = { step: "refunded", amountCents: 1900 } as const;

test.for([
  [
    "is on its way",
    [{ step: "sent" }],
    "We've shipped your order ABCDEFGHIJ.\n\nShipping address: Storgata 1, 0155 Oslo\n",
  ],
  [
    "is on its way",
    [{ step: "sent", carrier: "By\nbike", tracking: " 7\r\n8 ", note: "Ring\ntwice" }],
    "We've shipped your order ABCDEFGHIJ. It's being delivered by By bike. Your tracking number is 7 8.\n\n“Ring\ntwice”\n\nShipping address: ",
  ],
  ["has been delivered", [{ step: "delivered" }], "has been delivered. We hope you love it.\n\nView your order"],
  ["has been cancelled", [{ step: "cancelled" }], "won't be shipped.\n\nWe didn't take any payment for it.\n\n"],
  [
    "has been cancelled",
    [paid, { step: "cancelled", note: "Sold out" }],
    "We'll refund your payment to your card.\n\nReason: Sold out",
  ],
  [
    "has been cancelled",
    [paid, { step: "cancelled", note: "Sold out" }],
    "We'll refund what you've paid, and contact you about how you get it back.\n\nReason: Sold out",
    "manual",
  ],
  [
    "has been cancelled",
    [{ step: "cancelled", actor: system, note: "We didn't receive a payment in time" }],
    "We didn't take any payment for it.\n\nWe didn't receive a payment in time.\n\n",
  ],
  ["has been cancelled", [paid, refunded, { step: "cancelled" }], "We already refunded your payment."],
  [
    "has been cancelled",
    [paid, refunded, { step: "refundFailed", amountCents: 1900, wasSettled: 1 }, { step: "cancelled" }],
    "We'll refund your payment to your card.",
  ],
  [
    "your return from Torg order ABCDEFGHIJ",
    [paid, { step: "returned" }],
    "We'll email you once we've issued your refund.",
  ],
  ["We've received your return", [paid, refunded, { step: "returned" }], "We already refunded your payment."],
  [
    "$19.00 refund for Torg order ABCDEFGHIJ",
    [paid, refunded],
    "We've refunded $19.00\n\n[x] Paid: 1 January 1970\n[x] Refunded: 1 January 1970\n\nWe've refunded $19.00 for your order ABCDEFGHIJ. It may take a few days",
  ],
  [
    "$0.05 refund",
    [
      { step: "paid", actor: system },
      { step: "refundedInPart", amountCents: 5, note: "A dent" },
    ],
    "We're refunding you $0.05\n\n[x] Paid: 1 January 1970\n[ ] Sent\n[ ] Delivered: Estimated 4 January 1970\n\nWe're refunding $0.05 for your order ABCDEFGHIJ. This refund doesn't go through your card. We'll contact you if we need anything from you to pay it out.\n\nReason: A dent",
    "manual",
  ],
] as const)("the mail about a customer's order says %s: %j", ([subject, steps, words, provider]) => {
  const mail = orderStepMail(mailAbout([...steps], provider));
  expect(mail?.subject).toContain(subject);
  expect(mail?.text).toContain(words);
  expect(mail?.text).toContain(`View your order:\n\n${link}\n\nIf something isn't right`);
  expect(mail?.link).toBe(link);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain("Need help with this order? https://torg.example/contact?order=ABCDEFGHIJ");
  expect(mail?.html).toMatch(/contact\?order=ABCDEFGHIJ"[^>]*>Need help with this order\?</);
});

/** The mail about an order of two items. */
function mailWithItems(steps: Parameters<typeof mailAbout>[0]) {
  const { order, ...about } = mailAbout(steps);
  const money = { priceCents: 500, discountCents: 0, vatBasisPoints: null };
  const line = { ...money, thumbnail: "/tea.png", brand: null, options: null, sku: null };
  const lines = [
    { ...line, productId: "tea", title: "Green\nTea", options: { Size: "100\ng" }, sku: "TEA-100", quantity: 2 },
    { ...line, productId: "cup", title: "Cup", priceCents: 900, quantity: 1 },
  ];
  return orderStepMail({ ...about, order: { ...order, lines } });
}

const sums = "Subtotal: $19.00\nShipping: Free shipping\nTotal: $19.00\n\n";
const counted = "Green Tea\n  Size: 100 g\n  Quantity: 2\nCup\n  Quantity: 1\n\n";
const priced = "Green Tea\n  Size: 100 g\n  $5.00 × 2 = $10.00\nCup\n  $9.00 × 1 = $9.00\n\n";

test.for([
  [{ step: "sent" }, `Shipping address: Storgata 1, 0155 Oslo\nEstimated delivery: 4 January 1970\n\n${counted}View`],
  [{ step: "delivered" }, `${counted}View`],
  [{ step: "returned" }, `${counted}View`],
  [{ step: "itemReturned", productId: "tea", quantity: 1 }, "\n\nGreen Tea\n  Size: 100 g\n  Quantity: 1\n\nView"],
  [{ step: "cancelled" }, `${priced}${sums.trimEnd()}\nRefund: $19.00\n\n`],
  [refunded, `${priced}Order total: $19.00\nRefund: $19.00\n\n`],
] as const)("the mail about a step lists its items: %j", ([step, words]) => {
  const mail = mailWithItems([paid, step]);
  expect(mail?.text).toContain(words);
  expect(mail?.html).toContain('<img src="https://torg.example/tea.png"');
});

test("the mail about a cancellation says what goes back now, and what was refunded before", () => {
  const mail = orderStepMail(mailAbout([paid, { step: "refundedInPart", amountCents: 5 }, { step: "cancelled" }]));
  expect(mail?.text).toContain("Total: $19.00\nRefunded before: $0.05\nRefund: $18.95\n\n");
});

test.for([
  [{}, ["Torg", "Storgata 1"], /once they're back\.\s+Send them to: Torg\nStorgata 1\n/],
  [{}, undefined, /Please contact us before you send anything, so that we can tell you where it goes\./],
  [{ answer: "Use the box" }, ["Torg", "Storgata 1"], /^(?!.*(Send them to|before you send))/s],
  [{ labelName: "label.pdf" }, undefined, /^(?!.*(Send them to|before you send))/s],
] as const)("an accepted return %j to the seller's address %j says where it goes", ([answered, address, words]) => {
  const mail = mailAbout([{ step: "returnAccepted", returnId: "r" }]);
  const request = { id: "r", kind: "return", state: "accepted", items: [], comment: "", answer: "", labelName: null };
  const returns = [{ ...request, orderId: 1, createdAt: 0, deliveryCents: 0, ...answered }] as MailOrder["returns"];
  const shop = { ...mail.shop, address: address && [...address] };
  expect(orderStepMail({ ...mail, shop, order: { ...mail.order, returns } })?.text).toMatch(words);
});

test("mails about a free order don't speak of a refund", () => {
  for (const step of ["cancelled", "returned", "itemReturned"] as const) {
    const mail = orderStepMail(mailAbout([{ ...paid, amountCents: 0 }, { step }], "manual", 0));
    expect(mail?.text).not.toMatch(/refund|money|paid/i);
  }
  const cancelled = orderStepMail(mailAbout([{ ...paid, amountCents: 0 }, { step: "cancelled" }], "manual", 0));
  expect(cancelled?.text).toContain("We didn't take any payment for it.");
});

test("the mails about a parcel say how to return items and to withdraw, and wish nothing to who returns some", () => {
  const withdrawLink = "https://torg.example/withdraw?order=ABCDEFGHIJ&key=k";
  for (const step of ["sent", "delivered"] as const) {
    const mail = { ...mailAbout([paid, { step }]), withdrawLink };
    const written = (hasForm: boolean) =>
      orderStepMail({ ...mail, returnOffer: toReturnOffer("27 December 2026", hasForm) })?.text;
    const offer = "Changed your mind? You can return items until 27 December 2026. ";
    expect(written(false)).toContain(`${offer}Tell us which: https://torg.example/contact?order=ABCDEFGHIJ and we'll`);
    expect(written(true)).toContain(`${offer}Choose which: https://torg.example/orders/ABCDEFGHIJ/return\n`);
    expect(written(true)).toContain(`Withdraw from contract here: ${withdrawLink}`);
  }
  const mail = mailAbout([paid, { step: "delivered" }]);
  const returns = [{ id: "r", state: "requested", items: [] }] as unknown as MailOrder["returns"];
  expect(orderStepMail({ ...mail, order: { ...mail.order, returns } })?.text).not.toContain("love it");
});

test("a shipped order is tracked at its carrier, and a note sends no mail", () => {
  const mail = orderStepMail(mailAbout([paid, { step: "sent", carrier: "Posten", tracking: "A 1" }]));
  expect(mail?.html).toMatch(/Your tracking number is <a href="https:\/\/\S*posten\S*A%201"[^>]*>A 1<\/a>\./);
  expect(mail?.text).toMatch(/Track your order:\n\nhttps:\/\/\S*posten\S*A%?20?1/i);
  expect(orderStepMail(mailAbout([paid, { step: "noted", note: "Dented" }]))).toBeUndefined();
});

test.for([
  [
    { step: "paidLate", amountCents: 1900, note: "Late" },
    "Late payment of $19.00 for order ABCDEFGHIJ",
    "This payment arrived after the order was cancelled. We're refunding it automatically. You don't need to do anything.\n\n",
  ],
  [
    { step: "refundFailed", amountCents: 500, note: "Card closed" },
    "Refund of $5.00 for order ABCDEFGHIJ failed",
    "The customer's bank rejected the refund. You still owe the customer this amount.\n\n“Card closed”\n\n",
  ],
  [
    { step: "noted", note: "USD 1.00" },
    "A payment doesn't match order ABCDEFGHIJ",
    "A payment names this order but isn't the order's own payment. The order hasn't changed.\n\n“USD 1.00”\n\nCheck the payment with your payment provider and refund it there if it's a mistake.\n\n",
  ],
] as const)("the mail to the owner says whether there is something to do: %j", ([event, subject, words]) => {
  const { html, ...notice } = ownerNotice({ ...mailAbout([paid, event]), link });
  expect(notice).toMatchObject({ subject, link });
  expect(notice.text).toContain(`${subject}\n\n${words}Open your shop:\n\n${link}`);
  expect(html).toContain("npm run shop -- order ABCDEFGHIJ");
});

test.for([
  ["sentUndone", [paid, { step: "sentUndone" }], [{ step: "sent" }], "sent"],
  ["refunded", [paid, refunded], [{ step: "refundFailed", amountCents: 1900, wasSettled: 1 }], "paid"],
] as const)("a mail about %s isn't sent once the order has moved on", ([, steps, later, state]) => {
  const before = mailAbout([...steps]);
  expect(isOutdated(before.order, before.event)).toBe(false);
  const { order } = mailAbout([...steps, ...later]);
  const event = order.events[steps.length - 1] as OrderEvent;
  expect(isOutdated({ ...order, state }, event)).toBe(true);
});

test("mails that are sent late promise nothing that has happened, or won't", () => {
  const about = { ...mailAbout([paid]), firstName: "Ada" };
  const confirmed = (state: OrderState) => orderMail({ ...about, order: { ...about.order, state } }).text;
  expect(confirmed("paid")).toContain("We've received your order at Torg and will email you when it ships.");
  expect(confirmed("delivered")).toContain("We've received your order at Torg. Here's your receipt.");
  expect(confirmed("cancelled")).toContain("We've received your order at Torg. It has been cancelled since then.");
  const isPaid = (state: OrderState) => {
    const mail = mailAbout([paid]);
    return orderStepMail({ ...mail, order: { ...mail.order, state } })?.text;
  };
  expect(isPaid("paid")).toContain("We'll email you when it ships.");
  expect(isPaid("cancelled")).not.toContain("ships");
  expect(orderMail({ ...about, isWithdrawn: true }).text).toContain("You've withdrawn from it since then.");
  const withdrawn = orderStepMail({ ...mailAbout([paid]), isWithdrawn: true })?.text;
  expect(withdrawn).toContain("is paid. As you've withdrawn from it, we'll refund your payment.");
  expect(orderStepMail(mailAbout([{ step: "cancelled" }]))?.text).toContain("We didn't take any payment for it.");
  const late = mailAbout([{ step: "cancelled" }, { step: "paidLate" }]);
  const cancelled = late.order.events[0] as OrderEvent;
  expect(orderStepMail({ ...late, event: cancelled })?.text).toContain("We'll refund your payment to your card.");
  expect(orderStepMail(mailAbout([{ step: "returned" }]))?.text).toContain("once we've taken them off your invoice.");
});
