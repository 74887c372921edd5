import { buildMissingIndexes } from "#database/build-indexes.ts";
import { removeExpiredChanges } from "../accounts/change-email.ts";
import { removeExpiredTokens } from "../accounts/password-resets.ts";
import { removeExpiredCodes } from "../accounts/sign-in-codes.ts";
import { removeExpiredInvitations } from "../accounts/staff-invitations.ts";
import { auditBackup } from "../audit/backup-audit.ts";
import { keepBookedHours } from "../bookkeeping/booked-hours.ts";
import { queueStockAlerts, removeOldStockAlerts } from "../catalog/alerts/stock-alerts.ts";
import { resumeImports } from "../catalog/batches/staged-import.ts";
import { createPictureFetchHandler } from "../catalog/fetched-pictures/fetch-pictures.ts";
import { removeOldFetches } from "../catalog/fetched-pictures/picture-progress.ts";
import { countBestSellers } from "../catalog/lists/best-sellers.ts";
import { createMoveInHandler } from "../catalog/move-in/move-in-job.ts";
import { forgetOldActs } from "../catalog/past-imports/past-imports.ts";
import { runDueSales } from "../catalog/pricing/sales.ts";
import { runPublications } from "../catalog/products/run-publications.ts";
import { invitationPauseMs, queueInvitations } from "../earlier-shop/invitations.ts";
import { removeExpiredKeys } from "../idempotency/idempotency-keys.ts";
import { removeOldFailures } from "../jobs/claim-job.ts";
import type { JobHandlers } from "../jobs/job-kinds.ts";
import { createMailHandler } from "../mail/mail-handler.ts";
import { removeOldOutboxMails } from "../mail/outbox.ts";
import { anonymizeOrders } from "../orders/anonymize-orders.ts";
import { createPaymentHandlers } from "../orders/payment-jobs.ts";
import { createVatCheckHandler } from "../orders/recheck-vat-number.ts";
import { createPictureSizesHandler } from "../pictures/make-sizes.ts";
import { pruneUnused } from "../pictures/prune-unused.ts";
import { removeUnnamed } from "../pictures/storage/remove-unnamed.ts";
import { createPlatformOrderHandler } from "../platforms/platform-order-job.ts";
import { removeExpiredSelections } from "../platforms/remove-expired.ts";
import { hasOrders } from "../settings/settings.ts";
import type { Shop } from "../shop.ts";
import { createEcbHandler } from "../taxes/follow-ecb.ts";
import { finishUndo } from "../undo/undo-act.ts";
import { createEventHandler, removeOldDeliveries } from "../webhooks/distribute-events.ts";
import { createWebhookHandler } from "../webhooks/send-deliveries.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** All that the shop does in the background. */
export function createJobHandlers(shop: Omit<Shop, "jobs">): JobHandlers {
  const { db, now } = shop;
  return {
    mail: createMailHandler(shop),
    ...createPictureHandlers(shop),
    ...createImportHandlers(shop),
    ...createPaymentHandlers(shop),
    vatChecks: createVatCheckHandler(shop),
    platformOrders: createPlatformOrderHandler(shop),

    ...createClockHandlers(shop),
    ecbRates: createEcbHandler(shop),
    anonymizeOrders: createAnonymizeHandler(shop),
    indexes: createIndexHandler(shop),
    bookedHours: createBookedHoursHandler(shop),

    stockAlerts: {
      run: async () => void (await queueStockAlerts(db, now())),
      retryDelays: [],
      everyMs: 10 * second,
      failureMessage: () => "Stock alerts not sent",
    },

    cleanUp: {
      async run() {
        await removeOldFailures(db, now());
        await removeOldStockAlerts(db, now());
        await removeExpiredTokens(db, now());
        await removeExpiredCodes(db, now());
        await removeExpiredChanges(db, now());
        await removeExpiredInvitations(db, now());
        await removeOldOutboxMails(db, now());
        await removeOldFetches(db, now());
        await removeOldDeliveries(db, now());
        await removeExpiredKeys(db, now());
        await removeExpiredSelections(db, now());
        while (await forgetOldActs(db, now())) {}
      },
      retryDelays: [minute],
      everyMs: hour,
      failureMessage: () =>
        "Old jobs, stock alerts, links, codes, emails, failed pictures, idempotency keys, carts of platforms and webhook deliveries not removed",
    },

    webhookEvents: createEventHandler(shop),
    webhooks: createWebhookHandler(shop),

    invitations: {
      async run() {
        const hasMore = await queueInvitations(db, now());
        return hasMore ? { runAt: new Date(now().getTime() + invitationPauseMs) } : undefined;
      },
      retryDelays: [minute, hour],
      retryForMs: 7 * 24 * hour,
      failureMessage: () => "Emails to choose a password not queued",
    },

    backupAudit: {
      async run(_, signal) {
        if (await hasOrders(db)) await auditBackup(shop, signal);
        return undefined;
      },
      retryDelays: [hour],
      everyMs: 7 * 24 * hour,
      failureMessage: () => "Backup not audited",
    },
  };
}

function createPictureHandlers(shop: Omit<Shop, "jobs">) {
  const { db, now } = shop;
  return {
    pictureSizes: createPictureSizesHandler(shop),

    unusedPictures: {
      run: async () => ((await pruneUnused(db, now())) ? { runAt: new Date(now().getTime() + minute) } : undefined),
      retryDelays: [minute],
      everyMs: hour,
      failureMessage: () => "Unused pictures not removed",
    },

    unnamedObjects: {
      run: async () => ((await removeUnnamed(shop)) ? { runAt: now() } : undefined),
      retryDelays: [minute],
      everyMs: hour,
      failureMessage: () => "Objects of deleted pictures not removed",
    },
  } satisfies Partial<JobHandlers>;
}

/** What imports leave to do. */
function createImportHandlers(shop: Omit<Shop, "jobs">) {
  return {
    moveIns: createMoveInHandler(shop),
    pictureFetches: createPictureFetchHandler(shop),

    catalogImports: {
      run: async () => void (await resumeImports(shop.db)),
      retryDelays: [],
      everyMs: 10 * second,
      failureMessage: () => "A catalog import was not finished",
    },

    importUndos: {
      run: async ({ payload: { importId } }, signal) => void (await finishUndo(shop, importId, signal)),
      retryDelays: [10 * second, minute],
      retryForMs: 24 * hour,
      failureMessage: () => "A large change was not undone to the end",
    },
  } satisfies Partial<JobHandlers>;
}

function createAnonymizeHandler(shop: Omit<Shop, "jobs">): JobHandlers["anonymizeOrders"] {
  return {
    run: async () => ((await anonymizeOrders(shop)) ? { runAt: shop.now() } : undefined),
    retryDelays: [minute],
    everyMs: 24 * hour,
    failureMessage: () => "Orders of deleted accounts not anonymized",
  };
}

function createIndexHandler({ db, now }: Omit<Shop, "jobs">): JobHandlers["indexes"] {
  return {
    run: async () => ((await buildMissingIndexes(db)) ? { runAt: new Date(now().getTime() + minute) } : undefined),
    retryDelays: [minute, 10 * minute],
    retryForMs: 30 * 24 * hour,
    failureMessage: () => "Indexes of large tables not built",
  };
}

function createBookedHoursHandler(shop: Omit<Shop, "jobs">): JobHandlers["bookedHours"] {
  return {
    run: async (_, signal) => ((await keepBookedHours(shop, signal)) ? { runAt: shop.now() } : undefined),
    retryDelays: [minute],
    everyMs: 5 * minute,
    failureMessage: () => "Hours of the books not added up",
  };
}

/** What changes the catalog because time passes. */
function createClockHandlers(shop: Omit<Shop, "jobs">): Pick<JobHandlers, "sales" | "publications" | "bestSellers"> {
  const { now } = shop;
  const soon = (next: number | undefined) =>
    next === undefined || next > now().getTime() + 10 * second ? undefined : { runAt: new Date(next) };
  return {
    sales: {
      run: async () => soon(await runDueSales(shop)),
      retryDelays: [],
      everyMs: 10 * second,
      failureMessage: () => "Sales not started or ended",
    },

    publications: {
      run: async () => soon(await runPublications(shop)),
      retryDelays: [],
      everyMs: 10 * second,
      failureMessage: () => "Products not published or taken down",
    },

    bestSellers: {
      run: async () => void (await countBestSellers(shop)),
      retryDelays: [],
      everyMs: 10 * minute,
      failureMessage: () => "Best sellers not counted",
    },
  };
}
