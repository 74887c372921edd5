import type { OrderStep } from "#database/schema.ts";
import { formatPrice } from "../money.ts";
import { trackingLink } from "../orders/carriers.ts";
import type { OrderEvent } from "../orders/order-events.ts";
import type { Receipt } from "../orders/read-order.ts";
import { isPaidBackByHand } from "../orders/receipt.ts";
import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

interface StepMail {
  order: Receipt;
  event: OrderEvent;
  /** The order's page. */
  link: string;
  shopName: string;
}

interface Words {
  subject: string;
  title: string;
  paragraphs: string[];
  button?: { label: string; link: string };
}

/** Tells a customer of a step that concerns them. @returns undefined for the others */
export function orderStepMail(mail: StepMail): WrittenMail | undefined {
  const words = writers[mail.event.step]?.(mail);
  if (!words) return undefined;
  const { subject, title, paragraphs, button = { label: "See your order", link: mail.link } } = words;
  const footnote = "If something isn't right, tell us on our contact page, with the order's number.";
  return {
    subject,
    text: [title, ...paragraphs, `${button.label}:`, button.link, footnote].join("\n\n"),
    html: mailHtml({ title, paragraphs, button, footnote }),
    link: button.link,
  };
}

const writers: Partial<Record<OrderStep, (mail: StepMail) => Words>> = {
  sent({ order: { orderNumber }, event: { carrier, tracking, note }, shopName }) {
    const parcel = [
      carrier && `It comes with ${oneLine(carrier)}.`,
      tracking && `Its number there is ${oneLine(tracking)}.`,
    ];
    const page = trackingLink(carrier, tracking);
    return {
      subject: `Your order ${orderNumber} at ${shopName} is on its way`,
      title: "Your parcel is on its way",
      paragraphs: [[`We have sent your order ${orderNumber}.`, ...parcel].filter(Boolean).join(" "), ...noted(note)],
      ...(page && { button: { label: "Follow your parcel", link: page } }),
    };
  },

  delivered: ({ order: { orderNumber }, event: { note }, shopName }) => ({
    subject: `Your order ${orderNumber} at ${shopName} has arrived`,
    title: "Your parcel has arrived",
    paragraphs: [`Your order ${orderNumber} has been delivered. We hope you like it.`, ...noted(note)],
  }),

  cancelled: ({ order: { orderNumber, events }, event, shopName }) => ({
    subject: `Your order ${orderNumber} at ${shopName} is cancelled`,
    title: "Your order is cancelled",
    paragraphs: [
      `Your order ${orderNumber} won't be sent.`,
      wasPaidBackBefore(event, events)
        ? "What you paid for it was paid back before."
        : events.some(({ step }) => step === "paid")
          ? "What you paid for it is paid back."
          : "You have not paid for it.",
      ...noted(event.note),
    ],
  }),

  returned: ({ order: { orderNumber, events }, event, shopName }) => ({
    subject: `What you returned of order ${orderNumber} has arrived at ${shopName}`,
    title: "Your return has arrived",
    paragraphs: [
      `The goods of your order ${orderNumber} are back with us. ${
        wasPaidBackBefore(event, events)
          ? "What you paid for them was paid back before."
          : "We will write once your money is on its way."
      }`,
      ...noted(event.note),
    ],
  }),

  refunded: refund,
  refundedInPart: refund,
};

/** Whether all that was paid for an order had been refunded before something else happened to it. */
function wasPaidBackBefore({ position }: OrderEvent, events: OrderEvent[]) {
  const money = events.filter((event) => event.position < position && isFullRefundOrFailure(event));
  return money.at(-1)?.step === "refunded";
}

function isFullRefundOrFailure({ step, wasSettled }: OrderEvent) {
  return step === "refunded" || Boolean(wasSettled);
}

function refund({ order: { orderNumber, events }, event: { amountCents, note }, shopName }: StepMail): Words {
  const amount = formatPrice(amountCents ?? 0);
  const isByHand = isPaidBackByHand(events);
  return {
    subject: `${amount} of your order ${orderNumber} at ${shopName} is paid back`,
    title: isByHand ? `We pay ${amount} back to you` : `${amount} is on its way back to you`,
    paragraphs: [
      isByHand
        ? `You get ${amount} of your order ${orderNumber} back from us. It doesn't go by way of your card: we hand it to you ourselves.`
        : `We have paid back ${amount} of your order ${orderNumber}. It may take your bank some days to show it.`,
      ...noted(note),
    ],
  };
}

/** Notifies the shop's owner of what may need them: a late payment, a refund that the bank refused, a payment that isn't the order's. */
export function ownerNotice({
  order: { orderNumber },
  event,
  link,
}: Pick<StepMail, "order" | "event" | "link">): WrittenMail {
  const amount = formatPrice(event.amountCents ?? 0);
  const { title, paragraphs } = noticeOf(event, amount, orderNumber);
  const button = { label: "To the shop", link };
  return {
    subject: title,
    text: [...paragraphs, link].join("\n\n"),
    html: mailHtml({ title, paragraphs, button, footnote: `npm run shop -- order ${orderNumber}` }),
    link,
  };
}

function noticeOf({ step, note }: OrderEvent, amount: string, orderNumber: string) {
  if (step === "paidLate") {
    return {
      title: `${amount} came too late for order ${orderNumber}`,
      paragraphs: [
        "The order had been cancelled when its payment came. The money is paid back by itself; there is nothing to do.",
      ],
    };
  }
  if (step === "noted") {
    return {
      title: `A payment doesn't match order ${orderNumber}`,
      paragraphs: [
        "It names the order, but is not the order's own payment, so the order was not changed.",
        ...noted(note),
        "Check the payment at your payment provider, and refund it there if it is a mistake.",
      ],
    };
  }
  return {
    title: `${amount} of order ${orderNumber} could not be paid back`,
    paragraphs: ["The customer's bank has refused it, and the customer is still owed it.", ...noted(note)],
  };
}

/** What whoever took the step wrote beside it. */
function noted(note: string | null) {
  return note ? [`“${oneLine(note)}”`] : [];
}

/** Text that somebody typed, without line breaks that would make more of it than it is. */
function oneLine(text: string) {
  return text.replaceAll(/\s+/g, " ").trim();
}
