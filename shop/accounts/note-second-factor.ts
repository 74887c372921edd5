import type { Database } from "#database/connect.ts";
import { logChange } from "../changes/change-log.ts";
import type { MailPayload } from "../jobs/job-kinds.ts";
import { queueMail } from "../jobs/mail-queue.ts";

interface Noted {
  uid: string;
  email: string;
  kind: MailPayload["kind"] & keyof typeof actions;
  actor?: string | undefined;
  /** How many recovery codes are left, after one was used. */
  codesLeft?: number;
}

const actions = {
  secondFactorOn: "two-step verification on",
  secondFactorOff: "two-step verification off",
  recoveryCodesRenewed: "new recovery codes",
  recoveryCodeUsed: "recovery code used",
  passkeyAdded: "passkey added",
  passkeyDeleted: "passkey deleted",
};

/** Emails a customer about a change or use of their second factors, and logs what concerns owners and staff. */
export async function noteSecondFactor(transaction: Database, { uid, email, kind, actor, ...mail }: Noted, now: Date) {
  await queueMail(transaction, { kind, recipient: email, ...mail }, now);
  const owner = await transaction.selectFrom("owners").select("role").where("uid", "=", uid).executeTakeFirst();
  if (!owner && actor === undefined) return;
  const change = { actor: actor ?? email, kind: "customer", subject: email, action: actions[kind] } as const;
  await logChange(transaction, change, now);
}
