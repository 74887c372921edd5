import type { ShopSettings } from "../shop.ts";

/** Whom the shop's mails come from, such as `Torg <shop@example.com>`: `MAIL_FROM`, or else the shop by its present name. */
export function sender({ mailFrom, shopName, shopUrl }: Pick<ShopSettings, "mailFrom" | "shopName" | "shopUrl">) {
  return mailFrom ?? `${shopName} <shop@${new URL(shopUrl).hostname}>`;
}
