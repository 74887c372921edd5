import { readChanges } from "#shop/changes/change-log.ts";
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
  const changes = await readChanges(db, { limit: shownChanges, ...query });
  return changes.map(({ createdAt, ...change }) => ({ ...change, when: formatMoment(createdAt, settings) }));
}
