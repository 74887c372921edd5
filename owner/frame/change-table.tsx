import type { Change, ChangedFields, FieldValue } from "#shop/owners/change-log.ts";
import { Table } from "#ui/table.tsx";

export interface ShownChange extends Omit<Change, "createdAt"> {
  /** "22 November 2026, 10:30" */
  when: string;
}

/** What earlier versions called some actions: the log keeps their words. */
const currentActions: Record<string, string> = {
  "put back": "unarchived",
  "tried again": "retried",
  "opened again": "reopened",
  answered: "replied to",
  given: "added",
};

/** A change log, with each field's value before and after. */
export function ChangeTable({ changes, empty }: { changes: ShownChange[]; empty: string }) {
  return (
    <Table
      caption="Changes"
      rows={changes}
      keyOf={({ id }) => id}
      empty={empty}
      room="some"
      columns={[
        { name: "Date", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
        {
          name: "By",
          cell: ({ actor }) => <span className="block wrap-anywhere @min-[44rem]:min-w-32">{actor}</span>,
        },
        {
          name: "Change",
          cell: ({ kind, subject, action }) => (
            <span className="wrap-anywhere">{`${kind === "mail" ? "email" : kind} ${subject} ${currentActions[action] ?? action}`}</span>
          ),
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

/** For texts of several lines, only the lines that differ; if only their order changed, their positions. */
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
  const text = value === null ? "empty" : String(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text;
}
