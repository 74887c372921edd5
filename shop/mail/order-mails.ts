import { readWithdrawalsOf } from "../orders/withdrawals/read-withdrawals.ts";
import type { Shop } from "../shop.ts";
import { mailShopOf } from "./mail-shop.ts";
import { readSentMails, type SentMail } from "./sent-mails.ts";
import { withdrawalMail } from "./withdrawal-mails.ts";

/** A mail about an order. One without a number confirms a withdrawal that staff have matched, and is kept by its statement. */
export type OrderMail = Omit<SentMail, "id"> & { id: number | string };

/** The mails about an order, the newest first, with the confirmations of withdrawals that staff have matched. */
export async function readOrderMails(
  { db, settings }: Pick<Shop, "db" | "settings">,
  orderNumber: string,
): Promise<OrderMail[]> {
  const sent = await readSentMails(db, orderNumber);
  const earlier = (await readWithdrawalsOf(db, orderNumber)).flatMap((statement): OrderMail[] => {
    const { id, email: recipient, mailedAt, matchedAt } = statement;
    if (mailedAt === null || matchedAt === null) return [];
    // A statement never changes, so its mail is written as it was sent.
    const mail = { statement, link: `${settings.shopUrl}/contact`, shop: mailShopOf(settings), regional: settings };
    const { subject, text } = withdrawalMail(mail);
    return [{ id, kind: "withdrawal", orderEvent: null, recipient, subject, text, sentAt: mailedAt }];
  });
  return earlier.length === 0 ? sent : [...earlier, ...sent].sort((one, other) => other.sentAt - one.sentAt);
}
