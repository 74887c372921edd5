/** What each kind of job works on. Saved as JSON: a change must still read the jobs that an earlier version has enqueued. */
export interface JobPayloads {
  mail: MailPayload;
  pictureSizes: { pictureId: string };
  /** The site's scheme, host and port. */
  pictureFetches: { origin: string };
  sales: null;
  publications: null;
  bestSellers: null;
  stockAlerts: null;
  catalogImports: null;
  /** The upload that it becomes, of which owner, and where it is read. */
  moveIns: { uploadId: string; actor: string; address: string };
  /** The act to undo, such as an import. */
  importUndos: { importId: string };
  unusedPictures: null;
  unnamedObjects: null;
  /** The checkout whose order has changed, and the position of the event; 0 for the order itself. */
  platformOrders: { checkoutId: string; orderEvent: number };
  /** The order whose VAT number the register is asked about. */
  vatChecks: { orderNumber: string };
  duePayments: null;
  dueCaptures: null;
  dueRefunds: null;
  eventAddresses: null;
  refundReconciliation: null;
  cleanUp: null;
  backupAudit: null;
  ecbRates: null;
  anonymizeOrders: null;
  /** Those that a migration left out. */
  indexes: null;
  bookedHours: null;
  invitations: null;
  webhookEvents: null;
  /** One job for each webhook that has something to send. */
  webhooks: { webhookId: string };
}

export type JobKind = keyof JobPayloads;

/** Names what a mail is about. Its text and links are written when it is sent, so the database keeps no secrets. */
export interface MailPayload {
  kind:
    | "verification"
    | "reset"
    | "signInCode"
    | "invitation"
    | "staffInvitation"
    | "passwordChanged"
    | "secondFactorOn"
    | "secondFactorOff"
    | "recoveryCodesRenewed"
    | "recoveryCodeUsed"
    | "passkeyAdded"
    | "passkeyDeleted"
    | "emailChange"
    | "emailChangeAsked"
    | "emailChanged"
    | "signedOut"
    | "dataDownloaded"
    | "accountDeleted"
    | "order"
    | "orderStep"
    | "ownerNotice"
    | "vatChecked"
    | "newOrder"
    | "newReturn"
    | "newMessage"
    | "alertRequest"
    | "backInStock"
    | "messageAnswer"
    | "withdrawal"
    | "newWithdrawal"
    | "webhookFailed";
  recipient: string;
  /** The page that asked to sign up (`web/origin.ts`), for the link to lead back to. */
  from?: string | undefined;
  orderNumber?: string;
  /** The position of the order's event. */
  orderEvent?: number;
  alertId?: string;
  answerId?: string;
  withdrawalId?: string;
  messageId?: number;
  /** The row of `emailChanges`. */
  changeId?: string;
  newEmail?: string;
  /** The browsers that were signed out, in words. */
  devices?: string[];
  /** How many recovery codes are left. */
  codesLeft?: number;
  /** Whether an owner did it. */
  isByShop?: boolean;
  /** The row of `staffInvitations`. */
  invitationId?: string;
  webhookId?: string;
  /** The message that was given up. */
  deliveryId?: number;
}

/** A job that this process has claimed. Times are milliseconds since 1970 (UTC). */
export interface ClaimedJob<Kind extends JobKind = JobKind> {
  id: number;
  kind: Kind;
  key: string | null;
  payload: JobPayloads[Kind];
  createdAt: number;
  /** Counts this one. */
  attempts: number;
  /** Names this claim of the job. */
  leasedBy: string;
  /** Which of the jobs enqueued under its key this is. */
  revision: number;
}

/** How jobs of one kind are run. */
export interface JobHandler<Kind extends JobKind> {
  /**
   * Does the work. It may be repeated after a crash.
   *
   * @param signal aborts it when the process must exit or has lost its lease; the job is then run again without counting as failed
   * @returns when to run the job again; nothing if it is done
   */
  run: (job: ClaimedJob<Kind>, signal: AbortSignal) => Promise<{ runAt: Date } | undefined>;
  /** How many jobs of the kind a process runs at once; one, unless they wait for others that may be slow. */
  atOnce?: number;
  /** How long to wait after each failure. After the last delay the job fails for good, unless `retryForMs` is given. See docs/decisions/0037. */
  retryDelays: readonly number[];
  /** Repeats the last delay until a job is this old. */
  retryForMs?: number;
  /** Makes the kind recurring: one job that runs again this long after each run. */
  everyMs?: number;
  /** Cleans up after a job that has failed for good. */
  onFinalFailure?: (payload: JobPayloads[Kind]) => Promise<unknown>;
  /** What the log says when a job fails. */
  failureMessage: (payload: JobPayloads[Kind]) => string;
  /** Whether trying again can't help. */
  isPermanent?: (error: unknown) => boolean;
  /** Whether other jobs of the kind may still work after this error. After any other error the worker pauses the kind. */
  isAboutOneJob?: (error: unknown) => boolean;
}

/** All handlers, by the kind of job. */
export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };
