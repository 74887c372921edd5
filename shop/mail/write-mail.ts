import { createVerificationToken } from "../accounts/accounts.ts";
import { createResetToken } from "../accounts/password-resets.ts";
import { productAddress } from "../catalog/product-address.ts";
import { readStockAlert } from "../catalog/stock-alerts.ts";
import { readAnswer } from "../contact/answer-message.ts";
import { readReceiptForMail } from "../orders/read-order.ts";
import type { Shop } from "../shop.ts";
import { answerMail } from "./answer-mail.ts";
import type { QueuedMail } from "./mail-queue.ts";
import type { Mail } from "./mailer.ts";
import { orderMail } from "./order-mail.ts";
import { orderStepMail, ownerNotice } from "./order-step-mails.ts";
import { resetMail } from "./reset-mail.ts";
import { alertRequestMail, backInStockMail } from "./stock-mails.ts";
import { verificationMail } from "./verification-mail.ts";

type Writing = Pick<Shop, "db" | "accounts" | "settings">;

/**
 * Writes a mail that was queued, with a link that is good from now on.
 *
 * @returns undefined when there is nobody who should get it
 */
export async function writeMail(shop: Writing, queued: QueuedMail): Promise<Mail | undefined> {
  const written = await writers[queued.kind](shop, queued);
  // Two shops' mails, or a restored one's, must not look the same.
  const id = `${new Date(queued.createdAt).toISOString().replaceAll(":", "-")}-${String(queued.id).padStart(6, "0")}`;
  return written && { id, to: queued.recipient, ...written };
}

const writers = {
  async verification({ accounts, settings }: Writing, { recipient }: QueuedMail) {
    const token = await createVerificationToken(accounts, recipient);
    const link = linkTo(settings, "/verify-email/confirm", { token });
    return verificationMail({ link, shopName: settings.shopName });
  },

  async reset({ db, accounts, settings }: Writing, { recipient }: QueuedMail) {
    const token = await createResetToken({ db, accounts }, recipient);
    if (!token) return undefined;
    const link = linkTo(settings, "/reset-password", { token });
    return resetMail({ link, shopName: settings.shopName });
  },

  async order({ db, settings }: Writing, { orderNumber }: QueuedMail) {
    const order = await readReceiptForMail(db, orderNumber ?? "");
    if (!order) return undefined;
    const link = linkTo(settings, `/order-confirmation/${order.orderNumber}`);
    return orderMail({ order, link, shopName: settings.shopName, timeZone: settings.timeZone });
  },

  async orderStep({ db, settings }: Writing, { orderNumber, orderEvent }: QueuedMail) {
    const order = await readReceiptForMail(db, orderNumber ?? "");
    const event = order?.events.find(({ position }) => position === orderEvent);
    if (!order || !event) return undefined;
    const link = linkTo(settings, `/order-confirmation/${order.orderNumber}`);
    return orderStepMail({ order, event, link, shopName: settings.shopName });
  },

  async ownerNotice({ db, settings }: Writing, { orderNumber, orderEvent }: QueuedMail) {
    const order = await readReceiptForMail(db, orderNumber ?? "");
    const event = order?.events.find(({ position }) => position === orderEvent);
    return order && event && ownerNotice({ order, event, link: settings.shopUrl });
  },

  async messageAnswer({ db, settings }: Writing, { answerId }: QueuedMail) {
    const answer = await readAnswer(db, answerId ?? "");
    if (!answer) return undefined;
    const { text, ...message } = answer;
    return answerMail({ message, answer: text, link: linkTo(settings, "/contact"), shopName: settings.shopName });
  },

  async alertRequest(shop: Writing, queued: QueuedMail) {
    const facts = await stockFacts(shop, queued);
    return (
      facts && alertRequestMail({ ...facts, link: linkTo(shop.settings, "/back-in-stock", { confirm: facts.id }) })
    );
  },

  async backInStock(shop: Writing, queued: QueuedMail) {
    const facts = await stockFacts(shop, queued);
    return facts && backInStockMail({ ...facts, link: linkTo(shop.settings, facts.address) });
  },
};

async function stockFacts({ db, settings }: Writing, { alertId }: QueuedMail) {
  const alert = await readStockAlert(db, alertId ?? "");
  if (!alert?.product.isSold) return undefined;
  const { id, product } = alert;
  const leaveLink = linkTo(settings, "/back-in-stock", { leave: id });
  const title = product.title.replaceAll(/\s+/g, " ");
  return { id, title, address: productAddress(product.id), leaveLink, shopName: settings.shopName };
}

function linkTo({ shopUrl }: Shop["settings"], path: string, query: Record<string, string> = {}) {
  const link = new URL(path, shopUrl);
  link.search = new URLSearchParams(query).toString();
  return link.href;
}
