import type { Connection, Database } from "#database/connect.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { Appearance } from "./appearance/appearance.ts";
import type { Stat } from "./appearance/default-claims.ts";
import type { ShopCategory } from "./catalog/categories.ts";
import type { BuiltInPage, PageLink } from "./content/pages.ts";
import type { DeliveryTerms } from "./delivery/delivery.ts";
import type { DeliveryOption } from "./delivery/delivery-option.ts";
import type { ReturnPayer } from "./delivery/return-costs.ts";
import type { FeedSettings } from "./feeds/feed-access.ts";
import type { JobWorker } from "./jobs/worker.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import type { SendMail } from "./mail/send-mail.ts";
import type { Payments, ProviderSettings } from "./payments/registry.ts";
import type { PictureFiles } from "./pictures/storage/picture-files.ts";
import type { S3Place } from "./pictures/storage/s3-place.ts";
import type { InvoiceTerms } from "./settings/invoice-settings.ts";
import type { Taxes } from "./taxes/taxes.ts";
import type { Country } from "./values/countries.ts";
import type { Currency } from "./values/currencies.ts";
import type { LegalGuarantee } from "./values/legal-guarantee.ts";
import type { Locale } from "./values/locale.ts";

export interface ShopSettings {
  shopName: string;
  /** The public address, without a slash at its end. */
  shopUrl: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  /** A replica of it for long reads. */
  databaseReadUrl: string | undefined;
  authSecret: string;
  /** `SMTP_URL`, or else the owner's mail server, as smtp://user:password@host:port; without one, mails go to the outbox. */
  smtpUrl: string | undefined;
  /** `MAIL_FROM`, or else the owner's; see `sender`. */
  mailFrom: Mailbox | undefined;
  /** An IANA name. It decides which day it is. */
  timeZone: string;
  /** Whether customers may sign in and up with email and password. */
  emailSignIn: boolean;
  /** An image hosting service for profile pictures; without it the shop stores them. */
  imageUploadUrl: string | undefined;
  imageUploadPreset: string;
  /** S3-compatible storage for pictures; without it they are in the database. */
  s3: S3Place | undefined;
  /** Where VIES, the EU's register of VAT numbers, is asked. */
  viesApiUrl: string;
  /** Where the reference rates of the European Central Bank are read. */
  ecbRatesUrl: string;
  /** Hosts with private addresses that the shop may fetch from (`host:port`). */
  allowedPrivateHosts: readonly string[];
  /** Without any, the checkout form only checks the card's format and no money moves. */
  providers: ProviderSettings;
  /** The settings that the environment fixes, so that owners can't change them. */
  fixed: readonly ("shopName" | "timeZone" | "smtpUrl" | "mailFrom")[];
}

/** All settings. Those that owners edit change while the shop runs. */
export interface LiveSettings extends ShopSettings {
  /** The ISO 4217 code of all prices, in capitals. */
  currency: Currency;
  /** How amounts, numbers and days are written. */
  locale: Locale;
  /** Where the shop delivers. */
  countries: Country[];
  /** The seller's details; unset ones are "". */
  seller: { address: string; organisationNumber: string; email: string; phone: string };
  /** Statistics on the home page. */
  stats: Stat[];
  taxes: Taxes;
  appearance: Appearance;
  /** What pages say about delivery before an option is chosen. */
  delivery: DeliveryTerms;
  /** The options that customers can choose, in their order. */
  deliveryOptions: DeliveryOption[];
  /** Days in which an order may be sent back. */
  returnDays: number;
  /** Days in which consumers may withdraw from the contract. */
  withdrawalDays: number;
  /** Who pays for sending things back; undefined while the owner hasn't said. */
  returnsPaidBy: ReturnPayer | undefined;
  /** For how many years after the year they are of, orders of deleted accounts keep their customer. */
  keptYears: number;
  /** Whether customers can ask to return items on their orders' pages. */
  takesReturns: boolean;
  /** How customers pay outside the shop: it then places orders that await payment. "" when they don't. */
  paymentInstructions: string;
  /** How orders that are paid outside the shop get their invoice before they are paid; undefined while it follows the payment. */
  invoiceTerms: InvoiceTerms | undefined;
  /** Whether customers can pay outside the shop although providers take payments. */
  offersInvoice: boolean;
  /** Whether customers can write a note with their order. */
  takesNotes: boolean;
  /** Whether customers can give a phone number for the delivery. */
  takesPhones: boolean;
  /** Whether customers can have a message written on a card in the parcel. */
  takesGiftMessages: boolean;
  /** Whether customers can have an order delivered to another address than the billing address. */
  takesOtherAddresses: boolean;
  /** Whether visitors check out by a code that is emailed to them, without a password. */
  quickCheckout: boolean;
  /** Whether owners and staff need a second factor in the back office. */
  staffSecondStep: boolean;
  /** Whether customers can buy for a company. */
  sellsToCompanies: boolean;
  /** The sorts that the owner has added to the menu of lists. */
  furtherSorts: ("newest" | "bestSelling")[];
  /** Whether the password of the owner's mail server can't be read, since another `AUTH_SECRET` encrypted it. Mails wait then. */
  isMailServerLocked: boolean;
  /** Where the owner is emailed about each new order and message, if they want to. */
  notices: { orders?: string; messages?: string };
  /** The notice about the legal guarantee. */
  guarantee: LegalGuarantee;
  /** Links to the public pages. */
  pages: PageLink[];
  /** An owner's texts of pages that every shop has, as HTML. */
  texts: Partial<Record<BuiltInPage["slug"], string>>;
  /** Categories and tags, in their order. */
  categories: ShopCategory[];
  /** Who may read the feeds of all products. */
  feeds: FeedSettings;
}

/** All that most commands of the command line need. */
export interface ShopDatabase {
  settings: LiveSettings;
  /** Re-reads the settings. @param version the catalog's version, if known: nothing is read until it changes */
  refreshSettings: (version?: string) => Promise<void>;
  connection: Connection;
  db: Database;
  /** A database for reports and exports: a replica that has everything saved so far, or `db`. It is only read. */
  reader: () => Promise<Database>;
  now: () => Date;
  /** Keeps the bytes of pictures. */
  pictureFiles: PictureFiles;
}

export interface Shop extends ShopDatabase {
  accounts: Accounts;
  payments: Payments;
  sendMail: SendMail;
  jobs: JobWorker;
  /** Records background errors. */
  log: (message: string, error: unknown) => void;
}
