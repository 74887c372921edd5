import type { Owner } from "#shop/owners/owners.ts";
import type { ShopSettings } from "#shop/shop.ts";

/** What a shop still lacks before it can be opened to everybody, how it is set, and where, if that is a screen that its role may see. */
export function whatIsMissing({ shopUrl, smtpUrl, stripe, shopName, fixed }: ShopSettings, role: Owner["role"]) {
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(shopUrl);
  const settings = role === "owner" ? { address: "/owner/settings", label: "Settings" } : undefined;
  const things = [
    { isMissing: isLocal, what: "Its address.", how: "Links in mails lead to this machine: set SHOP_URL." },
    { isMissing: !smtpUrl, what: "Mail.", how: "Mails become files that nobody gets: set SMTP_URL and MAIL_FROM." },
    { isMissing: !stripe, what: "Payments.", how: "Cards are checked, and no money is taken: set STRIPE_SECRET_KEY." },
    {
      isMissing: shopName === "Torg" && !fixed.includes("shopName"),
      what: "Its name.",
      how: "It is called Torg until an owner names it.",
      link: settings,
    },
  ];
  return things.filter(({ isMissing }) => isMissing).map(({ isMissing: _, ...thing }) => thing);
}
