import { changeKinds } from "#shop/changes/change-log.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { SelectField } from "../forms/form-fields.tsx";
import { readNumber, readSearchText, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/activity-log";

const changesPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const given = url.searchParams;
  const [q, kind] = [readSearchText(given), readKind(given.get("kind"))];
  const before = readNumber(given.get("before"));
  const changes = await readShownChanges(context.get(shopContext), {
    kind,
    actor: q,
    before,
    wholeActs: true,
    role: context.get(ownerContext).role,
    limit: changesPerPage + 1,
  });
  requireListPage(url, { rows: changes, cursor: before, name: "before" });
  const shown = changes.slice(0, changesPerPage);
  return {
    query: { q, kind },
    isFirst: before === undefined,
    next: changes.length > changesPerPage ? shown.at(-1)?.id : undefined,
    changes: shown,
  };
}

function readKind(text: string | null) {
  return Object.hasOwn(changeKinds, text ?? "") ? (text as keyof typeof changeKinds) : undefined;
}

export default function Log({ loaderData: { query, changes, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Activity log" summary="All changes and who made them. Order history is on each order's timeline.">
      <SearchForm label="Person" q={query.q} columns="@min-[60rem]:grid-cols-[1fr_11rem_auto]">
        <SelectField label="Changes of" name="kind" defaultValue={query.kind}>
          <option value="">Everything</option>
          {Object.entries(changeKinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      <ChangeTable changes={changes} empty={query.q || query.kind ? "No changes match." : "No changes yet."} />
      <Pager
        label="Activity log pages"
        path="/owner/log"
        query={query}
        isFirst={isFirst}
        next={next}
        nextName="before"
      />
    </Screen>
  );
}
