import { createVerificationToken } from "../accounts/accounts.ts";
import { createResetToken } from "../accounts/password-resets.ts";
import { readReceiptForMail } from "../orders/read-order.ts";
import type { Shop } from "../shop.ts";
import type { QueuedMail } from "./mail-queue.ts";
import type { Mail } from "./mailer.ts";
import { orderMail } from "./order-mail.ts";
import { resetMail } from "./reset-mail.ts";
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
};

function linkTo({ shopUrl }: Shop["settings"], path: string, query: Record<string, string> = {}) {
  const link = new URL(path, shopUrl);
  link.search = new URLSearchParams(query).toString();
  return link.href;
}
