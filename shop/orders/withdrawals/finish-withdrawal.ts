import { changedFields, logChange } from "../../changes/change-log.ts";
import type { Shop } from "../../shop.ts";

/** Marks a statement as done, or as waiting again. What it says stays. @returns false if there is no such statement */
export function setWithdrawalDone(
  { db, now }: Pick<Shop, "db" | "now">,
  id: string,
  { actor, isDone }: { actor: string; isDone: boolean },
) {
  return db.transaction().execute(async (trx) => {
    const time = now();
    const changed = await trx
      .updateTable("withdrawals")
      .set({ doneAt: isDone ? time.getTime() : null })
      .where("id", "=", id.slice(0, 36))
      .where("doneAt", isDone ? "is" : "is not", null)
      .returning("orderNumber")
      .executeTakeFirst();
    if (!changed) {
      const row = trx.selectFrom("withdrawals").select("id").where("id", "=", id.slice(0, 36));
      return (await row.executeTakeFirst()) !== undefined;
    }
    const fields = changedFields({ done: !isDone }, { done: isDone });
    const action = isDone ? "marked as done" : "reopened";
    await logChange(trx, { actor, kind: "withdrawal", subject: changed.orderNumber, action, fields }, time);
    return true;
  });
}
