import { href } from "react-router";
import { actOnManyOf } from "#shop/changes/acts-on-many.ts";
import type { Change } from "#shop/changes/change-log.ts";
import { StackedLine, Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";
import { ChangedValue, hasChanged } from "./changed-value.tsx";
import { fromLog } from "./from-log.ts";
import { LinkedSentence, sentenceWithName } from "./linked-sentence.tsx";
import type { LinkedThing } from "./linked-things.server.ts";
import { UndoLink, type UndoState } from "./undo-link.tsx";

export interface ShownChange extends Omit<Change, "createdAt" | "act" | "isPart"> {
  /** "22 November 2026, 10:30" */
  when: string;
  /** What it names, if that has another screen, which who sees it may open. */
  thing?: LinkedThing | undefined;
  /** Whether it can be undone, was undone in part or whole, or is being undone; undefined if there is nothing that who sees it may undo. */
  undo?: UndoState | undefined;
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
  const to = href("/log/:changeId", { changeId: String(id) });
  // An import has a screen of its own, which other screens lead to.
  const from = actOnManyOf(change)?.act === "imported" ? `?${fromLog}` : "";
  return undo && <UndoLink state={undo} to={to + from} name={sentenceWithName(change)} />;
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
                <LinkedSentence {...change} />
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
