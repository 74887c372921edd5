import type { Change, ChangedFields, FieldValue } from "#shop/owners/change-log.ts";
import { Table } from "./data-table.tsx";

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
      room="some"
      columns={[
        { name: "When", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
        {
          name: "Who",
          cell: ({ actor }) => <span className="block wrap-anywhere @min-[44rem]:min-w-32">{actor}</span>,
        },
        {
          name: "What",
          cell: ({ kind, subject, action }) => <span className="wrap-anywhere">{`${kind} ${subject} ${action}`}</span>,
        },
        {
          name: "Before and after",
          cell: ({ fields }) => (
            <ul className="@min-[44rem]:min-w-40">
              {Object.entries(fields)
                .map(([name, values]) => ({ name, ...differingLines(values) }))
                .map(({ name, before, after }) => (
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

/** Of texts with lines, only the lines that one of them alone has; of lines in another order, which of them come when. */
function differingLines({ before, after }: ChangedFields[string]): ChangedFields[string] {
  const [were, are] = [linesOf(before), linesOf(after)];
  if (were.length < 2 && are.length < 2) return { before, after };
  const gone = were.filter((line) => !are.includes(line));
  const come = are.filter((line) => !were.includes(line));
  if (gone.length + come.length > 0) return { before: gone.join("\n") || null, after: come.join("\n") || null };
  return {
    before: were.map((_, index) => index + 1).join(", "),
    after: are.map((line) => were.indexOf(line) + 1).join(", "),
  };
}

function linesOf(value: FieldValue) {
  return typeof value === "string" && value !== "" ? value.split("\n") : [];
}

const mostShown = 200;

function shown(value: string | number | boolean | null) {
  const text = value === null ? "nothing" : String(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text;
}
