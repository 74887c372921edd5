import { resetMail } from "../mail/reset-mail.ts";
import { verificationMail } from "../mail/verification-mail.ts";
import type { Shop } from "../open-shop.ts";
import { createVerificationToken } from "./accounts.ts";

type Mailing = Pick<Shop, "settings" | "sendMail">;

/** Mails a new link that verifies an address. @throws when the mail could not be handed on */
export async function sendVerification(shop: Pick<Shop, "accounts"> & Mailing, email: string) {
  const link = linkWithToken(shop, "/verify-email/confirm", await createVerificationToken(shop.accounts, email));
  await shop.sendMail(verificationMail({ to: email, link, shopName: shop.settings.shopName }));
}

/** Mails a link that lets its reader choose a new password. @throws when the mail could not be handed on */
export async function sendReset(shop: Mailing, email: string, token: string) {
  const link = linkWithToken(shop, "/reset-password", token);
  await shop.sendMail(resetMail({ to: email, link, shopName: shop.settings.shopName }));
}

function linkWithToken({ settings }: Mailing, path: string, token: string) {
  const link = new URL(path, settings.shopUrl);
  link.searchParams.set("token", token);
  return link.href;
}
