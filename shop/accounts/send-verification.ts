import { verificationMail } from "../mail/verification-mail.ts";
import type { Shop } from "../open-shop.ts";
import { createVerificationToken } from "./accounts.ts";

/** Where the link in a verification mail leads. */
export const verificationPath = "/verify-email/confirm";

/** Mails a new link that verifies an address. @throws when the mail could not be handed on */
export async function sendVerification({ accounts, settings, sendMail }: Shop, email: string) {
  const link = new URL(verificationPath, settings.shopUrl);
  link.searchParams.set("token", await createVerificationToken(accounts, email));
  await sendMail(verificationMail({ to: email, link: link.href, shopName: settings.shopName }));
}
