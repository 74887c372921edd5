import type { Mailbox } from "../mail/mailbox.ts";
import type { ShopSettings } from "../shop.ts";

/** Whom the shop's mails come from: `MAIL_FROM`, or else the shop by its present name. */
export function sender({
  mailFrom,
  shopName,
  shopUrl,
}: Pick<ShopSettings, "mailFrom" | "shopName" | "shopUrl">): Mailbox {
  return mailFrom ?? { name: shopName, address: `shop@${new URL(shopUrl).hostname}` };
}
