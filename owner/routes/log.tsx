import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { shopContext } from "#web/request-context.ts";
import { ChangeTable } from "../components/change-table.tsx";
import { Pager } from "../components/pager.tsx";
import { Screen } from "../components/screen.tsx";
import type { Route } from "./+types/log";

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
    <Screen title="Log" summary="Who has changed what. What happened to an order stands on its own screen.">
      <ChangeTable changes={changes} empty="Nothing was changed yet." />
      <Pager label="Pages of the log" path="/owner/log" isFirst={isFirst} next={next} nextName="before" />
    </Screen>
  );
}
