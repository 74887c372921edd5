import { accentShades } from "#shop/appearance/accent.ts";
import type { MailShop } from "#shop/mail/mail-shop.ts";

/** A shop as its mails show it. */
export function mailShop(changes: Partial<MailShop> = {}): MailShop {
  return {
    name: "Torg",
    url: "https://torg.example",
    accent: accentShades("#1e4d40"),
    seller: [],
    timeZone: "Europe/Oslo",
    locale: "en",
    ...changes,
  };
}
