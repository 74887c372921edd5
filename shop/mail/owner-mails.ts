import { describeItems, type OrderEvent } from "../orders/state/events.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import type { OrderDetails } from "../orders/views/read-order.ts";
import type { VatCheck } from "../taxes/check-vat-number.ts";
import { formatPrice } from "../values/money.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailShop } from "./mail-shop.ts";
import { oneLine, orderReceipt } from "./order-receipt.ts";
import type { WrittenMail } from "./send-mail.ts";

interface NewOrder {
  order: MailOrder;
  /** The order in the back office. */
  link: string;
  shop: MailShop;
}

/** Notifies the owner of an order that a customer placed or, where a provider takes the payment, paid. */
export function newOrderMail({ order, link, shop }: NewOrder): WrittenMail {
  const { orderNumber, totalCents, currency } = order;
  const title = `New order ${orderNumber} for ${formatPrice(totalCents, { currency, locale: shop.locale })}`;
  return composeMail(title, link, {
    shop,
    title,
    paragraphs: [
      `A customer has placed order ${orderNumber} at ${shop.name}.${order.state === "cancelled" ? " It has been cancelled since then." : ""}`,
    ],
    receipt: orderReceipt(order, shop),
    button: { label: "Open order", link },
    footnote: switchOff,
  });
}

interface VatChecked {
  order: Pick<OrderDetails, "orderNumber" | "vatKind">;
  check: VatCheck;
  /** The order in the back office. */
  link: string;
  shop: MailShop;
}

/** Notifies the owner of what the EU's register says of a VAT number that couldn't be checked when its order was placed. */
export function vatCheckedMail({ order: { orderNumber, vatKind }, check, link, shop }: VatChecked): WrittenMail {
  const { number, answer, consultation } = check;
  const isValid = answer === "valid";
  const title = `The VAT number of order ${orderNumber} is ${isValid ? "valid" : "not valid"}`;
  const hasNoVat = vatKind === "reverseCharge";
  const next = isValid
    ? hasNoVat
      ? "The order has no VAT because of it, so there is nothing to do."
      : "The order has VAT, because it couldn't be checked in time."
    : hasNoVat
      ? "The order has no VAT because of it. Ask the customer for the right number, or for the VAT."
      : "The order has VAT, so there is nothing to do.";
  const said = `VIES couldn't be reached when order ${orderNumber} was placed. Now it says that ${number} is ${isValid ? "valid" : "not valid"}.`;
  return composeMail(title, link, {
    shop,
    title,
    paragraphs: [said, ...(consultation ? [`Consultation number: ${oneLine(consultation)}`] : []), next],
    button: { label: "Open order", link },
    footnote: "You received this email because this address sends the shop's emails.",
  });
}

/** Notifies the owner that a customer asks to return items. */
export function newReturnMail({ order, event, link, shop }: NewOrder & { event: OrderEvent }): WrittenMail {
  const { orderNumber, lines } = order;
  const title = `Return request for order ${orderNumber}`;
  return composeMail(title, link, {
    shop,
    title,
    paragraphs: [
      `A customer asks to return ${oneLine(describeItems(event, lines))}. Accept or decline it on the order's page.`,
      ...(event.note ? [`“${event.note}”`] : []),
    ],
    button: { label: "Open order", link },
    footnote: switchOff,
  });
}

interface NewMessage {
  message: {
    firstName: string;
    lastName: string;
    email: string;
    orderNumber: string | null;
    subject: string;
    message: string;
  };
  /** The message in the back office. */
  link: string;
  shop: MailShop;
}

/** Notifies the owner of a message from the contact page. */
export function newMessageMail({ message, link, shop }: NewMessage): WrittenMail {
  const { email, orderNumber } = message;
  const name = oneLine(`${message.firstName} ${message.lastName}`);
  const about = orderNumber ? ` about order ${orderNumber}` : "";
  const mail = composeMail(`New message: ${oneLine(message.subject)}`, link, {
    shop,
    title: oneLine(message.subject),
    paragraphs: [[{ typed: name }, ` (${email}) wrote${about}:`], `“${message.message}”`],
    button: { label: "Open message", link },
    footnote: switchOff,
  });
  return { ...mail, replyTo: { name, address: email } };
}

interface GivenUpMessage {
  address: string;
  type: string;
  subject: string;
  problem: string | null;
  /** Whether the webhook was switched off with it. */
  isOff: boolean;
  /** The webhook in the back office. */
  link: string;
  shop: MailShop;
}

/** Notifies an owner of a message that a webhook hasn't accepted in three days. */
export function webhookMail({ address, type, subject, problem, isOff, link, shop }: GivenUpMessage): WrittenMail {
  const { host } = new URL(address);
  const title = isOff ? `The webhook to ${host} is switched off` : `The webhook to ${host} refuses a message`;
  const failure = `${shop.name} has tried for three days to send ${type} (${subject}) to ${address}.`;
  const next = isOff
    ? "Nothing else arrived there either, so the webhook was switched off. Fix the receiver, switch the webhook on, and send again what it has missed."
    : "Other messages arrive there, so the webhook stays on. This one isn't tried any more.";
  return composeMail(title, link, {
    shop,
    title,
    paragraphs: [failure, `The last attempt: ${oneLine(problem ?? "no answer")}.`, next],
    button: { label: "Open webhook", link },
    footnote: "You received this email because you are an owner of this shop.",
  });
}

/** Shows that the mail server works. @param link its screen in the back office */
export function testMail({ link, shop }: { link: string; shop: MailShop }): WrittenMail {
  return composeMail(`Test email from ${shop.name}`, link, {
    shop,
    title: "Emails work",
    paragraphs: [`This is the test email that you asked for. Customers of ${shop.name} get their emails the same way.`],
    button: { label: "Open mail server", link },
    footnote: "You received this email because you are an owner of this shop.",
  });
}

const switchOff = "You can switch these emails off under Settings.";
