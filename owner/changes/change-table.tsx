import { href, Link } from "react-router";
import type { Change } from "#shop/changes/change-log.ts";
import { Sentence } from "#ui/sentence.tsx";
import { StackedLine, Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";
import { changeSentence } from "./change-sentence.ts";
import { ChangedValue, hasChanged } from "./changed-value.tsx";

export interface ShownChange extends Omit<Change, "createdAt" | "act" | "isPart"> {
  /** "22 November 2026, 10:30" */
  when: string;
  /** Whether it can be undone, was undone in part or whole, or is being undone; undefined if there is nothing that who sees it may undo. */
  undo?: "possible" | "in part" | "done" | "going on" | undefined;
}

/** What was changed about what a screen shows. */
export function Activity({ changes, empty = "No changes yet." }: { changes: ShownChange[]; empty?: string }) {
  return (
    <Part title="Activity">
      <ChangeTable changes={changes} empty={empty} />
    </Part>
  );
}

/** The fields that changed; nothing for changes without any. */
export function ChangedValues({ kind, fields }: Pick<ShownChange, "kind" | "fields">) {
  const changed = Object.entries(fields).filter(([, values]) => hasChanged(values));
  if (changed.length === 0) return null;
  return (
    <ul className="@min-[48rem]:min-w-40">
      {changed.map(([field, values]) => (
        <li key={field} className="whitespace-pre-line wrap-anywhere">
          <ChangedValue kind={kind} field={field} values={values} />
        </li>
      ))}
    </ul>
  );
}

function undoCell(change: ShownChange) {
  const { id, undo } = change;
  if (undo === "done") return <span className="text-soft">Undone</span>;
  if (undo === "going on") return <span className="text-soft">Being undone…</span>;
  return (
    undo && (
      <>
        {undo === "in part" && <span className="block text-soft">Undone in part</span>}
        <Link
          to={href("/log/:changeId", { changeId: String(id) })}
          className="text-link inline-flex min-h-11 items-center"
        >
          {undo === "in part" ? "Undo the rest" : "Undo"}
          <span className="sr-only">
            {undo === "in part" ? ": " : " "}
            {changeSentence(change)}
          </span>
        </Link>
      </>
    )
  );
}

/** A change log, with each field's value before and after. */
export function ChangeTable({ changes, empty }: { changes: ShownChange[]; empty: string }) {
  return (
    <Table
      caption="Changes"
      rows={changes}
      keyOf={({ id }) => id}
      empty={empty}
      room="more"
      columns={[
        {
          name: "Date",
          isInTitle: true,
          cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span>,
        },
        {
          name: "By",
          isInTitle: true,
          cell: ({ actor }) => <span className="block max-w-56 wrap-break-word">{actor}</span>,
        },
        {
          name: "Change",
          isTitle: true,
          cell: (change) => (
            <>
              <span className="wrap-anywhere stacked:font-medium">
                <Sentence text={changeSentence(change)} names={[change.subject]} />
              </span>
              <StackedLine>
                {change.when} · {change.actor}
              </StackedLine>
            </>
          ),
        },
        {
          name: "Before and after",
          isSelfEvident: true,
          cell: ({ kind, fields }) => <ChangedValues kind={kind} fields={fields} />,
        },
        ...(changes.some(({ undo }) => undo) ? [{ name: "Undo", isSelfEvident: true, cell: undoCell }] : []),
      ]}
    />
  );
}
