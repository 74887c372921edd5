import type { Generated } from "kysely";

/**
 * Every table of the shop, the same on SQLite and PostgreSQL. Money is in
 * whole cents, moments are milliseconds since 1970 (UTC), lists are JSON text. The accounts library owns `user`, `session`,
 * `account` and `verification`, whose booleans and dates have each engine's own form.
 */
export interface Schema {
  products: ProductsTable;
  /** What is no longer sold, as it was when it went; its position is 0 since the catalog has got another order. */
  archivedProducts: ProductsTable & { archivedAt: number };
  /** Catalog files that wait for their owner's confirmation. */
  catalogUploads: { id: string; actor: string; name: string; createdAt: number };
  /** Their content, packed by gzip and cut into parts, counted from 0. */
  catalogUploadParts: { uploadId: string; number: number; content: Uint8Array };
  productPictures: ProductPicturesTable;
  productPictureFiles: ProductPictureFilesTable;
  productRanks: ProductRanksTable;
  catalogLists: CatalogListsTable;
  brands: { slug: string; name: string; products: number };
  productSearch: ProductSearchTable;
  /** The words that the catalog has, folded, and how many products have each. */
  searchWords: { word: string; products: number };
  customers: CustomersTable;
  orders: OrdersTable;
  orderLines: OrderLinesTable;
  orderEvents: OrderEventsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  carts: { userId: string; revision: number; lines: string; savedAt: number };
  contactMessages: ContactMessagesTable;
  messageAnswers: MessageAnswersTable;
  pictures: PicturesTable;
  stockAlerts: StockAlertsTable;
  mails: MailsTable;
  attempts: { id: Generated<number>; key: string; expiresAt: number };
  settings: { key: string; value: string };
  owners: { uid: string; role: OwnerRole; createdAt: number };
  changes: ChangesTable;
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
}

/** Staff may do all that an owner may, but change settings and roles. */
export type OwnerRole = "owner" | "staff";

/** Something that an owner has changed; nothing here is ever changed. */
export interface ChangesTable {
  id: Generated<number>;
  createdAt: number;
  /** The email of who did it, or "command line". */
  actor: string;
  /** What kind of thing was changed, and which of its kind. */
  kind: "product" | "customer" | "message" | "mail" | "order" | "role" | "settings";
  subject: string;
  /** What was done to it, as a past participle ("edited"). */
  action: string;
  /** A JSON object: the fields that are others now, each with what it was before and what it is after. */
  fields: string;
}

/** Where an order stands. */
export type OrderState = "awaiting-payment" | "paid" | "sent" | "delivered" | "cancelled" | "returned" | "refunded";

/** What happens to an order. The last six don't change its state, except a refund that fails after it was settled. */
export type OrderStep =
  | "paid"
  | "sent"
  | "delivered"
  | "cancelled"
  | "returned"
  | "refunded"
  | "refundedInPart"
  | "refundFailed"
  | "returnClosed"
  | "failedRefundClosed"
  | "paidLate"
  | "noted";

export type AvailabilityStatus = "In Stock" | "Low Stock" | "Out of Stock";

export interface ProductsTable {
  id: string;
  /** The catalog's own order, from 1. Products that are no longer sold leave gaps. */
  position: number;
  title: string;
  /** The title folded for sorting by name, compared byte by byte on both engines. */
  titleKey: string;
  priceCents: number;
  rating: number;
  thumbnail: string;
  /** A JSON list of addresses. */
  images: string;
  brand: string | null;
  brandSlug: string | null;
  category: string;
  /** A JSON list of words, as the catalog wrote them. */
  tags: string;
  stock: number;
  discountPercentage: number;
  minimumOrderQuantity: number;
  description: string;
  availabilityStatus: AvailabilityStatus;
}

/** A picture that an owner has uploaded for a product. */
export interface ProductPicturesTable {
  /** Made of the file that was sent: the same file is one picture. */
  id: string;
  /** What products name it by. */
  address: string;
  /** Pixels of each side. */
  side: number;
  /** What its sizes are made of; null once they are all there. */
  master: Uint8Array | null;
  createdAt: number;
  /** How often a process has begun to make its sizes. */
  attempts: Generated<number>;
  /** When its sizes are to be made; while a process makes them, when others may take over. null once there are no more to be made. */
  dueAt: number | null;
  /** Since when the product that had it has it no more, which another one may. */
  unusedSince: number | null;
}

/** A picture in one size and format. Never changed. */
export interface ProductPictureFilesTable {
  pictureId: string;
  format: "avif" | "webp";
  /** What it is for; a picture that isn't as wide is as wide as it is. */
  width: number;
  content: Uint8Array;
}

/** Where each product stands in every sort, from 1, with gaps; equal ones in the catalog's own order, which is `position`. */
export interface ProductRanksTable {
  position: number;
  nameRank: number;
  highestPriceRank: number;
  lowestPriceRank: number;
  ratingRank: number;
}

/** Which products a filter keeps, by their ranks in one sort. */
export interface CatalogListsTable {
  /** "everything" is the list of all products. */
  filter: string;
  /** "position" is the catalog's own order. */
  sort: string;
  /** How many products it keeps. */
  count: number;
  /** Their ranks, as a Roaring bitmap in its portable form. */
  members: Uint8Array;
}

/** An index of the products' words: SQLite's FTS5 with a column for each field and the positions as its rows' numbers, or a row of PostgreSQL's. */
export interface ProductSearchTable {
  /** On SQLite the row's own number. */
  position: number;
  /** The product's words with their places, on PostgreSQL as a `tsvector`. */
  keys: string;
}

export interface CustomersTable {
  uid: string;
  firstname: string;
  lastname: string;
  email: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  street: string;
  city: string;
  zipCode: string;
  country: string;
  profilePicture: string | null;
  createdAt: number;
  /** Since when the account is disabled; null while it isn't. */
  disabledAt: number | null;
}

export interface OrdersTable {
  id: Generated<number>;
  userId: string;
  orderNumber: string;
  /** Minted with the checkout page: one key, one order. */
  checkoutKey: string;
  /** What was charged, delivery included: dollars with 2 decimals. */
  totalPrice: string;
  paymentMethod: string;
  billingAddress: string;
  createdAt: number;
  /** Where its events have led. */
  state: OrderState;
  /** What its delivery costs, a part of the total. */
  deliveryCents: Generated<number>;
  /** In how many days it is to come. */
  deliveryDays: Generated<number>;
}

/** What has happened to an order, one after the other; nothing here is ever changed. That it was placed, the order itself says. */
export interface OrderEventsTable {
  orderId: number;
  /** From 1. */
  position: number;
  step: OrderStep;
  createdAt: number;
  /** Who did it: "shop" (by itself), "customer", "owner", or a payment provider's name. */
  actor: string;
  note: string | null;
  /** What was paid or paid back. */
  amountCents: number | null;
  /** Who brings the parcel, and its number there. */
  carrier: string | null;
  tracking: string | null;
  /** 1 for a refund that failed after it was settled: its amount is no longer refunded. null otherwise. */
  wasSettled: number | null;
}

/** A payment that a provider takes on its own page. What the shop's own checkout takes has none. */
export interface PaymentsTable {
  orderId: number;
  provider: string;
  /** `open` while it can be paid; `ended` once it can't any more. */
  state: "open" | "paid" | "ended";
  /** The provider's name for it; null until it has begun there. */
  externalId: string | null;
  /** The provider's name for the money that was taken; refunds name it. */
  reference: string | null;
  /** Where the customer pays. */
  url: string | null;
  /** What it asks for; null until it has begun. */
  amountCents: number | null;
  /** The ISO 4217 code, in small letters. */
  currency: string | null;
  /** Whether its money is real; null also for payments that began before this was kept. */
  mode: "live" | "test" | null;
  /** What was paid; null until it was. */
  paidCents: number | null;
  createdAt: number;
  /** When it is looked at next; null once nothing is to be waited for. */
  dueAt: number | null;
  attempts: Generated<number>;
  lastError: string | null;
}

/** Money that goes back to a customer. It is written down before the provider is asked, and the id keeps it from being paid twice. */
export interface RefundsTable {
  id: string;
  orderId: number;
  amountCents: number;
  reason: string;
  actor: string;
  state: "waiting" | "done" | "failed";
  /** The provider's name for it; null until it was asked. */
  externalId: string | null;
  createdAt: number;
  dueAt: number | null;
  attempts: Generated<number>;
  lastError: string | null;
  /** What of a failed refund no later refund covers and no owner has closed. */
  outstandingCents: Generated<number>;
}

export interface OrderLinesTable {
  orderId: number;
  position: number;
  productId: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  brand: string | null;
  quantity: number;
}

export interface ContactMessagesTable {
  id: Generated<number>;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  orderNumber: string | null;
  subject: string;
  message: string;
  submittedAt: number;
  /** Since when nothing is left to be done about it. */
  doneAt: number | null;
}

/** What an owner has answered to a message. */
export interface MessageAnswersTable {
  id: string;
  messageId: number;
  /** The email of who wrote it. */
  actor: string;
  text: string;
  createdAt: number;
}

/** An address that wants to be told when a product is back. */
export interface StockAlertsTable {
  id: string;
  productId: string;
  email: string;
  createdAt: number;
  /** When the address agreed; null until then. */
  confirmedAt: number | null;
  /** When its mail was queued; null until then. */
  toldAt: number | null;
}

/** A mail that waits, or what became of it. It is written when it is sent, so neither links nor anything secret are kept. */
export interface MailsTable {
  id: Generated<number>;
  kind:
    | "verification"
    | "reset"
    | "order"
    | "orderStep"
    | "ownerNotice"
    | "alertRequest"
    | "backInStock"
    | "messageAnswer";
  recipient: string;
  /** The order that it confirms. */
  orderNumber: string | null;
  /** The position of the order's event that it tells of. */
  orderEvent: number | null;
  /** The wish to be told of a product that it is about. */
  alertId: string | null;
  /** The answer to a message that it brings. */
  answerId: string | null;
  createdAt: number;
  attempts: Generated<number>;
  /** When it is tried next; while a process sends it, when others may take it over. null once it is done or given up. */
  dueAt: number | null;
  /** Why it could not be sent when it was last tried. */
  lastError: string | null;
  /** When it was sent, or nobody was found to be sent it. */
  doneAt: number | null;
  givenUpAt: number | null;
}

/** An uploaded picture of a customer, kept here (`webp`) or by an image hosting service (`url` alone). */
export interface PicturesTable {
  id: string;
  userId: string;
  url: string;
  webp: Uint8Array | null;
  createdAt: number;
}

interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean | number;
  image: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface SessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: Date | string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: Date | string | null;
  refreshTokenExpiresAt: Date | string | null;
  scope: string | null;
  password: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date | string;
  createdAt: Date | string;
  updatedAt: Date | string;
}
