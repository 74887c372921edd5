import type { Database } from "#database/connect.ts";
import { documentFile } from "../documents/document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { readOrder } from "../orders/views/read-order.ts";
import { readWithdrawalsOf, type Withdrawal } from "../orders/withdrawals/read-withdrawals.ts";
import { withdrawalKey } from "../orders/withdrawals/withdrawal-key.ts";
import type { Shop } from "../shop.ts";
import { mailShopOf } from "./mail-shop.ts";
import { orderMailKinds, readSentHtml, readSentMails, type SentMail } from "./sent-mails.ts";
import { readUnsentMailsAbout } from "./unsent-mails.ts";
import { withdrawalMail } from "./withdrawal-mails.ts";

type Reading = Pick<Shop, "db" | "settings">;

/** A mail about an order. One without a number confirms a withdrawal that staff have matched, and is kept by its statement. */
export interface OrderMail extends Omit<SentMail, "id"> {
  id: number | string;
  /** Of a confirmation only: `readOrderMail` reads that of others. */
  html?: string | undefined;
}

/**
 * The mails about an order, the newest first, with the confirmations of withdrawals that staff have matched.
 *
 * @param withdrawals the order's
 */
export async function readOrderMails(
  { db, settings }: Reading,
  orderNumber: string,
  withdrawals: Withdrawal[],
): Promise<OrderMail[]> {
  const sent = (await readSentMails(db, orderNumber)).map((mail) => ({
    ...mail,
    text: withoutKey(mail.text, orderNumber, settings),
  }));
  const earlier = withdrawals.flatMap((statement): OrderMail[] => {
    const { id, email: recipient, mailedAt, matchedAt } = statement;
    if (mailedAt === null || matchedAt === null) return [];
    // A statement never changes, so its mail is written as it was sent.
    const mail = { statement, link: `${settings.shopUrl}/contact`, shop: mailShopOf(settings), regional: settings };
    const { subject, text, html } = withdrawalMail(mail);
    return [{ id, kind: "withdrawal", orderEvent: null, recipient, subject, text, html, sentAt: mailedAt }];
  });
  return earlier.length === 0 ? sent : [...earlier, ...sent].sort((one, other) => other.sentAt - one.sentAt);
}

/** The mails to an order's customer that wait or have failed, newest first. */
export function readUnsentOrderMails(db: Database, orderNumber: string, withdrawals: Withdrawal[]) {
  return readUnsentMailsAbout(db, [orderNumber, ...withdrawals.map(({ id }) => id)], orderMailKinds);
}

/** A file of a mail. */
interface MailFile {
  name: string;
  /** The number of the order's document that it is. */
  document?: string | undefined;
  /** The return whose label it is. */
  returnId?: string | undefined;
}

/** A mail about an order as its customer saw it. */
export interface OpenedMail extends OrderMail {
  /** Undefined if it was sent before it was kept. */
  html: string | undefined;
  files: MailFile[];
}

/** One of an order's mails; undefined if the order has no such mail. @param id as `readOrderMails` says it */
export async function readOrderMail(shop: Reading, orderNumber: string, id: string): Promise<OpenedMail | undefined> {
  const withdrawals = await readWithdrawalsOf(shop.db, orderNumber);
  const mail = (await readOrderMails(shop, orderNumber, withdrawals)).find((other) => String(other.id) === id);
  if (!mail) return undefined;
  const { html, attachments } =
    typeof mail.id === "number" ? await readSentHtml(shop.db, mail.id) : { html: mail.html, attachments: [] };
  return {
    ...mail,
    html: html && withoutKey(html, orderNumber, shop.settings),
    files: await findFiles(shop, orderNumber, attachments),
  };
}

/** The key lets anyone withdraw from the order, so only its customer may have it. */
function withoutKey(text: string, orderNumber: string, { authSecret }: Shop["settings"]) {
  return text.replaceAll(withdrawalKey(orderNumber, authSecret), "");
}

async function findFiles({ db }: Reading, orderNumber: string, names: string[]): Promise<MailFile[]> {
  if (names.length === 0) return [];
  const documents = await readDocuments(db, orderNumber);
  const returns = (await readOrder(db, orderNumber))?.returns ?? [];
  return names.map((name) => ({
    name,
    document: documents.find((document) => documentFile(document) === name)?.number,
    returnId: returns.find(({ labelName }) => labelName === name)?.id,
  }));
}
