import { readAuthenticatorState } from "#shop/accounts/authenticator.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import { countSampleProducts } from "#shop/catalog/sample-products.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import { shownGuarantee } from "#shop/content/legal-guarantee.ts";
import { readDeliveryOptions } from "#shop/delivery/read-delivery.ts";
import { sender } from "#shop/jobs/sender.ts";
import { hasAcceptedMail } from "#shop/mail/mail-server/accepted-mail.ts";
import { showMailbox } from "#shop/mail/mailbox.ts";
import { checksCards, waysToPay } from "#shop/orders/payment/ways-to-pay.ts";
import { providerSetups, titleOf } from "#shop/payments/registry.ts";
import { readSettings } from "#shop/settings/settings.ts";
import type { LiveSettings, Shop } from "#shop/shop.ts";
import { isAbroadSaved } from "#shop/taxes/read-abroad.ts";
import { areTaxesSaved } from "#shop/taxes/taxes.ts";
import { formatMoment } from "#shop/values/days.ts";
import { archiveSampleAddress } from "../products-address.ts";
import { findSampleCategories, sampleClaims } from "./sample-content.server.ts";
import { checkWebAddress } from "./web-address.server.ts";

/** A step to complete before the shop opens. */
export interface ChecklistItem {
  title: string;
  /** Its current value, or what to do. */
  details: string;
  isDone: boolean;
  /** Services to choose from, each with the address of its sign-up. */
  services?: { name: string; offers: string; signUp: string }[] | undefined;
  /** What only someone at the server can do, and the lines to set or run there. */
  operator?: { text: string; lines: string[] } | undefined;
  /** Where to do it: a screen, its field, or a download. */
  link: { address: string; label: string };
  /** Another way to do it. */
  otherLink?: { address: string; label: string };
}

/**
 * Reads the setup checklist; empty once every item is done.
 *
 * @param uid who looks at it: their own sign-in is on it too
 * @param browser the address that their browser used
 */
export async function readSetupChecklist(
  shop: Pick<Shop, "db" | "settings" | "payments">,
  uid: string,
  browser: string,
) {
  const items = [
    webAddressItem(shop.settings, browser),
    await mailItem(shop),
    paymentItem(shop),
    ...sellerItems(shop.settings),
    ...(await saleItems(shop)),
    ...(await termItems(shop)),
    ...textItems(shop.settings),
    ...guaranteeItems(shop.settings),
    await secondStepItem(shop, uid),
    await backupItem(shop),
  ].map(({ toDo, ...item }): ChecklistItem => (item.isDone ? item : { ...item, details: toDo }));
  return items.every(({ isDone }) => isDone) ? [] : items;
}

/** An item with what to do until it is done. */
type OpenItem = ChecklistItem & { toDo: string };

function webAddressItem(settings: LiveSettings, browser: string): OpenItem {
  const problem = checkWebAddress(settings, browser);
  return {
    title: "Web address",
    isDone: problem === undefined,
    details: settings.shopUrl,
    toDo: problem?.text ?? "",
    operator: problem && { text: "Set this line, then restart the shop:", lines: [problem.line] },
    link: { address: "/owner", label: "Check again" },
  };
}

async function mailItem({ db, settings }: Pick<Shop, "db" | "settings">): Promise<OpenItem> {
  const item = {
    title: "Mail server",
    isDone: await hasAcceptedMail({ db, settings }),
    details: `Emails are sent from ${showMailbox(sender(settings))}.`,
  };
  if (settings.smtpUrl && !item.isDone)
    return {
      ...item,
      toDo: "The mail server hasn't accepted an email with these settings yet. Send a test email to see whether they work.",
      link: { address: "/owner/mail-server", label: "Test the mail server" },
    };
  return {
    ...item,
    toDo: settings.isMailServerLocked
      ? "Emails wait: the mail server's password can't be read, because the shop's secret key has changed. Enter it again."
      : `Emails are ${settings.databaseUrl ? "kept in the outbox" : "saved as files"}, not sent. Your email provider says which server, user name and password to enter.`,
    link: { address: "/owner/mail-server#host", label: "Set up the mail server" },
  };
}

/** Whether customers can pay. */
function paymentItem(shop: Pick<Shop, "settings" | "payments">): OpenItem {
  const ways = waysToPay(shop);
  const through = ways.filter(({ value }) => shop.payments.has(value)).map(({ value }) => titleOf(value));
  const setups = checksCards(shop) ? [...providerSetups.values()] : [];
  return {
    title: "Payments",
    isDone: ways.length > 0 && !checksCards(shop),
    details: through.length > 0 ? `Accepted through ${through.join(", ")}.` : "By invoice or bank transfer.",
    toDo: checksCards(shop)
      ? "Cards are checked but not charged. Open an account with a payment provider, or write how customers pay by invoice or bank transfer."
      : `Customers can't pay: no payment provider takes ${shop.settings.currency}. Change the currency, or write payment instructions.`,
    services: setups.map(({ account }) => account),
    operator: checksCards(shop)
      ? {
          text: "Set one provider's keys, then restart the shop. docs/payments.md says where to find them.",
          lines: setups.map(({ requiredVariables }) => requiredVariables.join(" ")),
        }
      : undefined,
    link: { address: "/owner/settings#paymentInstructions", label: "Write payment instructions" },
  };
}

/** Who sells. */
function sellerItems({ shopName, fixed, seller }: LiveSettings): OpenItem[] {
  const missing = seller.address ? "organisationNumber" : "sellerAddress";
  return [
    {
      title: "Shop name",
      isDone: shopName !== "Torg" || fixed.includes("shopName"),
      details: shopName,
      toDo: "The shop uses the default name, Torg, until an owner changes it.",
      link: { address: "/owner/settings#shopName", label: "Name the shop" },
    },
    {
      title: "Seller details",
      isDone: Boolean(seller.address && seller.organisationNumber),
      details: `${seller.address}, organisation number ${seller.organisationNumber}`,
      toDo: "The contact page must show the seller's address and organisation number.",
      link: { address: `/owner/settings#${missing}`, label: "Enter seller details" },
    },
  ];
}

/** What it sells. */
async function saleItems({ db, settings }: Pick<Shop, "db" | "settings">): Promise<OpenItem[]> {
  const { currency, countries } = settings;
  const samples = await countSampleProducts(db);
  const sampleCategories = await findSampleCategories(db, settings.categories);
  const saved = await readSettings(db);
  return [
    {
      title: "Products",
      isDone: samples === 0,
      details: "No sample products for sale.",
      toDo: `Sample products for sale: ${samples}. Import your own to replace them, or archive them at once.`,
      link: { address: "/owner/products/import", label: "Import products" },
      otherLink: { address: archiveSampleAddress, label: "Archive the samples" },
    },
    {
      title: "Currency and countries",
      isDone: saved.currency !== "" || saved.countries !== "",
      details: `${currency}, ${countries.map(({ name }) => name).join(", ")}`,
      toDo: `Prices are in ${currency}, and you deliver to ${countries.map(({ name }) => name).join(", ")}, until you choose.`,
      link: { address: "/owner/settings#currency", label: "Choose currency and countries" },
    },
    {
      title: "Categories",
      isDone: sampleCategories.length === 0,
      details: "All your own.",
      toDo: `The sample's categories have no products of yours: ${sampleCategories.join(", ")}. Delete or rename them.`,
      link: { address: "/owner/categories", label: "Edit categories" },
    },
  ];
}

/** What delivery costs, and what VAT is in the prices. */
async function termItems({ db, settings }: Pick<Shop, "db" | "settings">): Promise<OpenItem[]> {
  const options = await readDeliveryOptions(db);
  return [
    {
      title: "Delivery",
      isDone: (await readChanges(db, { kind: "delivery", limit: 1 })).length > 0,
      details: `${options.length} ${options.length === 1 ? "option" : "options"}.`,
      toDo: "Delivery is free and takes three days. Set your prices and days, or save it as it is.",
      link: {
        address: options.length === 1 ? `/owner/delivery/${options[0]?.id}` : "/owner/delivery",
        label: "Set up delivery",
      },
    },
    await taxesItem({ db, settings }),
  ];
}

/** Who is registered for VAT and delivers abroad also decides whose VAT these orders have. */
async function taxesItem({ db, settings: { taxes, countries } }: Pick<Shop, "db" | "settings">): Promise<OpenItem> {
  const isSaved = await areTaxesSaved(db);
  const sellsAbroad = taxes.isRegistered && countries.length > 1;
  const isAbroadOpen = sellsAbroad && !(await isAbroadSaved(db));
  const abroad = taxes.abroad ? "Orders abroad are taxed by destination." : "Orders abroad have your own VAT.";
  const registered = [`VAT number ${taxes.registrationNumber}.`, ...(sellsAbroad ? [abroad] : [])].join(" ");
  return {
    title: "Taxes",
    isDone: isSaved && !isAbroadOpen,
    details: taxes.isRegistered ? registered : "Not registered for VAT.",
    toDo: isAbroadOpen
      ? "You deliver to several countries, and orders abroad have your own VAT, exports too, until you decide how they are taxed."
      : "Invoices need to know whether you are registered for VAT. If you aren't, save the form as it is.",
    link: isAbroadOpen
      ? { address: "/owner/taxes/abroad", label: "Decide on sales abroad" }
      : { address: "/owner/taxes", label: "Set up taxes" },
  };
}

/** What it says. */
function textItems(settings: LiveSettings): OpenItem[] {
  const claims = sampleClaims(settings);
  const missingPages = legalPages.filter(({ slug }) => !settings.pages.some((page) => page.slug === slug));
  return [
    {
      title: "What the shop says of itself",
      isDone: claims.length === 0,
      details: "All your own words.",
      toDo: `The sample still speaks for you: ${claims.map(({ text }) => text).join(", ")}.`,
      link: { address: `/owner/appearance#${claims[0]?.field ?? "heroBadge"}`, label: "Edit appearance" },
    },
    {
      title: "About page",
      isDone: settings.texts.about !== undefined,
      details: "Your own text.",
      toDo: "It tells the sample's story. Write your own.",
      link: { address: "/owner/pages/about", label: "Edit the About page" },
    },
    {
      title: "Terms and privacy",
      isDone: missingPages.length === 0,
      details: "Both pages are public.",
      toDo: `Not public yet: ${missingPages.map(({ title }) => title).join(" and ")}. Templates help you start.`,
      link: { address: "/owner/pages", label: "Edit pages" },
    },
  ];
}

/** The notice that the law of the EU asks for, where the shop reminds consumers of the legal guarantee. */
function guaranteeItems(settings: LiveSettings): OpenItem[] {
  const shown = shownGuarantee(settings);
  if (!shown) return [];
  return [
    {
      title: "Legal guarantee",
      isDone: shown.notice !== undefined,
      details: "The EU's official notice is in the shop.",
      toDo: "Since 27 September 2026, shops that sell to consumers in the EU show its official notice about the legal guarantee. Upload it: until then, the shop shows a reminder in plain words.",
      link: { address: "/owner/legal-guarantee#guaranteeNotice", label: "Upload the notice" },
    },
  ];
}

async function secondStepItem(shop: Pick<Shop, "db" | "settings">, uid: string): Promise<OpenItem> {
  const isLost = (await readAuthenticatorState(shop, uid)) === "unreadable";
  return {
    title: "Two-step verification",
    isDone: !isLost && (await hasSecondFactor(shop.db, uid)),
    details: "Your account has a second step.",
    toDo: isLost
      ? "Codes from your authenticator app don't work here any more, because the shop's secret key has changed. Set the app up again: until then, each sign-in uses up a recovery code."
      : "Your password alone opens the back office. Add an authenticator app or a passkey, so that a stolen password isn't enough.",
    link: { address: "/account#two-step", label: isLost ? "Set up your app again" : "Secure your account" },
  };
}

async function backupItem({ db, settings }: Pick<Shop, "db" | "settings">): Promise<OpenItem> {
  const backedUpAt = await readLastBackup(db);
  return {
    title: "Backups",
    isDone: backedUpAt !== undefined,
    details: `Last backup: ${formatMoment(backedUpAt ?? 0, settings)}.`,
    toDo: "No backup yet. Download one, and keep it somewhere safe: it has everything the shop knows. Then reload this page.",
    operator: {
      text: "Have one made every day, and copied to another machine:",
      lines: ["npm run shop -- backup FILE"],
    },
    link: { address: "/owner/backup", label: "Download a backup" },
  };
}

const legalPages = [
  { slug: "terms", title: "terms of sale" },
  { slug: "privacy", title: "privacy" },
];
