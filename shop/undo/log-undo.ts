import type { Database } from "#database/connect.ts";
import { catalogFields } from "../catalog/fields/product-fields.ts";
import { type Change, logChanges, type NewChange, readChanges } from "../changes/change-log.ts";
import type { KeptThing } from "./preview-undo.ts";
import { fieldName } from "./record-fields.ts";

/** So many products of a large act have an entry of their own for its undo. */
const mostLogged = 1000;

interface Undoing {
  actor: string;
  now: Date;
  /** What was changed since and stays. */
  kept: KeptThing[];
}

/** Logs the undo of an act: each of its entries the other way around, without what stays. An import has one for all. */
export async function logUndo(transaction: Database, act: string, { actor, now, kept }: Undoing) {
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
    changes.toReversed().map((change) => undone(change, { actor, kept })),
    now,
  );
}

/** Logs that a rule refused the end of a large undo. */
export async function logLeftRest(
  transaction: Database,
  act: string,
  { actor, reason, now }: { actor: string; reason: string; now: Date },
) {
  const [entry] = await readChanges(transaction, { act, wholeActs: true, limit: 1 });
  if (!entry) return;
  const { kind, subject } = entry;
  const fields = { reason: { before: null, after: reason } };
  await logChanges(transaction, [{ actor, kind, subject, action: "undone in part", fields }], now);
}

function undone(
  { kind, subject, action, fields, isPart }: Change,
  { actor, kept }: Pick<Undoing, "actor" | "kept">,
): NewChange {
  // Its fields only say what it was: its parts have the values.
  if (bulkActions.includes(action)) return { actor, kind, subject, action: "bulk change undone", fields };
  const staying = new Set(kept.filter(({ id, table }) => table !== "products" || id === subject).flatMap(namesIn));
  const back = Object.entries(fields).filter(([name]) => !staying.has(name));
  const swapped = back.map(([name, { before, after }]) => [name, { before: after, after: before }] as const);
  return { actor, kind, subject, action: "change undone", fields: Object.fromEntries(swapped), isPart };
}

const bulkActions = ["changed in bulk", "bulk change undone"];

/** The fields that stay, as the log calls them. */
function namesIn({ table, values }: KeptThing) {
  return values.map(({ label, column }) => {
    const field = catalogFields.find((other) => other.column === column);
    return field ? field.inForm : fieldName(table, label);
  });
}
