import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ActsTable } from "#database/schema.ts";
import { catalogFields } from "../catalog/fields/product-fields.ts";
import { actOnManyOf, actsOnMany } from "../changes/acts-on-many.ts";
import { type Change, type ChangedFields, logChanges, type NewChange, readChanges } from "../changes/change-log.ts";
import type { KeptThing, UndoPreview } from "./preview-undo.ts";
import { fieldName } from "./record-fields.ts";

/** So many products of a large act have an entry of their own for its undo. */
const mostLogged = 1000;

interface Undoing {
  actor: string;
  now: Date;
  /** What it does, unless there is too much to tell. */
  plan: UndoPreview | undefined;
}

/**
 * Logs the undo of an act: each of its entries the other way around, without what stays. An import has one for all. Of what an earlier undo left, each field
 * has its values: the log's others went back then.
 */
export async function logUndo(transaction: Database, act: Selectable<ActsTable>, { actor, now, plan }: Undoing) {
  const isRest = act.undos > 0;
  if (act.name !== null) {
    const by = { actor, kind: "product", subject: act.name, action: actsOnMany.imported.undo } as const;
    return logChanges(transaction, [{ ...by, fields: isRest ? {} : countsOf(act) }], now);
  }
  const changes = await readChanges(transaction, { act: act.id, limit: mostLogged });
  const undoing = { actor, plan, isRest };
  await logChanges(
    transaction,
    changes.toReversed().flatMap((change) => undone(change, undoing) ?? []),
    now,
  );
}

function countsOf({ added, changed, removed }: Selectable<ActsTable>): ChangedFields {
  const counts = Object.entries({ added, changed, removed });
  return Object.fromEntries(counts.map(([name, before]) => [name, { before, after: 0 }]));
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

/** @returns undefined if nothing of the entry goes back */
function undone(
  { kind, subject, action, fields, isPart }: Change,
  { actor, plan, isRest }: Pick<Undoing, "actor" | "plan"> & { isRest: boolean },
): NewChange | undefined {
  const entry = { actor, kind, subject, isPart };
  // Its fields only say what it was: its parts have the values.
  const many = actOnManyOf({ kind, action });
  if (many) return { ...entry, action: many.undo, fields };
  if (kind === "product" && plan?.archived.has(subject)) return { ...entry, action: "archived by an undo" };
  if (kind === "discount" && plan?.turnedOff.has(subject)) return { ...entry, action: "turned off by an undo" };
  const isAbout = ({ id, table }: NamedFields) => table !== "products" || id === subject;
  const staying = new Set((plan?.kept ?? []).filter(isAbout).flatMap(namesIn));
  const left = isRest && plan ? new Set(plan.left.filter(isAbout).flatMap(namesIn)) : undefined;
  const back = Object.entries(fields).filter(([name]) => !staying.has(name) && (left?.has(name) ?? true));
  if (back.length === 0 && isPart && (Object.keys(fields).length > 0 || isRest)) return undefined;
  const swapped = back.map(([name, { before, after }]) => [name, { before: after, after: before }] as const);
  return { ...entry, action: "change undone", fields: Object.fromEntries(swapped) };
}

type NamedFields = Pick<KeptThing, "id" | "table" | "values">;

/** The fields that stay, as the log calls them. */
function namesIn({ table, values }: NamedFields) {
  return values.map(({ label, column }) => {
    const field = catalogFields.find((other) => other.column === column);
    return field ? field.inForm : fieldName(table, label);
  });
}
