import type { Connection, Database } from "#database/connect.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { MailSender } from "./mail/mail-queue.ts";
import type { SendMail } from "./mail/mailer.ts";
import type { DeliveryTerms } from "./orders/delivery.ts";
import type { PaymentSettler } from "./orders/payment-settler.ts";
import type { PaymentProvider } from "./payments/payment-provider.ts";
import type { StripeSettings } from "./payments/stripe-payments.ts";
import type { PictureMaker } from "./pictures/picture-maker.ts";

export interface ShopSettings {
  shopName: string;
  /** The public address, without a slash at its end. */
  shopUrl: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  authSecret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The IANA name of the time zone that says which day it is. */
  timeZone: string;
  /** Whether people may sign in and up with an email and a password. */
  emailSignIn: boolean;
  /** The image hosting service that keeps profile pictures; without it the shop does. */
  imageUploadUrl: string | undefined;
  imageUploadPreset: string;
  /** Who takes payments; without it the checkout's own form checks the card, and no money moves. */
  stripe: StripeSettings | undefined;
  /** What the environment says of what an owner may say otherwise. */
  fixed: readonly ("shopName" | "timeZone")[];
}

/** The settings with what an owner says of the shop: they change while it runs. */
export interface LiveSettings extends ShopSettings {
  /** Who sells; what nobody has said is "". */
  seller: { address: string; organisationNumber: string; email: string; phone: string };
  /** The shop in numbers, on the home page. */
  figures: { value: string; label: string }[];
  delivery: DeliveryTerms;
}

/** What is enough to look things up in the shop and to change them: all that the owner's commands work with. */
export interface ShopDatabase {
  settings: LiveSettings;
  /** Brings the settings up to date. @param revision the catalog's, if it is known: nothing is read while it stays */
  followFacts: (revision?: string) => Promise<void>;
  connection: Connection;
  db: Database;
  now: () => Date;
}

/** Everything that the shop's functions are given to work with. */
export interface Shop extends ShopDatabase {
  accounts: Accounts;
  payments: PaymentProvider;
  sendMail: SendMail;
  mailSender: MailSender;
  paymentSettler: PaymentSettler;
  pictureMaker: PictureMaker;
  /** Notes what went wrong without anybody having to be told. */
  log: (message: string, error: unknown) => void;
}
