import type { WithdrawalsTable } from "#database/schema.ts";
import { returnCostSentence } from "../delivery/return-costs.ts";
import { formatMoment } from "../values/days.ts";
import type { Regional } from "../values/locale.ts";
import { composeMail } from "./compose-mail.ts";
import type { Paragraph } from "./mail-content.ts";
import type { MailShop } from "./mail-shop.ts";
import { oneLine } from "./order-receipt.ts";
import type { WrittenMail } from "./send-mail.ts";

interface WithdrawalMail {
  statement: Pick<WithdrawalsTable, "name" | "email" | "orderNumber" | "content" | "receivedAt">;
  link: string;
  shop: MailShop;
  regional: Regional;
}

/** Confirms a statement of withdrawal with its content, date and time. It says the same whether or not the order exists. */
export function withdrawalMail({ statement, link, shop, regional }: WithdrawalMail): WrittenMail {
  return composeMail(`We've received your withdrawal at ${shop.name}`, link, {
    shop,
    title: "We've received your withdrawal",
    paragraphs: [
      `We received your statement that you withdraw from the contract on ${receivedOn(statement, regional)}. This is what it says:`,
      ...contentOf(statement),
      "Please keep this email. We'll write to you about what happens next, if the details match an order.",
      ...(shop.returnsPaidBy ? [returnCostSentence(shop.returnsPaidBy, "withdrawn")] : []),
    ],
    button: { label: "Contact us", link, lead: "Contact us if something isn't right" },
    footnote: `You received this email because someone entered your address to withdraw from an order at ${shop.name}. If it wasn't you, please tell us.`,
  });
}

/** Notifies the owner of a statement of withdrawal. @param hasOrder whether it is about an order of the shop */
export function newWithdrawalMail(mail: WithdrawalMail, { hasOrder }: { hasOrder: boolean }): WrittenMail {
  const { statement, link, shop, regional } = mail;
  const number = withoutLinks(oneLine(statement.orderNumber));
  const title = hasOrder ? `Withdrawal from order ${number}` : `Withdrawal without a matching order: ${number}`;
  return composeMail(title, link, {
    shop,
    title,
    paragraphs: [
      `A customer withdrew from the contract on ${receivedOn(statement, regional)}. They received a confirmation by email.`,
      ...contentOf(statement),
      ...(hasOrder
        ? []
        : ["No order has this number and email. Look for the right one, and match it under Withdrawals."]),
    ],
    button: { label: "Open withdrawal", link },
    footnote: "You can switch these emails off under Settings.",
  });
}

function receivedOn({ receivedAt }: WithdrawalMail["statement"], regional: Regional) {
  return `${formatMoment(receivedAt, regional)} (${regional.timeZone})`;
}

function contentOf({ name, email, orderNumber, content }: WithdrawalMail["statement"]): Paragraph[] {
  return [
    ["Name: ", { typed: withoutLinks(oneLine(name)) }],
    ["Order number: ", { typed: withoutLinks(oneLine(orderNumber)) }],
    `Email: ${email}`,
    ["Withdrawal from: ", { typed: withoutLinks(content) }],
  ];
}

const zeroWidthSpace = "\u200b";

/** A text of which mail programs make no links: strangers can have it sent to any address. It looks the same. */
function withoutLinks(text: string) {
  return text.replaceAll(/(?<=\S)[.:@/](?=\S)/gu, `$&${zeroWidthSpace}`);
}
