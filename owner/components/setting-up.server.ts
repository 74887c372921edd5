import type { ShopSettings } from "#shop/shop.ts";

/** What a shop still lacks before it can be opened to everybody, and how it is set. */
export function whatIsMissing({ shopUrl, smtpUrl, stripe, shopName }: ShopSettings) {
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(shopUrl);
  const things = [
    { isMissing: isLocal, what: "Its address.", how: "Links in mails lead to this machine: set SHOP_URL." },
    { isMissing: !smtpUrl, what: "Mail.", how: "Mails become files that nobody gets: set SMTP_URL and MAIL_FROM." },
    { isMissing: !stripe, what: "Payments.", how: "Cards are checked, and no money is taken: set STRIPE_SECRET_KEY." },
    { isMissing: shopName === "Torg", what: "Its name.", how: "It is called Torg: set SHOP_NAME." },
  ];
  return things.filter(({ isMissing }) => isMissing).map(({ what, how }) => ({ what, how }));
}
