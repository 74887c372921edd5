import type { Database } from "#database/connect.ts";
import { waitingCustomers } from "../accounts/imported-customers.ts";
import { logChange } from "../changes/change-log.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { ShopDatabase } from "../shop.ts";

/** Customers of the earlier shop without an account, by whether they were emailed a link to choose a password. */
export interface InvitationCounts {
  never: number;
  /** Whose email is still to be sent. */
  waiting: number;
  emailed: number;
}

export async function countInvitations(db: Database): Promise<InvitationCounts> {
  const { never, waiting, emailed } = await waitingCustomers(db)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("inviteDueAt", "is not", null).as("waiting"),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb("inviteDueAt", "is", null), eb("invitedAt", "is", null)]))
        .as("never"),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb("inviteDueAt", "is", null), eb("invitedAt", "is not", null)]))
        .as("emailed"),
    ])
    .executeTakeFirstOrThrow();
  return { never: Number(never), waiting: Number(waiting), emailed: Number(emailed) };
}

/**
 * Has those who never got the email, or those who got it and have no account yet, emailed in the background. See docs/decisions/0211.
 *
 * @returns how many
 */
export async function inviteCustomers(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  who: "never" | "emailed",
  actor: string,
) {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("importedCustomers")
      .set({ inviteDueAt: now().getTime() })
      .where("id", "in", waitingCustomers(trx).select("importedCustomers.id"))
      .where("inviteDueAt", "is", null)
      .where("invitedAt", who === "never" ? "is" : "is not", null)
      .executeTakeFirstOrThrow();
    const count = Number(numUpdatedRows);
    if (count === 0) return 0;
    await enqueue(trx, "invitations", { payload: null, key: jobKey, now: now() });
    const fields = { emails: { before: null, after: count } };
    await logChange(trx, { actor, kind: "mail", subject: "to choose a password", action: "queued", fields }, now());
    return count;
  });
}

/** Takes back the emails that aren't queued yet. @returns how many */
export async function stopInvitations({ db, now }: Pick<ShopDatabase, "db" | "now">, actor: string) {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("importedCustomers")
      .set({ inviteDueAt: null })
      .where("inviteDueAt", "is not", null)
      .executeTakeFirstOrThrow();
    const count = Number(numUpdatedRows);
    const fields = { emails: { before: count, after: null } };
    if (count > 0)
      await logChange(trx, { actor, kind: "mail", subject: "to choose a password", action: "stopped", fields }, now());
    return count;
  });
}

const jobKey = "invitations";

/** At most so many emails every ten seconds: mailbox providers distrust a shop that suddenly sends thousands. */
const mailsAtATime = 10;
export const invitationPauseMs = 10_000;

/** Queues the next few emails. @returns whether there are more */
export async function queueInvitations(db: Database, now: Date) {
  return db.transaction().execute(async (trx) => {
    const next = trx
      .selectFrom("importedCustomers")
      .select("id")
      .where("inviteDueAt", "is not", null)
      .orderBy("inviteDueAt")
      .orderBy("id")
      .limit(mailsAtATime);
    const due = await trx
      .updateTable("importedCustomers")
      .set({ inviteDueAt: null, invitedAt: now.getTime() })
      .where("id", "in", next)
      // Another process may have taken some since.
      .where("inviteDueAt", "is not", null)
      .returning("email")
      .execute();
    // Their writer leaves out those who have an account by then.
    for (const { email } of due) await queueMail(trx, { kind: "invitation", recipient: email }, now);
    return due.length === mailsAtATime;
  });
}
