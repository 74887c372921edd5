import { lineTotal } from "../cart/cart-reducer.ts";
import { formatPrice } from "../money.ts";
import { receiptDetails } from "../orders/receipt.ts";
import { sumRows } from "../orders/sums.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { mailHtml } from "./mail-html.ts";
import { type MailShop, mailPicture } from "./mail-shop.ts";
import type { WrittenMail } from "./mailer.ts";

interface OrderMail {
  order: MailOrder;
  link: string;
  shop: MailShop;
  timeZone: string;
  /** How the customer pays, unless they have. */
  paymentInstructions?: string | undefined;
}

/** Confirms an order, with its receipt. */
export function orderMail({ order, link, shop, timeZone, paymentInstructions }: OrderMail): WrittenMail {
  const shopName = shop.name;
  const thanks = paymentInstructions
    ? `We've received your order at ${shopName} and will ship it once you've paid.`
    : `We've received your order at ${shopName} and will email you when it ships. Here's your receipt.`;
  const payment = paymentInstructions
    ? [
        "How to pay:",
        ...paymentInstructions.split("\n").filter(Boolean),
        `Please include your order number, ${order.orderNumber}.`,
      ]
    : [];
  const footnote = "If something isn't right, contact us and include your order number.";
  const details = receiptDetails(order, timeZone);
  const sums = sumRows(order);
  const lines = order.lines.map((line) => ({
    title: line.title.replaceAll(/\s+/g, " "),
    note: `${formatPrice(line.priceCents, order.currency)} × ${line.quantity}`,
    amount: formatPrice(lineTotal(line), order.currency),
    picture: mailPicture(shop, line.thumbnail),
  }));
  const inText = (pairs: string[][]) => pairs.map(([name, value]) => `${name}: ${value}`).join("\n");
  return {
    subject: `Your ${shopName} order ${order.orderNumber} is confirmed`,
    text: [
      "Thank you for your order",
      thanks,
      ...payment,
      inText(details),
      lines.map(({ title, note, amount }) => `${title}\n  ${note} = ${amount}`).join("\n"),
      inText(sums),
      "View or print your receipt:",
      link,
      footnote,
    ].join("\n\n"),
    html: mailHtml({
      shop,
      title: "Thank you for your order",
      paragraphs: [thanks, ...payment],
      receipt: { details, lines, sums },
      button: { label: "View receipt", link },
      footnote,
      orderNumber: order.orderNumber,
    }),
    link,
  };
}
