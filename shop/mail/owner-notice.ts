import type { OrderTransition } from "#database/schema.ts";
import { eventName, type OrderEvent } from "../orders/state/events.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { formatPrice } from "../values/money.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailShop } from "./mail-shop.ts";
import { noted } from "./order-step-mails.ts";
import type { WrittenMail } from "./send-mail.ts";

interface OwnerNotice {
  order: MailOrder;
  event: OrderEvent;
  /** The shop. */
  link: string;
  shop: MailShop;
}

/** Notifies the owner of a late payment, a dispute, a refund that the bank rejected, reserved money that isn't captured, or a payment that isn't the order's. */
export function ownerNotice({ order: { orderNumber, currency }, event, link, shop }: OwnerNotice): WrittenMail {
  const amount = formatPrice(event.amountCents ?? 0, { currency, locale: shop.locale });
  const { title, paragraphs } = noticeOf(event, amount, orderNumber);
  return composeMail(title, link, {
    shop,
    title,
    paragraphs,
    button: { label: "Open your shop", link },
    footnote: `npm run shop -- order ${orderNumber}`,
  });
}

const disputeOutcomes: Partial<Record<OrderTransition, string>> = {
  disputeWon: "The bank decided for you. Your payment provider returns the disputed amount.",
  disputeLost: "The bank decided for the customer, who keeps the disputed amount. You don't need to refund it.",
  disputeClosed: "The dispute was closed without a decision.",
};

function noticeOf(event: OrderEvent, amount: string, orderNumber: string) {
  const { step } = event;
  if (step === "paidLate") {
    return {
      title: `Late payment of ${amount} for order ${orderNumber}`,
      paragraphs: [
        "This payment arrived after the order was cancelled. We're refunding it automatically. You don't need to do anything.",
      ],
    };
  }
  if (step === "noted") {
    return {
      title: `A payment doesn't match order ${orderNumber}`,
      paragraphs: [
        "A payment names this order but isn't the order's own payment. The order hasn't changed.",
        ...noted(event),
        "Check the payment with your payment provider and refund it there if it's a mistake.",
      ],
    };
  }
  if (step === "disputed") {
    return {
      title: `Payment of order ${orderNumber} disputed`,
      paragraphs: [
        `The customer's bank questions ${amount} of this payment. Your payment provider holds the amount back and may charge a fee.`,
        ...noted(event),
        "Answer the dispute in your payment provider's dashboard before its deadline. Without an answer, you lose it.",
      ],
    };
  }
  if (step === "captureFailed") {
    return {
      title: `Payment of ${amount} for order ${orderNumber} not captured`,
      paragraphs: [
        "Your payment provider hasn't taken money that was reserved for this order.",
        ...noted(event),
        "While the reservation lasts, we try again by ourselves. If it has ended, ask the customer to pay another way.",
      ],
    };
  }
  if (step === "reservationEnding") {
    return {
      title: `The reservation of ${amount} for order ${orderNumber} ends soon`,
      paragraphs: [
        "The customer has paid, and the money is reserved until you send the order. After this time their bank may let it go.",
        "Send the order, or capture the payment in your payment provider's portal, before that. If you can't deliver, cancel the order.",
      ],
    };
  }
  const outcome = disputeOutcomes[step];
  if (outcome)
    return { title: `${eventName(event, 0)} for order ${orderNumber}`, paragraphs: [outcome, ...noted(event)] };
  return {
    title: `Refund of ${amount} for order ${orderNumber} failed`,
    paragraphs: ["The customer's bank rejected the refund. You still owe the customer this amount.", ...noted(event)],
  };
}
