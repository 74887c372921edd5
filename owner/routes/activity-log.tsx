import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { shopContext } from "#web/request-context.ts";
import { ChangeTable } from "../frame/change-table.tsx";
import { Pager } from "../frame/pager.tsx";
import { Screen } from "../frame/screen.tsx";
import type { Route } from "./+types/activity-log";

const changesPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const before = /^\d{1,15}$/.exec(url.searchParams.get("before") ?? "")?.[0];
  const changes = await readChanges(db, { before: before ? Number(before) : undefined, limit: changesPerPage + 1 });
  const shown = changes.slice(0, changesPerPage);
  return {
    isFirst: before === undefined,
    next: changes.length > changesPerPage ? shown.at(-1)?.id : undefined,
    changes: shown.map(({ createdAt, ...change }) => ({ ...change, when: formatMoment(createdAt, settings.timeZone) })),
  };
}

export default function Log({ loaderData: { changes, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Activity log" summary="All changes and who made them. Order history is on each order's timeline.">
      <ChangeTable changes={changes} empty="No changes yet." />
      <Pager label="Activity log pages" path="/owner/log" isFirst={isFirst} next={next} nextName="before" />
    </Screen>
  );
}
