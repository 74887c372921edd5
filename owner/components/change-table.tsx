import type { Change } from "#shop/owners/change-log.ts";
import { Table } from "./table.tsx";

export interface ShownChange extends Omit<Change, "createdAt"> {
  /** "2026-11-22 10:30" */
  when: string;
}

/** Changes, with what each field was before and what it is after. */
export function ChangeTable({ changes, empty }: { changes: ShownChange[]; empty: string }) {
  return (
    <Table
      caption="Changes"
      rows={changes}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { name: "When", cell: ({ when }) => <span className="whitespace-nowrap tabular-nums">{when}</span> },
        { name: "Who", cell: ({ actor }) => <span className="whitespace-nowrap">{actor}</span> },
        { name: "What", cell: ({ kind, subject, action }) => `${kind} ${subject} ${action}` },
        {
          name: "Before and after",
          cell: ({ fields }) => (
            <ul className="min-w-48">
              {Object.entries(fields).map(([name, { before, after }]) => (
                <li key={name} className="wrap-anywhere">
                  {name}: <del className="text-soft">{shown(before)}</del> →{" "}
                  <ins className="no-underline">{shown(after)}</ins>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

const mostShown = 200;

function shown(value: string | number | boolean | null) {
  const text = value === null ? "nothing" : String(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text;
}
