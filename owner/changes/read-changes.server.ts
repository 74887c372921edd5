import { type Change, readChanges } from "#shop/changes/change-log.ts";
import { readTypedNumbers } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { Owner } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { findUnfinished, readActs } from "#shop/undo/read-acts.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { ShownChange } from "./change-table.tsx";
import { findLinkedThings } from "./linked-things.server.ts";
import { areaOf, mayUndo } from "./undo-area.ts";

/** How many changes of one thing its screen shows. */
const shownChanges = 20;

interface ShownQuery extends Omit<Parameters<typeof readChanges>[1], "limit"> {
  limit?: number;
  /** Of who may undo some of the changes. */
  role?: Owner["role"];
}

/** Part of the activity log as screens show it, newest first. */
export async function readShownChanges(
  { db, settings }: Pick<ShopDatabase, "db" | "settings">,
  { role, ...query }: ShownQuery,
): Promise<ShownChange[]> {
  const changes = await withTypedNumbers(db, await readChanges(db, { limit: shownChanges, ...query }));
  const undoOf = role ? await readUndos(db, changes, role) : () => undefined;
  // The log of one thing is on its screen.
  const thingOf = role && query.subject === undefined ? await findLinkedThings(db, changes, role) : () => undefined;
  return changes.map((change) => {
    const { createdAt, act: _, isPart: __, ...shown } = change;
    return { ...shown, when: formatMoment(createdAt, settings), undo: undoOf(change), thing: thingOf(change) };
  });
}

/** What can be undone of some changes, or was. One of many of an act goes back with the others, from the log. */
async function readUndos(db: ShopDatabase["db"], changes: Change[], role: Owner["role"]) {
  const acts = await readActs(db, changes);
  const unfinished = await findUnfinished(db, [...acts.keys()]);
  return (change: Change): ShownChange["undo"] => {
    const act = acts.get(change.act ?? "");
    if (!act || change.isPart || !mayUndo(role, areaOf([change]))) return undefined;
    if (act.undoneAt === null) return act.undos > 0 ? "in part" : "possible";
    return unfinished.has(act.id) ? "going on" : "done";
  };
}

/** Names withdrawals by the order number that was typed: earlier versions logged their ids. */
async function withTypedNumbers(db: ShopDatabase["db"], changes: Change[]): Promise<Change[]> {
  const ids = changes.flatMap(({ kind, subject }) => (kind === "withdrawal" ? [subject] : []));
  if (ids.length === 0) return changes;
  const numbers = await readTypedNumbers(db, ids);
  return changes.map((change) =>
    change.kind === "withdrawal" ? { ...change, subject: numbers.get(change.subject) ?? change.subject } : change,
  );
}
