import { type Change, readChanges } from "#shop/changes/change-log.ts";
import { readTypedNumbers } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { ShownChange } from "./change-table.tsx";

/** How many changes of one thing its screen shows. */
const shownChanges = 20;

/** Part of the activity log as screens show it, newest first. */
export async function readShownChanges(
  { db, settings }: Pick<ShopDatabase, "db" | "settings">,
  query: Omit<Parameters<typeof readChanges>[1], "limit"> & { limit?: number },
): Promise<ShownChange[]> {
  const changes = await withTypedNumbers(db, await readChanges(db, { limit: shownChanges, ...query }));
  return changes.map(({ createdAt, ...change }) => ({ ...change, when: formatMoment(createdAt, settings) }));
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
