import { readLastBackup } from "#shop/backups/last-backup.ts";
import { countSampleProducts } from "#shop/catalog/sample-products.ts";
import { formatMoment } from "#shop/days.ts";
import type { Owner } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Something that a shop needs before it can be opened to everybody. */
interface Need {
  what: string;
  /** What it is set to, or what is to be done about it. */
  how: string;
  isDone: boolean;
  /** Where it is set, if that is a screen that its reader may see. */
  link?: { address: string; label: string } | undefined;
}

/** What a shop needs before it can be opened to everybody, and what of it is there; nothing once all of it is. */
export async function readNeeds({ db, settings }: Pick<ShopDatabase, "db" | "settings">, role: Owner["role"]) {
  const { shopUrl, smtpUrl, mailFrom, stripe, shopName, fixed, seller, timeZone } = settings;
  const [backedUpAt, samples] = await Promise.all([readLastBackup(db), countSampleProducts(db)]);
  const settingsLink = role === "owner" ? { address: "/owner/settings", label: "Settings" } : undefined;
  const needs: Need[] = [
    {
      what: "Its address.",
      isDone: !/^https?:\/\/(localhost|127\.)/.test(shopUrl),
      how: shopUrl,
      toDo: "Links in mails lead to this machine: set SHOP_URL.",
    },
    {
      what: "Mail.",
      isDone: Boolean(smtpUrl),
      how: `It goes out from ${mailFrom}.`,
      toDo: "Mails become files that nobody gets: set SMTP_URL and MAIL_FROM.",
    },
    {
      what: "Payments.",
      isDone: Boolean(stripe),
      how: "Stripe takes them.",
      toDo: "Cards are checked, and no money is taken: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
    },
    {
      what: "Its name.",
      isDone: shopName !== "Torg" || fixed.includes("shopName"),
      how: shopName,
      toDo: "It is called Torg until an owner names it.",
      link: settingsLink,
    },
    {
      what: "Who sells.",
      isDone: Boolean(seller.address && seller.organisationNumber),
      how: `${seller.address}, organisation number ${seller.organisationNumber}`,
      toDo: "The contact page must say the seller's address and organisation number.",
      link: settingsLink,
    },
    {
      what: "Products.",
      isDone: samples === 0,
      how: "They are your own.",
      toDo: `${samples} of the sample catalog's are sold: import your own instead of them, or archive them.`,
      link: { address: "/owner/products/import", label: "Import and export" },
    },
    {
      what: "Backups.",
      isDone: backedUpAt !== undefined,
      how: `The last one was made at ${formatMoment(backedUpAt ?? 0, timeZone)}.`,
      toDo: "None was ever made: run npm run shop -- backup FILE every day, and keep the files elsewhere.",
    },
  ].map(({ toDo, ...need }) => (need.isDone ? need : { ...need, how: toDo }));
  return needs.every(({ isDone }) => isDone) ? [] : needs;
}
