import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { followOwnersTables, unfollowOwnersTables } from "./act-triggers.ts";
import { type Connection, type Database, type Engine, engineOf } from "./connect.ts";
import { createCatalogTables } from "./migrations/001-catalog.ts";
import { createAccountTables } from "./migrations/002-accounts.ts";
import { createOrderTables } from "./migrations/003-orders.ts";
import { createContactPicturesAttempts } from "./migrations/004-contact-pictures-attempts.ts";
import { createCatalogLists } from "./migrations/005-catalog-lists.ts";
import { createMails } from "./migrations/006-mails.ts";
import { createSearch } from "./migrations/007-search.ts";
import { createCarts } from "./migrations/008-carts.ts";
import { createStockAlerts } from "./migrations/009-stock-alerts.ts";
import { indexRelatedProducts } from "./migrations/010-related-products.ts";
import { createOrderLife } from "./migrations/011-order-life.ts";
import { createOwners } from "./migrations/012-owners.ts";
import { createOwnersProducts } from "./migrations/013-owners-products.ts";
import { createProductPictures } from "./migrations/014-product-pictures.ts";
import { addDelivery } from "./migrations/015-delivery.ts";
import { createSearchKeys } from "./migrations/016-search-keys.ts";
import { addPaymentTerms } from "./migrations/017-payment-terms.ts";
import { addFailedRefunds } from "./migrations/018-failed-refunds.ts";
import { createCatalogUploadParts } from "./migrations/019-catalog-upload-parts.ts";
import { addPaymentStates } from "./migrations/020-payment-states.ts";
import { addOrderSums } from "./migrations/021-order-sums.ts";
import { createCatalogIndex } from "./migrations/022-catalog-index.ts";
import { createJobs } from "./migrations/023-jobs.ts";
import { createCategories } from "./migrations/024-categories.ts";
import { addOrderCurrency } from "./migrations/025-order-currency.ts";
import { addPictureKinds } from "./migrations/026-picture-kinds.ts";
import { createPages } from "./migrations/027-pages.ts";
import { addAppearance } from "./migrations/028-appearance.ts";
import { addRedirects } from "./migrations/029-redirects.ts";
import { createDocuments } from "./migrations/032-documents.ts";
import { addVat } from "./migrations/033-vat.ts";
import { createDiscounts } from "./migrations/034-discounts.ts";
import { createDeliveryOptions } from "./migrations/035-delivery-options.ts";
import { createPriceHistory } from "./migrations/036-prices.ts";
import { addCustomerNotes } from "./migrations/037-customer-notes.ts";
import { addItemReturns } from "./migrations/038-item-returns.ts";
import { createSentMails } from "./migrations/040-sent-mails.ts";
import { createDraftProducts } from "./migrations/041-draft-products.ts";
import { indexEventTimes } from "./migrations/042-event-times.ts";
import { indexDisputes } from "./migrations/043-disputes.ts";
import { keepUsualCompareAt } from "./migrations/044-usual-compare-at.ts";
import { addRedirectPaths } from "./migrations/045-redirect-paths.ts";
import { createOutbox } from "./migrations/046-outbox.ts";
import { addOrderAreas } from "./migrations/047-order-areas.ts";
import { addOrderRecipients } from "./migrations/048-order-recipients.ts";
import { addPickupPlaces } from "./migrations/049-pickup-places.ts";
import { addCategorySearchWords } from "./migrations/051-category-search-words.ts";
import { addJobHolders } from "./migrations/053-job-holders.ts";
import { foldDiscountCodes } from "./migrations/054-discount-code-folding.ts";
import { addMadeDraftIds } from "./migrations/055-made-draft-ids.ts";
import { addFoldedSearches } from "./migrations/056-folded-searches.ts";
import { addProductAddresses } from "./migrations/057-product-addresses.ts";
import { endUnpaidOrders } from "./migrations/059-unpaid-orders-end.ts";
import { addGiftMessages } from "./migrations/060-gift-messages.ts";
import { addVariantsAndFields } from "./migrations/061-variants-and-fields.ts";
import { addPictureFetchesAndUndo } from "./migrations/063-fetched-pictures-and-undo.ts";
import { addOrderItems } from "./migrations/064-order-items.ts";
import { createEarlierShop } from "./migrations/064-people-of-the-earlier-shop.ts";
import { addCategoryParents } from "./migrations/065-category-parents.ts";
import { addHiddenProducts } from "./migrations/066-hidden-products.ts";
import { addOrderLineOptions } from "./migrations/067-order-line-options.ts";
import { addDraftGroups } from "./migrations/069-draft-groups.ts";
import { addPictureObjects } from "./migrations/070-picture-objects.ts";
import { indexArchivedVersions } from "./migrations/071-archived-versions.ts";
import { createIdempotencyKeys } from "./migrations/072-idempotency-keys.ts";
import { indexProductCodes } from "./migrations/073-product-codes.ts";
import { createApiTokens } from "./migrations/074-api-tokens.ts";
import { createWebhooks } from "./migrations/075-webhooks.ts";
import { createSigningKeys } from "./migrations/076-signing-keys.ts";
import { addPlatformCheckouts } from "./migrations/077-platform-checkouts.ts";
import { addDeliveryAddresses } from "./migrations/078-delivery-addresses.ts";
import { createSignInCodes } from "./migrations/079-sign-in-codes.ts";
import { addDeliveryRanges } from "./migrations/080-delivery-ranges.ts";
import { addReservations } from "./migrations/081-reservations.ts";
import { createEventAddresses } from "./migrations/082-event-addresses.ts";
import { addInvoicesFirst } from "./migrations/083-invoices-first.ts";
import { addVatKinds } from "./migrations/084-vat-kinds.ts";
import { createVatCountries } from "./migrations/085-vat-countries.ts";
import { addCompanies } from "./migrations/086-companies.ts";
import { createVatChecks } from "./migrations/087-vat-checks.ts";
import { addReturnRequests } from "./migrations/088-return-requests.ts";
import { createReturnLabels } from "./migrations/089-return-labels.ts";
import { createEuroRates } from "./migrations/090-euro-rates.ts";
import { splitReleases } from "./migrations/091-capture-steps.ts";
import { createPickupPlaces } from "./migrations/092-pickup-places.ts";
import { nameManagers } from "./migrations/093-roles.ts";
import { createStaffInvitations } from "./migrations/094-staff-invitations.ts";
import { addOwnAccounts } from "./migrations/095-own-accounts.ts";
import { createWithdrawals } from "./migrations/096-withdrawals.ts";
import { addProductSafety } from "./migrations/097-product-safety.ts";
import { addSecondFactor } from "./migrations/098-second-factor.ts";
import { createPasskeys } from "./migrations/099-passkeys.ts";
import { createRestores } from "./migrations/100-restores.ts";
import { addMatchedWithdrawals } from "./migrations/101-matched-withdrawals.ts";
import { createExchangeRates } from "./migrations/102-exchange-rates.ts";
import { indexLargeLists } from "./migrations/103-large-lists.ts";
import { createUndoneMatches } from "./migrations/104-undone-matches.ts";
import { indexPairsOfLetters } from "./migrations/105-pairs-of-letters.ts";
import { createBookedHours } from "./migrations/106-booked-hours.ts";
import { noteImportedAccounts } from "./migrations/107-imported-accounts.ts";
import { createActs } from "./migrations/108-acts.ts";
import { addSentHtml } from "./migrations/109-sent-html.ts";
import { indexFoundJobs } from "./migrations/110-found-jobs.ts";
import { countUndos } from "./migrations/111-partial-undos.ts";
import { indexTrackingNumbers } from "./migrations/112-tracking-numbers.ts";
import { indexMessagesAboutOrders } from "./migrations/113-messages-about-orders.ts";
import { bookUndonePayments } from "./migrations/114-undone-payments.ts";
import { indexActors } from "./migrations/115-actors.ts";
import { addDraftPositions } from "./migrations/116-draft-positions.ts";
import { lockTimeoutMs } from "./postgres-pool.ts";
import { isBreaking } from "./schema-guard.ts";
import { isLocked } from "./unavailable-error.ts";

/** Every migration, in order. Never edit a published one; add another. */
export function migrations(engine: Engine) {
  return { ...firstMigrations(engine), ...laterMigrations(engine), ...latestMigrations(engine) };
}

function firstMigrations(engine: Engine) {
  return {
    "001-catalog": createCatalogTables(engine),
    "002-accounts": createAccountTables(engine),
    "003-orders": createOrderTables(engine),
    "004-contact-pictures-attempts": createContactPicturesAttempts(engine),
    "005-catalog-lists": createCatalogLists(engine),
    "006-mails": createMails(engine),
    "007-search": createSearch(engine),
    "008-carts": createCarts(),
    "009-stock-alerts": createStockAlerts(),
    "010-related-products": indexRelatedProducts,
    "011-order-life": createOrderLife,
    "012-owners": createOwners(engine),
    "013-owners-products": createOwnersProducts(engine),
    "014-product-pictures": createProductPictures(engine),
    "015-delivery": addDelivery,
    "016-search-keys": createSearchKeys(engine),
    "017-payment-terms": addPaymentTerms,
    "018-failed-refunds": addFailedRefunds,
    "019-catalog-upload-parts": createCatalogUploadParts(engine),
    "020-payment-states": addPaymentStates,
    "021-order-sums": addOrderSums,
    "022-catalog-index": createCatalogIndex(engine),
    "023-jobs": createJobs(engine),
    "024-categories": createCategories,
    "025-order-currency": addOrderCurrency,
    "026-picture-kinds": addPictureKinds,
    "027-pages": createPages,
    "028-appearance": addAppearance,
    "029-redirects": addRedirects,
  };
}

function laterMigrations(engine: Engine) {
  return {
    "032-documents": createDocuments,
    "033-vat": addVat,
    "034-discounts": createDiscounts(engine),
    "035-delivery-options": createDeliveryOptions(engine),
    "036-prices": createPriceHistory(engine),
    "037-customer-notes": addCustomerNotes,
    "038-item-returns": addItemReturns,
    "040-sent-mails": createSentMails(engine),
    "041-draft-products": createDraftProducts,
    "042-event-times": indexEventTimes,
    "043-disputes": indexDisputes,
    "044-usual-compare-at": keepUsualCompareAt,
    "045-redirect-paths": addRedirectPaths,
    "046-outbox": createOutbox,
    "047-order-areas": addOrderAreas,
    "048-order-recipients": addOrderRecipients,
    "049-pickup-places": addPickupPlaces,
    "051-category-search-words": addCategorySearchWords,
    "053-job-holders": addJobHolders,
    "054-discount-code-folding": foldDiscountCodes,
    "055-made-draft-ids": addMadeDraftIds,
    "056-folded-searches": addFoldedSearches(engine),
    "057-product-addresses": addProductAddresses,
    "059-unpaid-orders-end": endUnpaidOrders,
    "060-gift-messages": addGiftMessages,
    "061-variants-and-fields": addVariantsAndFields,
    "063-fetched-pictures-and-undo": addPictureFetchesAndUndo,
    "064-order-items": addOrderItems,
    "064-people-of-the-earlier-shop": createEarlierShop(engine),
    "065-category-parents": addCategoryParents,
    "066-hidden-products": addHiddenProducts,
    "067-order-line-options": addOrderLineOptions,
    "069-draft-groups": addDraftGroups(engine),
    "070-picture-objects": addPictureObjects(engine),
    "071-archived-versions": indexArchivedVersions,
    "072-idempotency-keys": createIdempotencyKeys,
    "073-product-codes": indexProductCodes,
    "074-api-tokens": createApiTokens,
    "075-webhooks": createWebhooks(engine),
    "076-signing-keys": createSigningKeys,
    "077-platform-checkouts": addPlatformCheckouts,
    "078-delivery-addresses": addDeliveryAddresses,
    "079-sign-in-codes": createSignInCodes,
    "080-delivery-ranges": addDeliveryRanges,
    "081-reservations": addReservations,
    "082-event-addresses": createEventAddresses,
    "083-invoices-first": addInvoicesFirst,
    "084-vat-kinds": addVatKinds,
    "085-vat-countries": createVatCountries,
    "086-companies": addCompanies,
    "087-vat-checks": createVatChecks(engine),
    "088-return-requests": addReturnRequests,
    "089-return-labels": createReturnLabels(engine),
  };
}

function latestMigrations(engine: Engine) {
  return {
    "090-euro-rates": createEuroRates,
    "091-capture-steps": splitReleases,
    "092-pickup-places": createPickupPlaces(engine),
    "093-roles": nameManagers,
    "094-staff-invitations": createStaffInvitations,
    "095-own-accounts": addOwnAccounts,
    "096-withdrawals": createWithdrawals(engine),
    "097-product-safety": addProductSafety,
    "098-second-factor": addSecondFactor(engine),
    "099-passkeys": { up: createPasskeys },
    "100-restores": createRestores,
    "101-matched-withdrawals": addMatchedWithdrawals(engine),
    "102-exchange-rates": createExchangeRates,
    "103-large-lists": indexLargeLists(engine),
    "104-undone-matches": createUndoneMatches(engine),
    "105-pairs-of-letters": indexPairsOfLetters(engine),
    "106-booked-hours": createBookedHours(engine),
    "107-imported-accounts": noteImportedAccounts(engine),
    "108-acts": createActs(engine),
    "109-sent-html": addSentHtml(engine),
    "110-found-jobs": indexFoundJobs(engine),
    "111-partial-undos": countUndos,
    "112-tracking-numbers": indexTrackingNumbers(engine),
    "113-messages-about-orders": indexMessagesAboutOrders(engine),
    "114-undone-payments": bookUndonePayments(engine),
    "115-actors": indexActors(engine),
    "116-draft-positions": addDraftPositions,
  };
}

/** A newer version has migrated the database, in a way that this one can't live with or from further back than this one begins. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";

  constructor(migration: string) {
    super(`a newer version of Torg created this database (${migration}); upgrade this shop first`);
  }
}

/** The pause between two attempts, in which others may write. Each attempt waits for locks for seconds. */
const retryPauseMs = 1000;
/** Together they take at least two minutes. */
const maxAttempts = 25;

/** The number of Kysely's own lock, which processes of earlier versions wait for. */
const migrationLock = 3853314791062309107n;
const longestMigrationMs = 60 * 60 * 1000;

/**
 * Migrates the database to the newest schema, all or nothing, and only reads if it is there already. Several processes may start together: one
 * migrates, the others wait. Processes of an earlier version may be running: it waits for their transactions, and tries again after a lock timeout.
 * After a breaking migration their writes are refused, as are this connection's after one of a newer version. See docs/decisions/0115 and 0252.
 *
 * @returns the names of the migrations that ran, in order
 * @throws NewerDatabaseError, or the database's error
 */
export async function migrate(
  { db, engine, guard }: Connection,
  known: Record<string, Migration> = migrations(engine),
) {
  for (let attempt = 1; ; attempt++) {
    try {
      const applied = (await isCurrent(db, known)) ? [] : await applyPending(db, known);
      guard.newest = Object.keys(known).toSorted().at(-1) ?? "";
      return applied;
    } catch (error) {
      // A newer version may have migrated while this one waited.
      if (!isLocked(error)) await isCurrent(db, known);
      if (!isLocked(error) || attempt === maxAttempts) throw error;
    }
    await sleep(retryPauseMs);
  }
}

/** Whether nothing is pending. A newer version may have applied more, from here on. @throws NewerDatabaseError */
export async function isCurrent(db: Database, known: Record<string, Migration>) {
  const applied = await readApplied(db);
  const names = Object.keys(known);
  const unknown = applied.filter((name) => !names.includes(name));
  const hasAll = names.every((name) => applied.includes(name));
  const refused = hasAll ? unknown.find(isBreaking) : unknown[0];
  if (refused !== undefined) throw new NewerDatabaseError(refused);
  return hasAll;
}

async function applyPending(db: Database, known: Record<string, Migration>) {
  return db.transaction().execute(async (trx) => {
    if (engineOf(trx) === "postgres") await waitForOtherStarts(trx);
    const provider = { getMigrations: async () => withoutWriters(known) };
    const { error, results = [] } = await new Migrator({ db: trx, provider }).migrateToLatest();
    if (error) throw error;
    if (results.length > 0 && firstFollowed in known) await followOwnersTables(trx, engineOf(trx));
    return results.map(({ migrationName }) => migrationName);
  });
}

/** Takes a lock that one transaction of all processes can have. See docs/decisions/0229. */
export async function waitForOtherStarts(transaction: Database) {
  await sql`set local lock_timeout = ${sql.lit(longestMigrationMs)}`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction);
}

/** The migration since which triggers follow owners' tables. */
const firstFollowed = "108-acts";

/** Each migration first locks out writers, who all read `newestBreaking`, until the last migration is done. */
function withoutWriters(known: Record<string, Migration>): Record<string, Migration> {
  const waiting = Object.entries(known).map(([name, migration]) => {
    const up = async (db: Kysely<unknown>) => {
      if (engineOf(db as Database) === "postgres") await sql`lock table kysely_migration`.execute(db);
      // SQLite drops no column that a trigger names.
      else if (name > firstFollowed) await unfollowOwnersTables(db as Database, "sqlite");
      await migration.up(db);
    };
    return [name, { ...migration, up }];
  });
  return Object.fromEntries(waiting);
}

/** The names of the applied migrations, in order; none if they can't be read. */
async function readApplied(db: Database): Promise<string[]> {
  const read = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return read.then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  );
}
