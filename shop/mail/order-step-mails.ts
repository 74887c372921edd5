import type { OrderTransition } from "#database/schema.ts";
import { buyerAddress, parcelAddress } from "../delivery/full-address.ts";
import { pickupText } from "../delivery/pickup-place.ts";
import { returnCostSentence } from "../delivery/return-costs.ts";
import type { DocumentContent } from "../documents/document.ts";
import { trackingLink } from "../orders/carriers.ts";
import { isCard } from "../orders/payment-method.ts";
import type { ReturnOffer } from "../orders/returns/return-offer.ts";
import { describeItems, type OrderEvent, wasPaid } from "../orders/state/events.ts";
import type { ReturnRequest } from "../orders/state/order.ts";
import { askWhereToSend, goesToSeller, isSendingBack, requestOf } from "../orders/state/return-requests.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import type { ProgressStep } from "../orders/views/order-progress.ts";
import { describeCancelRefund, isRefundedByHand, refundByHandNote } from "../orders/views/receipt.ts";
import { dayOf, formatDay } from "../values/days.ts";
import { itemColumns, itemsOf } from "../values/event-items.ts";
import { formatPrice } from "../values/money.ts";
import { composeMail } from "./compose-mail.ts";
import type { Paragraph } from "./mail-content.ts";
import type { MailShop } from "./mail-shop.ts";
import { attachedNote, footnoteOf, goesOut, type HowToPay, paymentParagraphs } from "./order-mail.ts";
import { arrivedWith, oneLine, stepReceipts } from "./order-receipt.ts";
import { isYetToGo } from "./outdated-mails.ts";
import type { WrittenMail } from "./send-mail.ts";

interface StepMail {
  order: MailOrder;
  event: OrderEvent;
  /** The order's page. */
  link: string;
  shop: MailShop;
  progress: ProgressStep[];
  attached?: DocumentContent | undefined;
  /** In a reminder. */
  howToPay?: HowToPay | undefined;
  /** How they return items; undefined where they can return none. */
  returnOffer?: ReturnOffer | undefined;
  /** Where they can withdraw from the contract; undefined where they can't, or no longer. */
  withdrawLink?: string | undefined;
  /** Whether they have withdrawn from all of it. */
  isWithdrawn?: boolean;
}

interface Words {
  subject: string;
  title: string;
  paragraphs: Paragraph[];
  button?: { label: string; link: string };
}

/** Notifies a customer of a step. @returns undefined for steps that don't concern them */
export function orderStepMail(mail: StepMail): WrittenMail | undefined {
  const { shop, event, progress, attached } = mail;
  const words = writers[event.step]?.(mail);
  if (!words) return undefined;
  const { subject, title, paragraphs, button = { label: "View your order", link: mail.link } } = words;
  return composeMail(subject, button.link, {
    shop,
    title,
    progress,
    paragraphs: [...paragraphs, ...attachedNote(attached)],
    receipt: stepReceipts[event.step]?.(mail),
    button,
    footnote: footnoteOf(undefined, saysHowToReturn.includes(event.step) ? mail.withdrawLink : undefined),
    orderNumber: mail.order.orderNumber,
  });
}

/** Steps whose mails say how to return items, or to withdraw. */
const saysHowToReturn: OrderTransition[] = [
  ...(["sent", "delivered", "itemReturned"] as const),
  ...(["returnRequested", "returnAccepted", "returnDeclined"] as const),
];

/** How to return items within the days that the shop promises. */
function waysBack({ order: { orderNumber }, shop, returnOffer }: StepMail): Paragraph[] {
  if (!returnOffer) return [];
  const { hasForm, words } = returnOffer;
  const path = hasForm ? `/orders/${orderNumber}/return` : `/contact?order=${orderNumber}`;
  const link = new URL(path, shop.url).href;
  return [[words.before, { text: words.link, link, plain: `${words.link}: ${link}` }, words.after]];
}

/** Where to send the items, unless staff or the label say it. */
function returnAddress(request: ReturnRequest | undefined, { address }: MailShop): Paragraph[] {
  if (!request || !goesToSeller(request)) return [];
  return address ? [["Send them to: ", { typed: address.join("\n") }]] : [askWhereToSend];
}

/** Who pays for sending items back. A label that came with the mail needs no payment by the customer. */
function returnCost(request: ReturnRequest | undefined, { returnsPaidBy }: MailShop) {
  if (!returnsPaidBy || (returnsPaidBy === "customer" && request?.labelName)) return [];
  return [returnCostSentence(returnsPaidBy, "items")];
}

const writers: Partial<Record<OrderTransition, (mail: StepMail) => Words>> = {
  paid: ({ order, event, shop, isWithdrawn }) => ({
    subject: `We've received your payment for ${shop.name} order ${order.orderNumber}`,
    title: "We've received your payment",
    paragraphs: [`Your order ${order.orderNumber} is paid. ${paidNext(order, isWithdrawn)}`, ...noted(event)],
  }),

  paymentUndone: ({ order: { orderNumber }, shop }) => ({
    subject: `Your ${shop.name} order ${orderNumber} isn't paid yet`,
    title: "Your order isn't paid yet",
    paragraphs: [
      `We emailed you by mistake that order ${orderNumber} is paid: we haven't received your payment yet. If you've just paid, you don't need to do anything.`,
    ],
  }),

  sent(mail) {
    const { order, event, shop } = mail;
    const { orderNumber } = order;
    if (order.isPickup) return readyForPickup(order, event, shop.name);
    const { carrier, tracking } = event;
    const page = trackingLink(carrier, tracking);
    const parcel = carrier ? ` It's being delivered by ${oneLine(carrier)}.` : "";
    return {
      subject: `Your ${shop.name} order ${orderNumber} is on its way`,
      title: "Your order is on its way",
      paragraphs: [
        [`We've shipped your order ${orderNumber}.${parcel}`, ...trackingSentence(tracking, page)],
        ...noted(event),
        ...waysBack(mail),
      ],
      ...(page && { button: { label: "Track your order", link: page } }),
    };
  },

  sentUndone({ order, shop, isWithdrawn }) {
    const { orderNumber, isPickup } = order;
    const notYet = isPickup ? "isn't ready for pickup yet" : "hasn't shipped yet";
    const early = isPickup ? "isn't ready yet" : "is still with us";
    return {
      subject: `Your ${shop.name} order ${orderNumber} ${notYet}`,
      title: `Your order ${notYet}`,
      paragraphs: [
        [
          `We emailed you too early: your order ${orderNumber} ${early}.`,
          ...(isWithdrawn ? [] : [` We'll email you again when it ${goesOut(order)}.`]),
        ],
      ],
    };
  },

  invoiceCorrected: ({ order: { orderNumber }, shop }) => ({
    subject: `The corrected invoice of your ${shop.name} order ${orderNumber}`,
    title: "We've corrected your invoice",
    paragraphs: [
      `The invoice of your order ${orderNumber} has new details. A credit note takes the earlier one back. Nothing changes about what you pay.`,
    ],
  }),

  addressCorrected: ({ order, shop }) => ({
    subject: `The address of your ${shop.name} order ${order.orderNumber} was corrected`,
    title: "We've corrected the address of your order",
    paragraphs: [
      [`Your order ${order.orderNumber} now has this address:\n`, { typed: namedParcelAddress(order) }],
      ...(order.deliveryAddress === null ? [] : [[`Billing address:\n`, { typed: buyerAddress(order) }]]),
    ],
  }),

  delivered(mail) {
    const { event, shop } = mail;
    const { orderNumber, isPickup } = mail.order;
    // Nobody who returns something loves it.
    const wish = isSendingBack(mail.order) ? "" : " We hope you love it.";
    const arrived = isPickup ? "has been picked up" : "has been delivered";
    return {
      subject: `Your ${shop.name} order ${orderNumber} ${arrived}`,
      title: `Your order ${arrived}`,
      paragraphs: [`Your order ${orderNumber} ${arrived}.${wish}`, ...noted(event), ...waysBack(mail)],
    };
  },

  cancelled: ({ order, event, shop }) => ({
    subject: `Your ${shop.name} order ${order.orderNumber} has been cancelled`,
    title: "Your order has been cancelled",
    paragraphs: [
      order.isPickup
        ? `Your order ${order.orderNumber} is cancelled.`
        : `Your order ${order.orderNumber} won't be shipped.`,
      (wasPaid(order.events) && refundSentence(order, event, describeCancelRefund(order))) ||
        "We didn't take any payment for it.",
      ...noted(event),
    ],
  }),

  returned: ({ order, event, shop }) => ({
    subject: `We've received your return from ${shop.name} order ${order.orderNumber}`,
    title: "We've received your return",
    paragraphs: [
      [
        `We've received the items you returned from order ${order.orderNumber}.`,
        refundSentence(
          order,
          event,
          wasPaid(order.events)
            ? "We'll email you once we've issued your refund."
            : "We'll email you once we've taken them off your invoice.",
        ),
      ]
        .filter(Boolean)
        .join(" "),
      ...noted(event),
    ],
  }),

  itemReturned({ order, event, shop }) {
    const { orderNumber, lines } = order;
    const items = arrivedWith(order, event);
    const described = oneLine(describeItems(itemColumns(items), lines));
    return {
      subject: `We've received ${items.length > 1 ? "items" : "an item"} from ${shop.name} order ${orderNumber}`,
      title: "We've received your return",
      paragraphs: [receivedSentence(orderNumber, described), ...noted(event)],
    };
  },

  returnRequested: ({ order, event, shop }) => ({
    subject: `Your return request for ${shop.name} order ${order.orderNumber}`,
    title: "We've received your return request",
    paragraphs: [
      requestOf(order, event)?.state === "requested"
        ? `You've asked to return these items of order ${order.orderNumber}. We'll email you once we've looked at it. Please wait for our answer before you send anything.`
        : `You've asked to return these items of order ${order.orderNumber}.`,
    ],
  }),

  returnAccepted({ order, event, shop }) {
    const { orderNumber, lines } = order;
    const request = requestOf(order, event);
    const refused = (request?.items ?? []).flatMap(({ productId, quantity, accepted }) =>
      quantity > (accepted ?? 0) ? [{ productId, quantity: quantity - (accepted ?? 0) }] : [],
    );
    return {
      subject: `Your return for ${shop.name} order ${orderNumber} is accepted`,
      title: "We've accepted your return",
      paragraphs: [
        `You can send us the items below, which you bought with order ${orderNumber}. We'll refund you once they're back.`,
        ...(refused.length > 0 ? [`We can't take back ${oneLine(describeItems(itemColumns(refused), lines))}.`] : []),
        ...(event.note ? [event.note] : []),
        ...returnAddress(request, shop),
        ...(request?.labelName ? ["Your return label is attached. You also find it on your order's page."] : []),
        ...returnCost(request, shop),
      ],
    };
  },

  returnDeclined({ order: { orderNumber, events }, event, shop }) {
    const isClosed = events.some(({ step, returnId }) => step === "returnAccepted" && returnId === event.returnId);
    const what = isClosed ? "closed" : "declined";
    return {
      subject: `Your return for ${shop.name} order ${orderNumber} is ${what}`,
      title: isClosed ? "We've closed your return" : "We can't accept your return",
      paragraphs: [
        isClosed
          ? `We're no longer waiting for these items of order ${orderNumber}.`
          : itemsOf(event).length > 0
            ? `We can't take back these items of order ${orderNumber}.`
            : `We can't take back what you asked to return of order ${orderNumber}.`,
        ...noted(event),
      ],
    };
  },

  withdrawalUnmatched: ({ order: { orderNumber }, shop }) => ({
    subject: `Correction about your ${shop.name} order ${orderNumber}`,
    title: "We emailed you by mistake",
    paragraphs: [
      `We emailed you about a return from order ${orderNumber}, because we thought that someone had withdrawn from it. The withdrawal isn't about this order. It changes nothing about your order or your rights, and you don't need to send anything back for it.`,
      "Please contact us if you've already sent something back.",
    ],
  }),

  refundFailed({ order: { orderNumber, currency }, event: { amountCents }, shop }) {
    const amount = formatPrice(amountCents ?? 0, { currency, locale: shop.locale });
    return {
      subject: `Your ${amount} refund for ${shop.name} order ${orderNumber} failed`,
      title: "We couldn't complete your refund",
      paragraphs: [
        `We couldn't complete your refund of ${amount} for order ${orderNumber}. We'll contact you about it.`,
      ],
    };
  },

  refunded: refund,
  refundedInPart: refund,

  reminded({ order, event, shop, howToPay }) {
    const { orderNumber, dueOn } = order;
    const amount = formatPrice(order.dueCents, { currency: order.currency, locale: shop.locale });
    const isLate = dueOn !== null && dueOn < dayOf(event.createdAt, shop.timeZone);
    const due = dueOn === null ? "" : ` It ${isLate ? "was" : "is"} due on ${formatDay(dueOn, shop.locale)}.`;
    return {
      subject: `Reminder: please pay ${amount} for ${shop.name} order ${orderNumber}`,
      title: "Your invoice isn't paid yet",
      paragraphs: [
        `We haven't received ${amount} for your order ${orderNumber}.${due} If you've just paid, you don't need to do anything.`,
        ...(howToPay ? paymentParagraphs(order, shop, howToPay) : []),
      ],
    };
  },

  credited({ order, event, shop }) {
    const { orderNumber, dueCents } = order;
    const formats = { currency: order.currency, locale: shop.locale };
    const amount = formatPrice(event.amountCents ?? 0, formats);
    const left = dueCents > 0 ? `You now have ${formatPrice(dueCents, formats)} to pay.` : "You have nothing to pay.";
    return {
      subject: `We've credited ${amount} of ${shop.name} order ${orderNumber}`,
      title: `We've credited ${amount}`,
      paragraphs: [
        ...arrival(order, event),
        `We've taken ${amount} off the invoice of your order ${orderNumber}. ${left}`,
        ...noted(event),
      ],
    };
  },
};

function paidNext(order: MailOrder, isWithdrawn: boolean | undefined) {
  if (isWithdrawn) return "As you've withdrawn from it, we'll refund your payment.";
  return isYetToGo(order) ? `We'll email you when it ${goesOut(order)}.` : "Thank you!";
}

function readyForPickup(order: MailOrder, event: OrderEvent, shopName: string): Words {
  const { orderNumber } = order;
  const place = pickupText(order);
  return {
    subject: `Your ${shopName} order ${orderNumber} is ready for pickup`,
    title: "Your order is ready for pickup",
    paragraphs: [
      `You can now collect your order ${orderNumber}${place === null ? "." : ":"}`,
      ...(place === null ? [] : [place]),
      ...noted(event),
    ],
  };
}

function trackingSentence(tracking: string | null, page: string | undefined) {
  if (!tracking) return [];
  const number = oneLine(tracking);
  return [" Your tracking number is ", page ? { text: number, link: page } : number, "."];
}

/** What a step's mail says of the refund: nothing for a free order. @param later for an order that isn't refunded yet */
function refundSentence({ totalCents, events }: MailOrder, event: OrderEvent, later: string | undefined) {
  if (totalCents === 0) return undefined;
  return wasRefundedBefore(event, events) ? "We already refunded your payment." : later;
}

/** Whether an order was fully refunded before another step. */
function wasRefundedBefore({ position }: OrderEvent, events: MailOrder["events"]) {
  const money = events.filter((event) => event.position < position && isFullRefundOrFailure(event));
  return money.at(-1)?.step === "refunded";
}

function isFullRefundOrFailure({ step, wasSettled }: MailOrder["events"][number]) {
  return step === "refunded" || Boolean(wasSettled);
}

/** That the items of a refund or credit came back: no other mail says so. */
function arrival({ orderNumber, lines }: MailOrder, event: OrderEvent) {
  const described = oneLine(describeItems(event, lines));
  return described ? [receivedSentence(orderNumber, described)] : [];
}

function receivedSentence(orderNumber: string, items: string) {
  return `We've received ${items}, which you returned from order ${orderNumber}.`;
}

function refund({ order, event, shop }: StepMail): Words {
  const { orderNumber, currency } = order;
  const amount = formatPrice(event.amountCents ?? 0, { currency, locale: shop.locale });
  if (wasReleased(event, order.events)) return release({ order, amount, shopName: shop.name, event });
  const isByHand = isRefundedByHand(order);
  const pastCard = isCard(order.paymentMethod) ? " This refund doesn't go through your card." : "";
  return {
    subject: `Your ${amount} refund for ${shop.name} order ${orderNumber}`,
    title: isByHand ? `We're refunding you ${amount}` : `We've refunded ${amount}`,
    paragraphs: [
      ...arrival(order, event),
      isByHand
        ? `We're refunding ${amount} for your order ${orderNumber}.${pastCard} ${refundByHandNote}`
        : `We've refunded ${amount} for your order ${orderNumber}. It may take a few days to appear on your statement.`,
      ...noted(event),
    ],
  };
}

/** Whether a refund's money was only reserved, and never taken. */
function wasReleased({ position }: OrderEvent, events: MailOrder["events"]) {
  return events.some((event) => event.position === position + 1 && event.step === "captureReduced");
}

const endsReservation: OrderTransition[] = ["captured", "released", "cancelled"];

interface Release {
  order: MailOrder;
  amount: string;
  shopName: string;
  event: OrderEvent;
}

function release({ order, amount, shopName, event }: Release): Words {
  const { orderNumber, events } = order;
  // The provider can only release all that is left. See docs/decisions/0313.
  const isHeld = event.step === "refundedInPart" && !events.some(({ step }) => endsReservation.includes(step));
  return {
    subject: `${amount} of your payment for ${shopName} order ${orderNumber} won't be taken`,
    title: `We won't take ${amount} of your payment`,
    paragraphs: [
      ...arrival(order, event),
      `${amount} of your payment for order ${orderNumber} was only reserved, and won't be taken. ${
        isHeld
          ? `It stays reserved until ${order.isPickup ? "you collect your order" : "your order ships"}. We then take the rest, and your bank releases this amount.`
          : "Your bank may show it for a few days."
      }`,
      ...noted(event),
    ],
  };
}

/** Steps whose note is the shop's reason for them. */
const reasoned: OrderTransition[] = [
  ...(["cancelled", "returned", "itemReturned", "returnDeclined"] as const),
  ...(["refunded", "refundedInPart", "credited"] as const),
];

/** The note on a step, in quotation marks unless it is a reason or the shop itself wrote it. */
export function noted({ step, note, actor }: OrderEvent) {
  if (!note) return [];
  if (actor.type === "system") return [`${oneLine(note)}.`];
  return [reasoned.includes(step) ? `Reason: ${note}` : `“${note}”`];
}

/** With the recipient's name where the parcel doesn't go to the buyer. */
function namedParcelAddress(order: MailOrder) {
  const name = order.deliveryAddress === null ? "" : `${order.recipientName}\n`;
  return `${name}${parcelAddress(order)}`;
}
