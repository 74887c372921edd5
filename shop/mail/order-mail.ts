import { lineTotal } from "../cart/cart-reducer.ts";
import { formatPrice } from "../money.ts";
import type { Receipt } from "../orders/read-order.ts";
import { receiptFacts, receiptSums } from "../orders/receipt.ts";
import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

interface OrderMail {
  order: Receipt;
  link: string;
  shopName: string;
  timeZone: string;
}

/** Confirms an order, with its receipt. */
export function orderMail({ order, link, shopName, timeZone }: OrderMail): WrittenMail {
  const thanks = `Your order at ${shopName} is on its way to you. This is its receipt, to keep.`;
  const footnote = "If something isn't right, tell us on our contact page, with the order's number.";
  const facts = receiptFacts(order, timeZone);
  const sums = receiptSums(order);
  const lines = order.lines.map((line) => ({
    title: line.title.replaceAll(/\s+/g, " "),
    note: `${formatPrice(line.priceCents)} × ${line.quantity}`,
    amount: formatPrice(lineTotal(line)),
  }));
  const inText = (pairs: string[][]) => pairs.map(([name, value]) => `${name}: ${value}`).join("\n");
  return {
    subject: `Your order ${order.orderNumber} at ${shopName}`,
    text: [
      "Thank you!",
      thanks,
      inText(facts),
      lines.map(({ title, note, amount }) => `${title}\n  ${note} = ${amount}`).join("\n"),
      inText(sums),
      "The receipt to print:",
      link,
      footnote,
    ].join("\n\n"),
    html: mailHtml({
      title: "Thank you!",
      paragraphs: [thanks],
      receipt: { facts, lines, sums },
      button: { label: "See your receipt", link },
      footnote,
    }),
    link,
  };
}
