import { defaultStats, type Stat } from "#shop/appearance/default-claims.ts";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import type { ShopCategory } from "#shop/catalog/categories.ts";
import { countSampleProducts, readOwnCategories } from "#shop/catalog/sample-products.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import { readDeliveryOptions } from "#shop/delivery/read-delivery.ts";
import { sender } from "#shop/jobs/sender.ts";
import { showMailbox } from "#shop/mail/mailbox.ts";
import { checksCards, waysToPay } from "#shop/orders/payment/ways-to-pay.ts";
import type { Owner } from "#shop/owners/owners.ts";
import { providerSetups, titleOf } from "#shop/payments/registry.ts";
import { readSettings } from "#shop/settings/settings.ts";
import type { LiveSettings, Shop } from "#shop/shop.ts";
import { areTaxesSaved } from "#shop/taxes/taxes.ts";
import { formatMoment } from "#shop/values/days.ts";
import { mayOpen } from "../access/acts.ts";
import { withoutBasename } from "../addresses.ts";
import { checkWebAddress } from "./web-address.server.ts";

/** A step to complete before the shop opens. */
export interface ChecklistItem {
  title: string;
  /** Its current value, or what to do. */
  details: string;
  isDone: boolean;
  /** What to write where the shop runs. */
  line?: string | undefined;
  /** The screen to change it on, if the reader may open it. */
  link?: { address: string; label: string } | undefined;
}

/** Reads the setup checklist; empty once every item is done. @param browser the address that the owner's browser used */
export async function readSetupChecklist(
  shop: Pick<Shop, "db" | "settings" | "payments">,
  role: Owner["role"],
  browser: string,
) {
  const linkTo = (address: string, label: string) =>
    mayOpen(role, withoutBasename(address)) ? { address, label } : undefined;
  const settingsLink = linkTo("/owner/settings", "Settings");
  const items = [
    webAddressItem(shop.settings, browser),
    mailItem(shop.settings, linkTo("/owner/mail-server", "Mail server")),
    ...sellerItems(shop, settingsLink),
    ...(await saleItems(shop, settingsLink)),
    ...(await termItems(shop, linkTo)),
    ...textItems(shop.settings, linkTo),
    await backupItem(shop, settingsLink),
  ].map(({ toDo, ...item }): ChecklistItem => (item.isDone ? item : { ...item, details: toDo }));
  return items.every(({ isDone }) => isDone) ? [] : items;
}

/** An item with what to do until it is done. */
type OpenItem = ChecklistItem & { toDo: string };
type ItemLink = ChecklistItem["link"];

function webAddressItem(settings: LiveSettings, browser: string): OpenItem {
  const problem = checkWebAddress(settings, browser);
  return {
    title: "Web address",
    isDone: problem === undefined,
    details: settings.shopUrl,
    toDo: problem?.text ?? "",
    line: problem?.line,
    link: { address: "/owner", label: "Check again" },
  };
}

function mailItem(settings: LiveSettings, link: ItemLink): OpenItem {
  return {
    title: "Mail server",
    isDone: Boolean(settings.smtpUrl) && !settings.isMailServerLocked,
    details: `Emails are sent from ${showMailbox(sender(settings))}.`,
    toDo: settings.isMailServerLocked
      ? "Emails wait: the mail server's password can't be read, because AUTH_SECRET has changed. Enter it again."
      : `Emails are ${settings.databaseUrl ? "kept in the outbox" : "saved as files"}, not sent. Your email provider says which server, user name and password to enter.`,
    link,
  };
}

/** Who sells, and how the shop takes money. */
function sellerItems(shop: Pick<Shop, "settings" | "payments">, settingsLink: ItemLink): OpenItem[] {
  const { shopName, fixed, seller } = shop.settings;
  return [
    paymentItem(shop, settingsLink),
    {
      title: "Shop name",
      isDone: shopName !== "Torg" || fixed.includes("shopName"),
      details: shopName,
      toDo: "The shop uses the default name, Torg, until an owner changes it.",
      link: settingsLink,
    },
    {
      title: "Seller details",
      isDone: Boolean(seller.address && seller.organisationNumber),
      details: `${seller.address}, organisation number ${seller.organisationNumber}`,
      toDo: "The contact page must show the seller's address and organisation number.",
      link: settingsLink,
    },
  ];
}

/** Whether customers can pay. */
function paymentItem(shop: Pick<Shop, "settings" | "payments">, link: ItemLink): OpenItem {
  const ways = waysToPay(shop);
  const through = ways.filter(({ value }) => shop.payments.has(value)).map(({ value }) => titleOf(value));
  const variables = [...providerSetups.values()].map(({ requiredVariables }) => requiredVariables.join(" and "));
  return {
    title: "Payments",
    isDone: ways.length > 0 && !checksCards(shop),
    details: through.length > 0 ? `Accepted through ${through.join(", ")}.` : "By invoice or bank transfer.",
    toDo: checksCards(shop)
      ? `Cards are checked but not charged. Set ${variables.join(", or ")}, or write payment instructions.`
      : `Customers can't pay: no payment provider takes ${shop.settings.currency}. Change the currency, or write payment instructions.`,
    link,
  };
}

/** What it sells. */
async function saleItems({ db, settings }: Pick<Shop, "db" | "settings">, settingsLink: ItemLink): Promise<OpenItem[]> {
  const { currency, countries } = settings;
  const samples = await countSampleProducts(db);
  const sampleCategories = await findSampleCategories(db, settings.categories);
  const saved = await readSettings(db);
  return [
    {
      title: "Products",
      isDone: samples === 0,
      details: "No sample products for sale.",
      toDo: `Sample products for sale: ${samples}. Import your own to replace them, or archive them.`,
      link: { address: "/owner/products/import", label: "Import and export" },
    },
    {
      title: "Currency and countries",
      isDone: saved.currency !== "" || saved.countries !== "",
      details: `${currency}, ${countries.map(({ name }) => name).join(", ")}`,
      toDo: `Prices are in ${currency}, and you deliver to ${countries.map(({ name }) => name).join(", ")}, until you choose.`,
      link: settingsLink,
    },
    {
      title: "Categories",
      isDone: sampleCategories.length === 0,
      details: "All your own.",
      toDo: `The sample's categories have no products of yours: ${sampleCategories.join(", ")}. Delete or rename them.`,
      link: { address: "/owner/categories", label: "Categories" },
    },
  ];
}

/** What delivery costs, and what VAT is in the prices. */
async function termItems(
  { db, settings: { taxes } }: Pick<Shop, "db" | "settings">,
  linkTo: (address: string, label: string) => ItemLink,
): Promise<OpenItem[]> {
  const options = await readDeliveryOptions(db);
  return [
    {
      title: "Delivery",
      isDone: (await readChanges(db, { kind: "delivery", limit: 1 })).length > 0,
      details: `${options.length} ${options.length === 1 ? "option" : "options"}.`,
      toDo: "Delivery is free and takes three days until you set prices and days.",
      link: linkTo("/owner/delivery", "Delivery"),
    },
    {
      title: "Taxes",
      isDone: await areTaxesSaved(db),
      details: taxes.isRegistered ? `VAT number ${taxes.registrationNumber}.` : "Not registered for VAT.",
      toDo: "Invoices need to know whether you are registered for VAT.",
      link: linkTo("/owner/taxes", "Taxes"),
    },
  ];
}

/** What it says. */
function textItems(settings: LiveSettings, linkTo: (address: string, label: string) => ItemLink): OpenItem[] {
  const claims = sampleClaims(settings);
  const missingPages = legalPages.filter(({ slug }) => !settings.pages.some((page) => page.slug === slug));
  return [
    {
      title: "What the shop says of itself",
      isDone: claims.length === 0,
      details: "All your own words.",
      toDo: `The sample still speaks for you: ${claims.join(", ")}.`,
      link: linkTo("/owner/appearance", "Appearance"),
    },
    {
      title: "About page",
      isDone: settings.texts.about !== undefined,
      details: "Your own text.",
      toDo: "It tells the sample's story. Write your own.",
      link: linkTo("/owner/pages/about", "About"),
    },
    {
      title: "Terms and privacy",
      isDone: missingPages.length === 0,
      details: "Both pages are public.",
      toDo: `Not public yet: ${missingPages.map(({ title }) => title).join(" and ")}. Templates help you start.`,
      link: linkTo("/owner/pages", "Pages"),
    },
  ];
}

async function backupItem({ db, settings }: Pick<Shop, "db" | "settings">, settingsLink: ItemLink): Promise<OpenItem> {
  const backedUpAt = await readLastBackup(db);
  return {
    title: "Backups",
    isDone: backedUpAt !== undefined,
    details: `Last backup: ${formatMoment(backedUpAt ?? 0, settings)}.`,
    toDo: "No backup yet. Download one, and have npm run shop -- backup FILE run every day.",
    link: settingsLink,
  };
}

const legalPages = [
  { slug: "terms", title: "terms of sale" },
  { slug: "privacy", title: "privacy" },
];

const sampleSlugs = ["beauty", "fragrances", "furniture", "groceries"];

/** The sample's categories that no product of the owner's own has. */
async function findSampleCategories(db: Shop["db"], categories: ShopCategory[]) {
  const left = categories.filter(({ kind, slug }) => kind === "category" && sampleSlugs.includes(slug));
  if (left.length === 0) return [];
  const own = await readOwnCategories(db);
  return left.filter(({ slug }) => !own.has(slug)).map(({ name }) => name);
}

/** The claims that shoppers read and that the owner hasn't written, changed or hidden. */
function sampleClaims({ appearance, stats }: Shop["settings"]) {
  const { hero, features, footer, hidden } = appearance;
  const isSampleStat = ({ value, label }: Stat) =>
    defaultStats.some((sample) => sample.value === value && sample.label === label);
  return [
    !hidden.includes("hero") &&
      [hero.badge, hero.text, hero.picture].includes(undefined) &&
      "badge, text or picture at the top",
    !hidden.includes("stats") && stats.some(isSampleStat) && "statistics",
    !hidden.includes("features") && features[3] !== null && !features[3]?.title && "24/7 support",
    footer.help === undefined && "the footer's help",
  ].filter((claim) => claim !== false);
}
