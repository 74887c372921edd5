import type { Database } from "#database/connect.ts";
import { type Change, type ChangedFields, logChanges, type NewChange, readChanges } from "../changes/change-log.ts";

/** So many products of a large act have an entry of their own for its undo. */
const mostLogged = 1000;

/** Logs the undo of an act: each of its entries the other way around. An import has one for all. */
export async function logUndo(transaction: Database, act: string, { actor, now }: { actor: string; now: Date }) {
  const past = await transaction
    .selectFrom("acts")
    .select(["name", "added", "changed", "removed"])
    .where("id", "=", act)
    .executeTakeFirstOrThrow();
  if (past.name !== null) {
    const { name, added, changed, removed } = past;
    const fields = {
      ...{ added: { before: added, after: 0 }, changed: { before: changed, after: 0 } },
      removed: { before: removed, after: 0 },
    };
    return logChanges(transaction, [{ actor, kind: "product", subject: name, action: "import undone", fields }], now);
  }
  const changes = await readChanges(transaction, { act, limit: mostLogged });
  await logChanges(
    transaction,
    changes.toReversed().map((change) => undone(change, actor)),
    now,
  );
}

function undone({ kind, subject, fields, isPart }: Change, actor: string): NewChange {
  return { actor, kind, subject, action: "change undone", fields: swapped(fields), isPart };
}

function swapped(fields: ChangedFields): ChangedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { before, after }]) => [name, { before: after, after: before }]),
  );
}
