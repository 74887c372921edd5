import { readLastBackup } from "#shop/backups/last-backup.ts";
import { countSampleProducts } from "#shop/catalog/sample-products.ts";
import { formatMoment } from "#shop/days.ts";
import type { Owner } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** A step to complete before the shop opens. */
interface ChecklistItem {
  title: string;
  /** Its current value, or what to do. */
  details: string;
  isDone: boolean;
  /** The screen to change it on, if the reader may open it. */
  link?: { address: string; label: string } | undefined;
}

/** Reads the setup checklist; empty once every item is done. */
export async function readSetupChecklist({ db, settings }: Pick<ShopDatabase, "db" | "settings">, role: Owner["role"]) {
  const { shopUrl, smtpUrl, mailFrom, stripe, shopName, fixed, seller, timeZone } = settings;
  const [backedUpAt, samples] = await Promise.all([readLastBackup(db), countSampleProducts(db)]);
  const settingsLink = role === "owner" ? { address: "/owner/settings", label: "Settings" } : undefined;
  const items: ChecklistItem[] = [
    {
      title: "Web address.",
      isDone: !/^https?:\/\/(localhost|127\.)/.test(shopUrl),
      details: shopUrl,
      toDo: "Links in emails point to this machine. Set SHOP_URL.",
    },
    {
      title: "Email.",
      isDone: Boolean(smtpUrl),
      details: `Sent from ${mailFrom}.`,
      toDo: "Emails are saved as files, not sent. Set SMTP_URL and MAIL_FROM.",
    },
    {
      title: "Payments.",
      isDone: Boolean(stripe),
      details: "Accepted through Stripe.",
      toDo: "Cards are checked but not charged. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
    },
    {
      title: "Shop name.",
      isDone: shopName !== "Torg" || fixed.includes("shopName"),
      details: shopName,
      toDo: "The shop uses the default name, Torg, until an owner changes it.",
      link: settingsLink,
    },
    {
      title: "Seller details.",
      isDone: Boolean(seller.address && seller.organisationNumber),
      details: `${seller.address}, organisation number ${seller.organisationNumber}`,
      toDo: "The contact page must show the seller's address and organisation number.",
      link: settingsLink,
    },
    {
      title: "Products.",
      isDone: samples === 0,
      details: "No sample products for sale.",
      toDo: `Sample products for sale: ${samples}. Import your own to replace them, or archive them.`,
      link: { address: "/owner/products/import", label: "Import and export" },
    },
    {
      title: "Backups.",
      isDone: backedUpAt !== undefined,
      details: `Last backup: ${formatMoment(backedUpAt ?? 0, timeZone)}.`,
      toDo: "No backup yet. Run npm run shop -- backup FILE every day, and store the files elsewhere.",
    },
  ].map(({ toDo, ...item }) => (item.isDone ? item : { ...item, details: toDo }));
  return items.every(({ isDone }) => isDone) ? [] : items;
}
