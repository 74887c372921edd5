import type { ReactNode } from "react";

interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** What the table holds, for who can't see it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Said in place of a table without rows. */
  empty: string;
}

/** Rows with columns; on narrow screens the table moves sideways in its own frame. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="py-8 text-soft">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must do so by keyboard too
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's
    <div role="group" aria-label={caption} tabIndex={0} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={`border-b border-field px-3 py-2 text-sm font-medium whitespace-nowrap text-soft first:pl-0 last:pr-0 ${isNumber ? "text-right" : ""}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-ink/3">
              {columns.map(({ name, cell, isNumber }) => (
                <td
                  key={name}
                  className={`border-b border-line px-3 py-2.5 first:pl-0 last:pr-0 ${isNumber ? "text-right tabular-nums" : ""}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
