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
  /**
   * What isn't published yet. The content is a `Product` in JSON, whose category may be empty or a new one's name. A copy's ID follows its
   * title: `madeIds` has all that it got, in JSON, the current one last.
   */
  draftProducts: {
    id: string;
    titleKey: string;
    content: string;
    madeIds: string | null;
    group: string | null;
    position: Generated<number>;
  };
  /** One row: the first part of the catalog's version. Not copied with the rest, as it belongs to this database. */
  catalogEpoch: { id: 1; epoch: string };
  /** Large imports in progress: their batches are staged, and then applied one by one. */
  priceHistory: PriceHistoryTable;
  catalogImports: CatalogImportsTable;
  /** Numbered from 0; the content is an `ImportBatch` in JSON. */
  catalogImportBatches: { importId: string; number: number; content: string };
  /** Catalog files that wait for their owner's confirmation. */
  catalogUploads: { id: string; actor: string; name: string; createdAt: number };
  /** Their content, packed by gzip and cut into parts, counted from 0. */
  catalogUploadParts: { uploadId: string; number: number; content: Uint8Array };
  pictureFetches: PictureFetchesTable;
  /** The products that showed a picture's address when it was asked for, until it is fetched. */
  pictureFetchUses: { fetchId: string; productId: string };
  acts: ActsTable;
  actRows: ActRowsTable;
  /** On SQLite, the act whose transaction is open; others never see it. */
  openAct: { id: 1; act: string };
  /** Until version 108: what imports changed. Empty since; an earlier version may still write to it. */
  pastImports: PastImportsTable;
  signingKeys: SigningKeysTable;
  eventAddresses: EventAddressesTable;
  pastImportRows: PastImportRowsTable;
  productPictures: ProductPicturesTable;
  productPictureFiles: ProductPictureFilesTable;
  unnamedObjects: UnnamedObjectsTable;
  productSearch: ProductSearchTable;
  /** The words that the catalog has, folded, and how many products have each. */
  searchWords: { word: string; products: number };
  customers: CustomersTable;
  emailChanges: EmailChangesTable;
  staffInvitations: StaffInvitationsTable;
  orders: OrdersTable;
  orderLines: OrderLinesTable;
  orderEvents: OrderEventsTable;
  bookedHours: BookedHoursTable;
  sentMails: SentMailsTable;
  outboxMails: OutboxMailsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  returnRequests: ReturnRequestsTable;
  returnLabels: ReturnLabelsTable;
  withdrawals: WithdrawalsTable;
  undoneMatches: UndoneMatchesTable;
  carts: { userId: string; revision: number; lines: string; savedAt: number };
  platformCarts: PlatformCartsTable;
  platformCheckouts: PlatformCheckoutsTable;
  /** The files by which customers and orders came from the shop that someone moved from. */
  earlierShopImports: EarlierShopImportsTable;
  importedCustomers: ImportedCustomersTable;
  pastOrders: PastOrdersTable;
  contactMessages: ContactMessagesTable;
  messageAnswers: MessageAnswersTable;
  pictures: PicturesTable;
  stockAlerts: StockAlertsTable;
  jobs: JobsTable;
  attempts: { id: Generated<number>; key: string; expiresAt: number };
  signInCodes: SignInCodesTable;
  authenticators: AuthenticatorsTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  idempotencyKeys: IdempotencyKeysTable;
  settings: { key: string; value: string };
  categories: CategoriesTable;
  pages: PagesTable;
  redirects: RedirectsTable;
  documents: DocumentsTable;
  discounts: DiscountsTable;
  deliveryOptions: DeliveryOptionsTable;
  pickupPlaces: PickupPlacesTable;
  vatCountries: VatCountriesTable;
  vatChecks: VatChecksTable;
  euroRates: EuroRatesTable;
  exchangeRates: ExchangeRatesTable;
  /** Which code each order has claimed. @property onlyUserId the customer, if the code is once per customer */
  discountUses: { orderId: number; discountId: number; onlyUserId: string | null };
  /** The last number of each series and year, and the hash of its document. */
  documentCounters: { series: string; year: number; last: number; lastHash: string };
  owners: { uid: string; role: OwnerRole; createdAt: number };
  apiTokens: ApiTokensTable;
  webhooks: WebhooksTable;
  webhookEvents: WebhookEventsTable;
  webhookDeliveries: WebhookDeliveriesTable;
  changes: ChangesTable;
  user: UserTable;
  restores: RestoresTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
}

/** Who may accept a role by the link of an email. */
export interface StaffInvitationsTable {
  /** Normalized. A new invitation replaces the one before. */
  email: string;
  /** What the signed link names. */
  id: string;
  role: OwnerRole;
  /** The owner's email. */
  invitedBy: string;
  createdAt: number;
}

/** `shop/owners/rights.ts` says what each may do. */
export type OwnerRole = "owner" | "manager" | "orders" | "catalog" | "accountant";

/** One flat list of categories and tags, in the order of their positions. */
export interface CategoriesTable {
  /** In addresses (`?filter=<slug>`). A category's is in its products' `category`, a tag's in their `tags`. */
  slug: string;
  kind: "category" | "tag";
  /** The slug of the category that it is in, which is in no other one. */
  parent: string | null;
  name: string;
  description: string;
  /** A picture's address. */
  picture: string | null;
  /** The name of a color in the theme. */
  color: string | null;
  position: number;
  inMenu: 0 | 1;
  /** Words by which shoppers also find a category's products, comma-separated. */
  searchWords: string;
  /** Why consumers can't withdraw from buying its products (`withdrawalExceptions`); "" if they can. */
  withdrawalException: string;
}

/** Pages that owners write, in the order of their positions. */
export interface PagesTable {
  /** In the address `/pages/<slug>`. */
  slug: string;
  title: string;
  description: string;
  /** Markdown. */
  text: string;
  position: number;
  inFooter: 0 | 1;
  isPublic: 0 | 1;
}

/** Old addresses and where they lead now. */
export interface RedirectsTable {
  /** A canonical path of this shop, with or without a query. */
  from: string;
  /** A path of this shop, with its query and fragment. No other redirect matches it. */
  to: string;
  /** The path of `from` as it is looked up: without case. */
  matchPath: string;
}

/** Invoices and credit notes: rows are only added. */
export interface DocumentsTable {
  /** "2026-0001" */
  number: string;
  series: "invoice" | "creditNote";
  year: number;
  /** From 1 each year, without gaps. */
  sequence: number;
  orderId: number;
  /** The position of the event that it was issued for. */
  orderEvent: number;
  grossCents: number;
  createdAt: number;
  /** What it says (`DocumentContent`), in JSON; the hash covers it byte by byte. */
  content: string;
  previousHash: string;
  hash: string;
  /** When the buyer was removed from its content, which no longer matches the hash; null while it is as it was issued. */
  anonymizedAt: Generated<number | null>;
}

/** Discount codes that owners set up. */
export interface DiscountsTable {
  id: Generated<number>;
  /** Normalized: capitals without spaces. */
  code: string;
  kind: "percent" | "amount" | "freeDelivery";
  /** Hundredths of a percent, or cents; 0 for free delivery. */
  value: number;
  /** The subtotal that an order needs at least. */
  minimumCents: number;
  /** The slug of the only category that it is for. */
  category: string | null;
  /** How many orders may use it; null for any number. */
  usesLimit: number | null;
  /** How many orders have claimed it. */
  uses: Generated<number>;
  oncePerCustomer: 0 | 1;
  startsAt: number | null;
  /** From then on it has expired. */
  endsAt: number | null;
  isDisabled: 0 | 1;
}

/** How orders reach customers. A shop always has an active one. */
export interface DeliveryOptionsTable {
  id: Generated<number>;
  name: string;
  priceCents: number;
  /** What the items cost at least for it to be free; null if it never is. */
  freeFromCents: number | null;
  /** From the order to its latest arrival. */
  days: number;
  /** From the order to its earliest arrival; null for a single day. */
  daysFrom: number | null;
  /** Whether weekends and public holidays don't count as days. */
  skipsWeekends: Generated<0 | 1>;
  /** ISO 3166 codes with commas between them; empty for any country. */
  countries: string;
  /** `0001-1299, 50*, 5003`; empty for any postcode. */
  postcodes: string;
  /** Whether customers collect their orders, wherever they live. */
  isPickup: 0 | 1;
  /** A pickup's text in versions before `pickupPlaces`; no longer read. */
  pickupPlace: Generated<string>;
  isActive: 0 | 1;
  position: number;
}

/** Where the orders of a pickup option are collected. */
export interface PickupPlacesTable {
  id: Generated<number>;
  deliveryOptionId: number;
  /** Among the option's places. */
  position: number;
  name: string;
  street: string;
  zipCode: string;
  city: string;
  /** ISO 3166 code; empty for the shop's own. */
  country: string;
  /** As `formatHours` writes them; empty where the shop says nothing. */
  hours: string;
  note: string;
}

/** What VIES, the EU's register, answered about a VAT number. Rows are only added. */
export interface VatChecksTable {
  id: Generated<number>;
  /** With its country's prefix, in capitals. */
  number: string;
  checkedAt: number;
  answer: VatAnswer;
  /** The number that proves the consultation, if the seller's own VAT number was sent with it. */
  consultation: string | null;
  /** The company's, as VIES answered. */
  name: string | null;
  address: string | null;
  /** Why there was no answer. */
  problem: string | null;
}

/** `unavailable`: the register didn't answer, or not in time. */
export type VatAnswer = "valid" | "invalid" | "unavailable";

/** How much of a currency one euro was worth: for the returns of a period, and on each day for invoices that say their VAT in another currency. */
export interface EuroRatesTable {
  /** ISO 4217 code */
  currency: string;
  /** The period's last day, or the day of publication, `YYYY-MM-DD`. */
  day: string;
  /** The European Central Bank, or the owner. */
  source: "ecb" | "typed";
  /** The day for which the bank published it: the period's last one, or the next one with a rate. */
  publishedOn: string;
  /** A decimal number with a point. */
  rate: string;
}

/** How much of a currency one of another is worth, from a day on, as an owner typed it. */
export interface ExchangeRatesTable {
  /** ISO 4217 codes */
  base: string;
  currency: string;
  /** `YYYY-MM-DD` */
  validFrom: string;
  /** A decimal number with a point. */
  rate: string;
}

/** How the owner has set up the VAT of another country. */
export interface VatCountriesTable {
  /** ISO 3166 code */
  country: string;
  /** The rest of its form (`CountryFields`) in JSON. */
  fields: string;
}

/** Tokens by which the owner's programs identify themselves. Not copied with the rest: see docs/decisions/0258. */
export interface ApiTokensTable {
  id: string;
  /** No other token has it. */
  name: string;
  /** The token's SHA-256, in hexadecimal. */
  hash: string;
  /** A JSON list. */
  scopes: string;
  createdAt: number;
  /** From then on it no longer works; null if it has no end. */
  expiresAt: number | null;
  /** Up to a minute before its last request; null before the first. */
  lastUsedAt: number | null;
}

/** Where other programs are told what happens. Not copied with the rest: see docs/decisions/0263. */
export interface WebhooksTable {
  id: string;
  address: string;
  /** A JSON list. */
  events: string;
  /** Encrypted: see docs/decisions/0260. */
  secret: string;
  /** The one before, which also signs messages for a day. */
  previousSecret: string | null;
  rotatedAt: number | null;
  createdAt: number;
  /** Null while it is on. */
  offAt: number | null;
  /** Attempts in a row that failed. */
  failures: Generated<number>;
  /** After several failures, nothing is sent until then. */
  pausedUntil: number | null;
  /** When it last accepted a message. */
  deliveredAt: number | null;
}

/** What has happened and isn't handed to the webhooks yet. */
export interface WebhookEventsTable {
  id: Generated<number>;
  type: string;
  /** An order's number, a product's id or a customer's uid. */
  subject: string;
  /** JSON; null if it is read when it is sent. */
  data: string | null;
  createdAt: number;
}

/** A message to a webhook. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhookId: string;
  /** The same for all webhooks, and each time it is sent. */
  messageId: string;
  type: string;
  subject: string;
  /** Lower ones are sent first. */
  rank: number;
  /** JSON; null until it is sent for the first time if it is read then. */
  data: string | null;
  createdAt: number;
  state: "waiting" | "delivered" | "failed";
  /** When its attempts began; until then, when it was queued. */
  startedAt: number;
  attempts: Generated<number>;
  /** When it is tried next. */
  nextAt: number;
  /** What follows is of the last attempt. */
  triedAt: number | null;
  status: number | null;
  /** How the answer begins. */
  answer: string | null;
  /** Why there is no good answer. */
  problem: string | null;
  tookMs: number | null;
}

/** The change log: rows are only added. */
export interface ChangesTable {
  id: Generated<number>;
  createdAt: number;
  /** An email, "command line", or "token" and its name. */
  actor: string;
  /** The actor folded, for searches. */
  actorKey: string;
  /** What kind of thing was changed, and which of its kind. */
  kind:
    | "product"
    | "customer"
    | "message"
    | "withdrawal"
    | "mail"
    | "order"
    | "role"
    | "sign-in"
    | "token"
    | "webhook"
    | "settings"
    | "category"
    | "page"
    | "appearance"
    | "redirect"
    | "discount"
    | "delivery"
    | "vat"
    | "import"
    | "backup";
  subject: string;
  /** A past participle such as "edited". */
  action: string;
  /** A JSON object: each changed field with its values before and after. */
  fields: string;
  /** The act that undoing this change takes back; null if nothing can. */
  act: Generated<string | null>;
  /** Whether it is one of many changes of an act: the log then has one for them all. */
  isPart: Generated<0 | 1>;
}

/** An order's state. */
export type OrderState = "awaiting-payment" | "paid" | "sent" | "delivered" | "cancelled" | "returned" | "refunded";

/** Who does something to an order. The system is the shop itself. */
export type ActorType = "customer" | "staff" | "system" | "provider";

/**
 * What happens to an order. `nextState` says which of them change its state. Where the invoice comes first, an order is `invoiced`, its unpaid amount may
 * be `credited`, and its customer `reminded`.
 */
export type OrderTransition =
  | "paid"
  | "sent"
  | "sentUndone"
  | "delivered"
  | "cancelled"
  | "returned"
  | "itemReturned"
  | "refunded"
  | "refundedInPart"
  | "invoiced"
  | "refundFailed"
  | "returnClosed"
  | "failedRefundClosed"
  | "paidLate"
  | "paymentUndone"
  | "addressCorrected"
  | "credited"
  | "reminded"
  | "mailResent"
  | "captureRequested"
  | "captureReduced"
  | "captured"
  | "captureFailed"
  | "released"
  | "reservationEnding"
  | "disputed"
  | "disputeWon"
  | "disputeLost"
  | "disputeClosed"
  | "invoiceWithdrawn"
  | "invoiceCorrected"
  | "returnRequested"
  | "returnAccepted"
  | "returnDeclined"
  | "returnWithdrawn"
  | "withdrawn"
  | "withdrawalUnmatched"
  | "noted";

export type AvailabilityStatus = "In Stock" | "Low Stock" | "Out of Stock";

export interface ProductsTable {
  /** Never changes: carts, orders, stock and files know the product by it. */
  id: string;
  /** The last part of its page's address, a slug; null for the ID. No other product has it as its address or ID. */
  address: string | null;
  /** Never changes, and stays the product's while it is archived. The indexes for lists and searches know it by this. */
  number: number;
  /** The catalog's version that changed the product last; a change of its stock alone doesn't count. */
  version: number;
  /** The catalog's own order, from 1. Archived products leave gaps. */
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
  /** Products of one group are variants of each other. */
  group: string | null;
  /** A JSON object of at most three values by their names. */
  options: string | null;
  sku: string | null;
  gtin: string | null;
  weightGrams: number | null;
  contentAmount: number | null;
  contentUnit: "g" | "kg" | "ml" | "l" | "m" | "piece" | null;
  seoTitle: string | null;
  seoDescription: string | null;
  /** A JSON list of texts, one for each of `images`. */
  imageAlts: string | null;
  /** Who made it, where they can be reached by post, and by email or on a website. */
  manufacturer: string | null;
  manufacturerAddress: string | null;
  manufacturerContact: string | null;
  /** Who answers for it in the EU, where the manufacturer isn't there. */
  responsiblePerson: string | null;
  safetyWarnings: string | null;
  /** Milliseconds since 1970 (UTC). */
  publishAt: number | null;
  unpublishAt: number | null;
  /** The rate's id (`shop/taxes/taxes.ts`); null for the standard one. */
  vatRate: string | null;
  /** The former price that the owner claims; during a sale, the usual price. */
  compareAtCents: number | null;
  /** During a sale, the former price that the owner claims for the usual price. */
  usualCompareAtCents: number | null;
  /** The former price that the shop shows (`shop/catalog/pricing/former-price.ts`). */
  formerCents: number | null;
  /** The price of a sale that is scheduled, or that is on until `saleEndsAt`. */
  saleCents: number | null;
  /** null once the sale is on. Milliseconds since 1970 (UTC). */
  saleStartsAt: number | null;
  /** null for a sale without an end. */
  saleEndsAt: number | null;
  /** Whether shoppers don't see it: it isn't published yet, or its time is over and it is about to be archived. */
  isHidden: 0 | 1;
}

/** Every price of every product since the shop records them; rows are only added. */
export interface PriceHistoryTable {
  id: Generated<number>;
  productId: string;
  changedAt: number;
  priceCents: number;
  compareAtCents: number | null;
}

export interface CatalogImportsTable {
  id: string;
  /** An import that is being applied is always applied to the end; one whose process dies while it stages is discarded. */
  state: "staging" | "applying";
  /** 1 if it removes products. */
  hasRemovals: number;
  /** Until then, other processes leave it alone. */
  leasedUntil: number;
}

/** Pictures at other sites that the shop fetches for imported products. A fetched one stays, so that no address is fetched twice. */
export interface PictureFetchesTable {
  /** Made of the address. */
  id: string;
  /** The address at the other site. */
  source: string;
  /** Its scheme, host and port. */
  origin: string;
  state: "waiting" | "fetched" | "failed";
  /** The address in the shop; null until it is fetched. */
  picture: string | null;
  /** Why it couldn't be fetched, for the owner. */
  problem: string | null;
  attempts: Generated<number>;
  /** When it is fetched at the earliest. */
  runAt: number;
  /** When an import, or an owner, asked for it last. */
  askedAt: number;
}

/** The latest imports that changed something, which can be undone. */
export interface PastImportsTable {
  id: string;
  actor: string;
  /** The file's. */
  name: string;
  createdAt: number;
  /** How many products it added, changed and removed. */
  added: number;
  changed: number;
  removed: number;
  undoneAt: number | null;
  undoneBy: string | null;
}

/** Until version 108: what an import changed, as it was before. */
export interface PastImportRowsTable {
  importId: string;
  kind: string;
  key: string;
  content: string;
}

/** What can be undone: what one form, one press, one import or one request has changed, as `actRows` has it. */
export interface ActsTable {
  id: string;
  createdAt: number;
  undoneAt: number | null;
  undoneBy: string | null;
  /** Whether undoing it also takes back what was changed since. */
  insists: Generated<0 | 1>;
  /** How often it was undone. What stayed each time is still in `actRows`, and `undoneAt` is null as long as there is some. */
  undos: Generated<number>;
  /** While it is being undone, the last product that is done, in the order of their IDs. */
  undoneTo: string | null;
  /** What follows is of imports only: who imported which file, and how many products it added, changed and removed. */
  actor: string | null;
  name: string | null;
  added: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
}

/** A row that an act has changed. */
export interface ActRowsTable {
  /** Ascending in the order of the changes. */
  id: Generated<number>;
  act: string;
  /** The table; of imports, "product", "address", "category" or "redirect". */
  kind: string;
  /** Which row: its key, or a JSON list of its keys. */
  key: string;
  change: "insert" | "update" | "delete" | "import";
  /**
   * JSON. A row that was inserted or deleted; of an updated one each changed column with its values before and after. What an import remembers is
   * in `shop/catalog/past-imports/`.
   */
  content: string;
}

/** A picture that an owner has uploaded: for a product, a category, a page or the shop's appearance. */
export interface ProductPicturesTable {
  /** Made of the file that was sent: the same file is one picture. */
  id: string;
  /** What products and the others name it by. */
  address: string;
  /** Its width in pixels. */
  side: number;
  /** Which shape and sizes it has. */
  kind: Generated<"square" | "wide" | "page" | "logo" | "icon">;
  /** The source of its sizes; null once they all exist, empty while its bytes are an object. */
  master: Uint8Array | null;
  /** The key of the object in S3-compatible storage with the master's bytes. */
  object: Generated<string | null>;
  createdAt: number;
  /** Since when its last known user doesn't use it, or when it was last looked for; others may use it. */
  unusedSince: number | null;
}

/** A picture in one size and format. Never changed. */
export interface ProductPictureFilesTable {
  pictureId: string;
  format: "avif" | "webp" | "png" | "jpeg";
  /** The target width. Pictures are never enlarged. */
  width: number;
  /** Empty while its bytes are an object. */
  content: Uint8Array;
  /** The key of the object with its bytes. */
  object: Generated<string | null>;
}

/** Objects in S3-compatible storage that no row names: they are being written, or their row has gone. Triggers keep it. */
export interface UnnamedObjectsTable {
  key: string;
  /** Milliseconds since 1970 (UTC), by the database's clock. */
  since: number;
}

/** An index of the products' words: FTS5 on SQLite, a `tsvector` for each product on PostgreSQL. */
export interface ProductSearchTable {
  /** The product's number; on SQLite the row id. */
  number: number;
  /** The product's words, each after the digit of its field. */
  keys: string;
}

export interface CustomersTable {
  uid: string;
  firstname: string;
  lastname: string;
  email: string;
  /** YYYY-MM-DD; "" for a customer of the earlier shop, or one who signed in by a code. So are the names and the address until they are typed. */
  dateOfBirth: string;
  street: string;
  city: string;
  zipCode: string;
  country: string;
  profilePicture: string | null;
  createdAt: number;
  /** Since when the account is disabled; null while it isn't. */
  disabledAt: number | null;
  /** Both names and the email folded, whose beginnings are searched; compared byte by byte. */
  firstnameKey: string;
  lastnameKey: string;
  emailKey: string;
  /** When the customer deleted the account; their name and email stay for the orders that are kept. null otherwise. */
  deletedAt: Generated<number | null>;
}

/** The address that a customer wants to change to, until a link in their mailbox confirms it. */
export interface EmailChangesTable {
  uid: string;
  /** What its link names. */
  id: string;
  email: string;
  askedAt: number;
}

export interface EarlierShopImportsTable {
  id: string;
  kind: "customers" | "orders";
  /** "Shopify" or "WooCommerce". */
  shop: string;
  /** Its name. */
  file: string;
  actor: string;
  createdAt: number;
}

/** What lets an import be undone. */
interface ImportedRow {
  /** Which import added it. */
  importId: string;
  /** Which import changed it last; null if none has. */
  changedBy: string | null;
  /** A JSON object: what it was before that. */
  before: string | null;
}

/**
 * Customers of the earlier shop. They get an account once they choose a password, by a link in their mailbox, and keep their row: no stranger's
 * sign-up touches it. See docs/decisions/0210.
 */
export interface ImportedCustomersTable extends ImportedRow {
  /** Also names them in reset links. */
  id: string;
  /** As accounts have it. */
  email: string;
  firstname: string;
  lastname: string;
  street: string;
  city: string;
  zipCode: string;
  country: string;
  phone: string;
  /** What they have answered; null where the file doesn't say. */
  acceptsMarketing: 0 | 1 | null;
  /** When they answered. */
  marketingSince: number | null;
  /** Since when they are a customer; if the file doesn't say, when they were imported. */
  createdAt: number;
  firstnameKey: string;
  lastnameKey: string;
  emailKey: string;
  /** Since when an email to choose a password waits to be sent. */
  inviteDueAt: number | null;
  invitedAt: number | null;
  /** Whether the reader of the mailbox has an account by now; triggers write it. */
  hasAccount: Generated<0 | 1>;
}

/** Orders of the earlier shop, to look at. They have nothing to do with this shop's documents, stock and statistics. See docs/decisions/0212. */
export interface PastOrdersTable extends ImportedRow {
  id: string;
  shop: string;
  /** As the earlier shop wrote it: "#1001". */
  number: string;
  /** As accounts have it; "" if there is none. */
  email: string;
  placedAt: number;
  /** In the earlier shop's words. */
  status: string;
  currency: string;
  subtotalCents: number | null;
  discountCents: number;
  deliveryCents: number;
  vatCents: number;
  totalCents: number;
  refundedCents: number;
  name: string;
  address: string;
  phone: string;
  /** A JSON list of `PastOrderLine`. */
  lines: string;
  /** Its number, name, address and lines folded, for searches. */
  searchKey: string;
}

/** How an order's VAT differs from the seller's own: it is the destination's, or none, because of an export or because the buyer declares it. */
export type VatKind = "destination" | "export" | "reverseCharge";
/** How a seller declares a destination's VAT: by the EU's One Stop Shop, the one for imports, or a registration in that country. */
export type VatScheme = "oss" | "ioss" | "local";

export interface OrdersTable {
  id: Generated<number>;
  userId: string;
  orderNumber: string;
  /** Made by the browser for each purchase: a customer's key names one order. */
  idempotencyKey: string;
  /** What the order costs (`shop/orders/sums.ts`). The total is subtotal − discount + delivery; VAT is a part of it. */
  subtotalCents: Generated<number>;
  discountCents: Generated<number>;
  deliveryCents: Generated<number>;
  vatCents: Generated<number>;
  totalCents: Generated<number>;
  /** The ISO 4217 code of all its amounts, in capitals. */
  currency: Generated<string>;
  paymentMethod: string;
  /** The buyer's. The parcel goes there too, unless there is a delivery address. */
  billingAddress: string;
  /** Where the parcel goes, if not to the billing address. */
  deliveryAddress: string | null;
  /** The buyer's name, if someone else is the recipient. */
  billingName: string | null;
  /** The billing address's; null if it is the destination's, or wasn't asked for. */
  billingCountry: string | null;
  billingZipCode: string | null;
  createdAt: number;
  /** Where its events have led. */
  state: OrderState;
  /** Calendar days until its latest arrival. */
  deliveryDays: Generated<number>;
  /** Calendar days until its earliest arrival; null for a single day. */
  deliveryDaysFrom: number | null;
  /** The code that it was placed with. */
  discountCode: string | null;
  /** The name of its delivery option; null where it was the only one, unless it is pickup. */
  deliveryName: string | null;
  /** The option may have been deleted since. */
  deliveryOptionId: number | null;
  /** Whether the customer collects it. */
  isPickup: Generated<0 | 1>;
  /** Where; the place may have been deleted since. */
  pickupPlaceId: number | null;
  /** That place as it was when the order was placed, in JSON (`keptPlace`). */
  pickup: string | null;
  /** What the customer wrote with it. */
  customerNote: string | null;
  /** What the customer wants written on a card in the parcel. */
  giftMessage: string | null;
  /** The destination's, an ISO 3166 code; null where the shop didn't ask for it. */
  country: string | null;
  /** The destination's; null where the shop didn't ask for it, or the country has none. */
  zipCode: string | null;
  /** The company that the order is for. */
  company: string | null;
  /** The company's VAT number with its country's prefix, in capitals. */
  vatNumber: string | null;
  /** How its VAT differs from the seller's own; null where it doesn't. */
  vatKind: VatKind | null;
  /** How the seller declares the VAT of a destination; null for other kinds. */
  vatScheme: VatScheme | null;
  /** Who gets it: someone whom the customer named, or the customer by their name at the time. */
  recipientName: Generated<string>;
  /** For questions about the delivery. */
  recipientPhone: string | null;
  /** The names and the addresses folded, for searches. */
  recipientKey: string;
  addressKey: string;
  /** The ids, SKUs and titles of its lines folded, for searches. */
  itemsKey: string;
  /** The reference for its payment, where its invoice comes first: a KID, or a creditor reference. No other order has it. */
  paymentReference: string | null;
  /** YYYY-MM-DD; null where no invoice comes first. */
  dueOn: string | null;
  /** How much of its invoice was credited before it was paid. The customer no longer owes it. */
  creditedCents: Generated<number>;
  /** When the data of its customer, who had deleted their account, was removed; null while it is kept. */
  anonymizedAt: Generated<number | null>;
}

/** What has happened to an order, one after the other; nothing here is ever changed. That it was placed, the order itself says. */
export interface OrderEventsTable {
  orderId: number;
  /** From 1. */
  position: number;
  step: OrderTransition;
  createdAt: number;
  actorType: ActorType;
  /** A customer's uid, staff's email or "owner" on the command line, "shop", or a provider's name. */
  actorId: string;
  note: string | null;
  /** What was paid or paid back. */
  amountCents: number | null;
  /** Who brings the parcel, and its number there. */
  carrier: string | null;
  tracking: string | null;
  /** 1 for a refund that failed after it was settled: its amount is no longer refunded. null otherwise. */
  wasSettled: number | null;
  /** The item that came back, or was refunded, and how many pieces of it; null for a whole order. */
  productId: string | null;
  quantity: number | null;
  /** Whether an item that came back is for sale again; null for other events. */
  isRestocked: 0 | 1 | null;
  /** A JSON list of `EventItem` if it is about several items. */
  items: string | null;
  /** The return request that it is about. */
  returnId: string | null;
}

/** What was booked in each hour that is over. Triggers delete the rows of hours in which that changes. */
export interface BookedHoursTable {
  /** When it began, in milliseconds since 1970 (UTC). */
  hour: number;
  /** Names who counts it now; null once it is counted. */
  claim: string | null;
  /** A JSON list of `BookedSum`; null until it is counted. */
  sums: string | null;
}

/** Requests of customers to return items. Rows are never deleted. */
export interface ReturnRequestsTable {
  /** Made with the form, so that the same one sent twice is one request. */
  id: string;
  orderId: number;
  /** A withdrawal has the id of its statement in `withdrawals`. */
  kind: "return" | "withdrawal";
  /** `accepted` until all accepted items came back; then `received`. */
  state: ReturnState;
  /** A JSON list of `RequestedItem`. */
  items: string;
  /** What the customer wrote; "" for nothing. */
  comment: string;
  /** The shop's instructions, or its reason to decline; "" for none. */
  answer: string;
  /** The file name of the label; null without one. */
  labelName: string | null;
  /** What is refunded of the delivery once all its items are back. */
  deliveryCents: Generated<number>;
  createdAt: number;
}

export type ReturnState = "requested" | "accepted" | "declined" | "withdrawn" | "received";

/** Consumers' statements that they withdraw from a contract. The database refuses to change or delete them. See docs/decisions/0329. */
export interface WithdrawalsTable {
  /** Made with the form, so that the same one sent twice is one statement. */
  id: string;
  /** The order that it is about; null if none matches what was typed. */
  orderId: number | null;
  /** As it was typed, like the name and the email address. */
  orderNumber: string;
  name: string;
  email: string;
  /** What the consumer withdraws from, in words. */
  content: string;
  /** A JSON list of `EventItem` where items were chosen; null for the whole order, or what was typed. */
  items: string | null;
  /** Whether the period had ended. */
  isLate: 0 | 1;
  receivedAt: number;
  /** When the confirmation was emailed; null until then. It is written once. */
  mailedAt: number | null;
  /** When staff marked it as done; null for those that wait, and those that a return request follows. */
  doneAt: number | null;
  /** The order that staff have found it to be about, where none matched; with who did, and when. It changes only once `undoneMatches` has it. */
  matchedOrderId: number | null;
  matchedBy: string | null;
  matchedAt: number | null;
  /** The id of its return request, which an order's events name too; null for its own. An undone match keeps its id, and the next one gets a new id. */
  returnId: string | null;
}

/** A match of a statement of withdrawal that staff have undone. The database refuses to change or delete it. See docs/decisions/0356. */
export interface UndoneMatchesTable {
  /** The id that the match's return request has or would have had. */
  returnId: string;
  withdrawalId: string;
  orderId: number;
  matchedBy: string;
  matchedAt: number;
  undoneBy: string;
  undoneAt: number;
}

/** The files of return labels. */
export interface ReturnLabelsTable {
  returnId: string;
  /** Empty while its bytes are an object. */
  content: Uint8Array;
  /** The key of the object with its bytes. */
  object: string | null;
}

/** The mails about orders that customers got, as they were sent. */
export interface SentMailsTable {
  id: Generated<number>;
  orderId: number;
  kind: "order" | "orderStep" | "withdrawal";
  /** The position of the event that it is about; null for the confirmation. */
  orderEvent: number | null;
  recipient: string;
  subject: string;
  /** Without its HTML and attachments. */
  text: string;
  sentAt: number;
  /** As its customer saw it, packed by Brotli. Mails of before version 109 have none. */
  html: Uint8Array | null;
  /** The names of its files, as a JSON array; null before version 109. */
  attachments: string | null;
}

/** The mails of a shop on PostgreSQL without a mail server. Backups leave them out, because their links work. */
export interface OutboxMailsTable {
  id: string;
  recipient: string;
  subject: string;
  /** Without its HTML and attachments. */
  text: string;
  /** The whole mail (RFC 5322). */
  message: string;
  createdAt: number;
}

/** The requests of programs that were made under a key (`shop/idempotency/`). */
interface IdempotencyKeysTable {
  /** A token or platform: keys of different ones have nothing to do with each other. */
  holder: string;
  key: string;
  /** A hash of method, path and body. */
  fingerprint: string;
  state: "underWay" | "changed";
  /** Names the attempt that works on it. */
  claim: string;
  leaseEndsAt: number;
  /** JSON; null until it is known. */
  answer: string | null;
  expiresAt: number;
}

/** Every order has one payment. */
export interface PaymentsTable {
  orderId: number;
  /** `manual` for payments that are taken outside the shop. */
  provider: string;
  /** A failed payment can't be paid any more. */
  state: "pending" | "settled" | "failed";
  /** Since when the customer's bank processes a pending payment; null while they haven't paid. */
  processingSince: Generated<number | null>;
  /** The provider's name for it; null until its checkout was created. */
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
  /** How much of the reserved money the shop has taken; null where money is taken as the customer pays. */
  capturedCents: Generated<number | null>;
  /** How much of it the bank has let go without the shop taking it; null like the one before. */
  releasedCents: Generated<number | null>;
  /** How much the shop will take in total; null until the order is sent, or needs none of it. */
  captureCents: Generated<number | null>;
  /** How often its provider has declined to capture it. */
  captureRefusals: Generated<number | null>;
  /** Until when the provider guarantees that it can be captured. */
  reservedUntil: Generated<number | null>;
  /** When it is captured, released or looked at next; null once nothing is reserved. */
  captureDueAt: Generated<number | null>;
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
  actorType: ActorType;
  actorId: string;
  state: "pending" | "settled" | "failed";
  /** The provider's name for it; null until it was asked. */
  externalId: string | null;
  createdAt: number;
  dueAt: number | null;
  attempts: Generated<number>;
  lastError: string | null;
  /** What of a failed refund no later refund covers and no owner has closed. */
  outstandingCents: Generated<number>;
  /** The returned item that it is for, and how many pieces of it; null for several items or another reason. */
  productId: string | null;
  quantity: number | null;
  /** A JSON list of `EventItem` if it is for several items. */
  items: string | null;
  /** Whether its money was only reserved, so that none moves. */
  isRelease: Generated<0 | 1>;
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
  /** What of the order's discount falls on it. */
  discountCents: Generated<number>;
  /** The VAT rate of the order's day in hundredths of a percent; null if the seller wasn't registered. */
  vatBasisPoints: number | null;
  /** The product's options and SKU on that day. The options are a JSON object. */
  options: string | null;
  sku: string | null;
}

/** What a platform chose for a buyer. Ids and links are unguessable; whoever has the link can't use the API with it. */
interface PlatformSelection {
  id: string;
  /** The last part of the address that the buyer opens. */
  link: string;
  /** The address of the platform's profile. */
  platform: string;
  /** Whether the platform signed the request that opened it: only its signed requests are answered then. */
  isSigned: 0 | 1;
  /** A JSON list of `ChosenItem`. */
  items: string;
  /** A JSON list of the discount codes that the platform sent. */
  codes: string;
  /** What the platform says of the buyer, in JSON. */
  buyer: string | null;
  /** Where the platform believes the buyer to be, in JSON. */
  context: string | null;
  createdAt: number;
  /** Moves on with each change. */
  expiresAt: number;
}

/** Carts that platforms opened (`shop/platforms/`). */
export interface PlatformCartsTable extends PlatformSelection {
  /** The last checkout that it became. */
  checkoutId: string | null;
}

/** Checkouts that platforms opened, and the orders that buyers placed with them. */
export interface PlatformCheckoutsTable extends PlatformSelection {
  /** Where the platform wants to be told about the order. */
  webhookUrl: string | null;
  /** Where the parcel is to go and by which delivery option: a `ChosenFulfillment` in JSON. */
  fulfillment: string | null;
  /** The cart that it was. */
  cartId: string | null;
  canceledAt: number | null;
  /** The order's id in the protocol. */
  orderKey: string;
  /** The order that the buyer placed with it. It may wait for its payment. */
  orderId: number | null;
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
  /** Its names, email, subject and order number folded, for searches. */
  searchKey: string;
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

/** A request for an email when a product is back in stock. */
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

/** Background work that waits, runs or has failed. Finished jobs are deleted. */
export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** At most one job of a kind has this key. */
  key: string | null;
  /** JSON; its form depends on the kind. */
  payload: string;
  createdAt: number;
  runAt: number;
  /** Counts the current one. */
  attempts: Generated<number>;
  /** While a process runs the job, others leave it alone until this time, by the database's clock. */
  leasedUntil: number | null;
  /** Made for each claim: only its process saves what became of the run. */
  leasedBy: string | null;
  /** Counts how often the job was enqueued again under its key. */
  revision: Generated<number>;
  lastError: string | null;
  /** When the job was given up; null until then. */
  failedAt: number | null;
}

/** An uploaded picture of a customer, kept here (`webp`) or by an image hosting service (`url` alone). */
export interface PicturesTable {
  id: string;
  userId: string;
  url: string;
  /** null for a picture at an image hosting service, empty while its bytes are an object. */
  webp: Uint8Array | null;
  /** The key of the object with its bytes. */
  object: Generated<string | null>;
  createdAt: number;
}

/** The newest code that was emailed to an address. Not copied with the rest: it belongs to the shop that sent it. */
interface SignInCodesTable {
  /** Normalized, whether or not an account has it. */
  email: string;
  /** Its HMAC with the shop's secret, so that a leaked database contains no usable codes. */
  hash: string;
  /** How often someone tried a code since it was sent. */
  tries: number;
  expiresAt: number;
}

/** An account's authenticator app (RFC 6238). See docs/decisions/0338. */
interface AuthenticatorsTable {
  uid: string;
  /** Base32, sealed with the shop's secret. */
  secret: string;
  /** When its first code was typed. */
  confirmedAt: number;
  /** The 30 seconds, counted from 1970, of the last code that was accepted: none works twice. */
  lastStep: number;
}

/** What lets someone in once without their authenticator app. */
interface RecoveryCodesTable {
  uid: string;
  /** The code's SHA-256. It has 120 random bits, so the hash can't be guessed. */
  hash: string;
  usedAt: number | null;
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

/** Restores of a backup. The rows stay in their own database: no copy has them. */
export interface RestoresTable {
  id: string;
  state: "receiving" | "checking" | "waiting" | "replacing" | "done" | "failed";
  /** As the browser named it, or as the command line was given it. */
  fileName: string;
  /** Milliseconds since 1970 (UTC). */
  startedAt: number;
  /** When its process last said that it works. */
  aliveAt: number;
  /** What it did, why it failed, or what it would restore while it waits to be confirmed, as JSON; null while it runs. */
  result: string | null;
}

interface PasskeysTable {
  /** The credential's id, in base64url like the key. */
  id: string;
  uid: string;
  /** The customer's own word for it. */
  name: string;
  publicKey: string;
  /** How often its device says it was used; 0 for those that don't count. */
  counter: number;
  /** How browsers reach its device, with commas between. */
  transports: string;
  createdAt: number;
  usedAt: number | null;
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
  /** When a second factor began it: a code of an authenticator app, a recovery code, or a passkey. Null after a password or emailed code alone. */
  secondFactorAt: Date | string | null;
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
  /** Its hash; null for a customer who signs in by codes and has no password. */
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

/** The key pairs that the shop signs messages to platforms with. The newest signs; all are published. */
export interface SigningKeysTable {
  /** From 1, ascending. */
  number: number;
  /** The key's ID in signatures. */
  kid: string;
  /** A public JSON Web Key. */
  publicKey: string;
  /** The private one, sealed with the shop's secret. */
  privateKey: string;
  createdAt: number;
}

/** Where payment providers send their events, if the shop itself registered the address. Not copied with the rest: see docs/decisions/0287. */
export interface EventAddressesTable {
  provider: string;
  url: string;
  /** The provider's name for it. */
  externalId: string;
  /** What its events are signed with, sealed with the shop's secret. */
  secret: string;
  createdAt: number;
}
