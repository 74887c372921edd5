import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Schema } from "#database/schema.ts";

/** Whose data it is. @property email "" until its mailbox confirmed it: before that, what is under it may be someone else's */
export interface Person {
  uid: string;
  email: string;
}

/**
 * What happens to a table's rows when their customer deletes the account:
 *
 * - `deleted`: they go at once.
 * - `cleared`: the row stays for the orders, without what isn't needed for them (`delete-account.ts`).
 * - `kept`: they stay with the orders for as long as bookkeeping asks for, and are then anonymized (`shop/orders/anonymize-orders.ts`).
 * - `expires`: they are technical, are in no download and go by themselves, at most days later.
 * - `shops`: what a person did for the shop, which is the shop's record.
 */
export type Fate = "deleted" | "cleared" | "kept" | "expires" | "shops";

export interface PersonalTable {
  /** The columns that a download has, which writes `orderId` as the order's number and adds its currency to amounts. */
  columns: readonly string[];
  /** Those that it leaves out: keys, secrets, files, and what is only folded for searches. */
  withheld: readonly string[];
  fate: Fate;
  /** Which rows are a person's. */
  rows: (person: Person) => RawBuilder<SqlBool>;
}

const byUid =
  (column: string) =>
  ({ uid }: Person) =>
    sql<SqlBool>`${sql.ref(column)} = ${uid}`;
const byEmail =
  (column: string) =>
  ({ email }: Person) =>
    sql<SqlBool>`${email} <> '' and ${sql.ref(column)} = ${email}`;
const none = () => sql<SqlBool>`1 = 0`;
const ofOrders =
  (...columns: string[]) =>
  ({ uid }: Person) => {
    const isOf = (column: string) =>
      sql<SqlBool>`${sql.ref(column)} in (select id from orders where "userId" = ${uid})`;
    return sql<SqlBool>`(${sql.join(columns.map(isOf), sql` or `)})`;
  };

function table(fate: Fate, rows: PersonalTable["rows"], columns: string, withheld = ""): PersonalTable {
  return { fate, rows, columns: words(columns), withheld: words(withheld) };
}

function words(text: string) {
  return text.split(" ").filter(Boolean);
}

/**
 * Every table and column with data of customers, and what happens to it: the download, the deletion of an account and docs/owner.md follow from it, and a test
 * fails when a table or column is missing here or in `impersonalTables`. See docs/decisions/0327.
 */
export const personalTables = {
  customers: table(
    "cleared",
    byUid("uid"),
    "uid firstname lastname email dateOfBirth street city zipCode country profilePicture createdAt disabledAt",
    "firstnameKey lastnameKey emailKey deletedAt",
  ),
  user: table("cleared", byUid("id"), "emailVerified updatedAt", "id name email image createdAt"),
  session: table(
    "deleted",
    byUid("userId"),
    "ipAddress userAgent createdAt updatedAt expiresAt secondFactorAt",
    "id userId token",
  ),
  account: table(
    "deleted",
    byUid("userId"),
    "providerId createdAt updatedAt",
    "id accountId userId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt scope password",
  ),
  verification: table("deleted", byUid("value"), "", "id identifier value expiresAt createdAt updatedAt"),
  signInCodes: table("deleted", byEmail("email"), "", "email hash tries expiresAt"),
  authenticators: table("deleted", byUid("uid"), "confirmedAt", "uid secret lastStep"),
  passkeys: table("deleted", byUid("uid"), "name createdAt usedAt", "id uid publicKey counter transports"),
  recoveryCodes: table("deleted", byUid("uid"), "usedAt", "uid hash"),
  emailChanges: table("deleted", byUid("uid"), "email askedAt", "uid id"),
  carts: table("deleted", byUid("userId"), "lines savedAt", "userId revision"),
  pictures: table("deleted", byUid("userId"), "url createdAt", "id userId webp object"),
  stockAlerts: table("deleted", byEmail("email"), "productId email createdAt confirmedAt toldAt", "id"),
  messageAnswers: table(
    "deleted",
    ({ email }) =>
      sql<SqlBool>`${email} <> '' and "messageId" in (select id from "contactMessages" where email = ${email})`,
    "text createdAt",
    "id messageId actor",
  ),
  contactMessages: table(
    "deleted",
    byEmail("email"),
    "firstName lastName email phoneNumber orderNumber subject message submittedAt doneAt",
    "id searchKey",
  ),
  sentMails: table(
    "deleted",
    ofOrders("orderId"),
    "orderId kind recipient subject text sentAt",
    "id orderEvent html attachments",
  ),
  outboxMails: table("deleted", byEmail("recipient"), "recipient subject createdAt", "id text message"),
  importedCustomers: table(
    "deleted",
    byEmail("email"),
    "email firstname lastname street city zipCode country phone acceptsMarketing marketingSince createdAt invitedAt",
    "id firstnameKey lastnameKey emailKey inviteDueAt importId changedBy before hasAccount",
  ),
  changes: table(
    "deleted",
    ({ email }) => sql<SqlBool>`${email} <> '' and subject = ${email} and kind in ('customer', 'role', 'sign-in')`,
    "createdAt kind action",
    "id actor actorKey subject fields act isPart",
  ),
  staffInvitations: table("deleted", byEmail("email"), "email role createdAt", "id invitedBy"),
  // Evidence of a right that was used, which a trigger keeps as it is.
  withdrawals: table(
    "kept",
    ofOrders("orderId", "matchedOrderId"),
    "orderNumber name email content items isLate receivedAt mailedAt doneAt matchedAt",
    "id orderId matchedOrderId matchedBy returnId",
  ),
  undoneMatches: table(
    "kept",
    ofOrders("orderId"),
    "orderId matchedAt undoneAt",
    "returnId withdrawalId matchedBy undoneBy",
  ),
  owners: table("shops", byUid("uid"), "role createdAt", "uid"),
  orders: table(
    "kept",
    byUid("userId"),
    "orderNumber subtotalCents discountCents deliveryCents vatCents totalCents currency paymentMethod billingAddress deliveryAddress billingName billingCountry billingZipCode createdAt state deliveryDays deliveryDaysFrom discountCode deliveryName isPickup pickup customerNote giftMessage country zipCode company vatNumber vatKind vatScheme recipientName recipientPhone paymentReference dueOn creditedCents",
    "id userId idempotencyKey deliveryOptionId pickupPlaceId recipientKey addressKey itemsKey anonymizedAt",
  ),
  orderLines: table(
    "kept",
    ofOrders("orderId"),
    "orderId position productId title priceCents thumbnail brand quantity discountCents vatBasisPoints options sku",
  ),
  orderEvents: table(
    "kept",
    ofOrders("orderId"),
    "orderId position step createdAt amountCents carrier tracking productId quantity items",
    // Staff's notes are the shop's own.
    "actorType actorId note wasSettled isRestocked returnId",
  ),
  payments: table(
    "kept",
    ofOrders("orderId"),
    "orderId provider state amountCents paidCents capturedCents releasedCents reference createdAt",
    // It is the order's.
    "currency processingSince externalId url mode captureCents captureRefusals reservedUntil captureDueAt dueAt attempts lastError",
  ),
  refunds: table(
    "kept",
    ofOrders("orderId"),
    "orderId amountCents reason state createdAt productId quantity items",
    "id actorType actorId externalId dueAt attempts lastError outstandingCents isRelease",
  ),
  returnRequests: table(
    "kept",
    ofOrders("orderId"),
    "orderId kind state items comment answer labelName deliveryCents createdAt",
    "id",
  ),
  returnLabels: table(
    "kept",
    ({ uid }) =>
      sql<SqlBool>`"returnId" in (select id from "returnRequests" where "orderId" in (select id from orders where "userId" = ${uid}))`,
    // What `returnRequests` has of it is its name.
    "",
    "returnId content object",
  ),
  documents: table(
    "kept",
    ofOrders("orderId"),
    "number series orderId grossCents createdAt content",
    "year sequence orderEvent previousHash hash anonymizedAt",
  ),
  discountUses: table("kept", ofOrders("orderId"), "orderId", "discountId onlyUserId"),
  platformCheckouts: table(
    "kept",
    ofOrders("orderId"),
    "orderId platform buyer context fulfillment createdAt",
    "id link isSigned items codes expiresAt webhookUrl cartId canceledAt orderKey",
  ),
  pastOrders: table(
    "kept",
    byEmail("email"),
    "shop number email placedAt status currency subtotalCents discountCents deliveryCents vatCents totalCents refundedCents name address phone lines",
    "id searchKey importId changedBy before",
  ),
  // A number's check is evidence of a tax that wasn't charged, and names a company.
  vatChecks: table(
    "kept",
    ({ uid }) =>
      sql<SqlBool>`number in (select "vatNumber" from orders where "userId" = ${uid} and "vatNumber" is not null)`,
    "number checkedAt answer name address",
    "id consultation problem",
  ),
  platformCarts: table(
    "expires",
    none,
    "",
    "id link platform isSigned items codes buyer context createdAt expiresAt checkoutId",
  ),
  jobs: table(
    "expires",
    none,
    "",
    "id kind key payload createdAt runAt attempts leasedUntil leasedBy revision lastError failedAt",
  ),
  attempts: table("expires", none, "", "id key expiresAt"),
  idempotencyKeys: table("expires", none, "", "holder key fingerprint state claim leaseEndsAt answer expiresAt"),
  webhookEvents: table("expires", none, "", "id type subject data createdAt"),
  webhookDeliveries: table(
    "expires",
    none,
    "",
    "id webhookId messageId type subject rank data createdAt state startedAt attempts nextAt triedAt status answer problem tookMs",
  ),
} satisfies Partial<Record<keyof Schema, PersonalTable>>;

/** Tables that know nothing of customers. */
export const impersonalTables: readonly (keyof Schema)[] = [
  ...(["products", "archivedProducts", "draftProducts", "catalogEpoch", "priceHistory", "categories"] as const),
  ...(["catalogImports", "catalogImportBatches", "catalogUploads", "catalogUploadParts"] as const),
  ...(["pictureFetches", "pictureFetchUses", "pastImports", "pastImportRows", "acts", "actRows", "openAct"] as const),
  ...(["productPictures", "productPictureFiles", "unnamedObjects", "productSearch", "searchWords"] as const),
  ...(["signingKeys", "eventAddresses", "apiTokens", "webhooks", "documentCounters", "restores"] as const),
  ...(["settings", "pages", "redirects", "discounts", "deliveryOptions", "pickupPlaces"] as const),
  ...(["vatCountries", "euroRates", "exchangeRates", "bookedHours", "earlierShopImports"] as const),
];
