import type { ReactNode } from "react";

/** A column of a table. */
export interface Column<Row> {
  name: string;
  /** Shown in the header in place of the name. */
  heading?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  isNumber?: boolean;
  /** The row's title. It needs no column name in the stacked layout. */
  isTitle?: boolean;
  /** Needs no column name in the stacked layout. */
  isSelfEvident?: boolean;
  /** Hidden in the stacked layout, where the title's cell says the same in fewer lines. */
  isInTitle?: boolean;
}

interface TableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Shown instead of an empty table. */
  empty: string;
  /** The width that the columns need. Narrower tables stack each row. */
  room?: keyof typeof rooms;
}

/** Their widths are in owner.css. */
const rooms = {
  least: "@container/least-room",
  little: "@container/little-room",
  some: "@container/some-room",
  more: "@container/more-room",
  much: "@container/much-room",
};

/** A table. Where it is too narrow, each row is a block and cells show their column's name. See docs/decisions/0059. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, room = "little" }: TableProps<Row>) {
  if (rows.length === 0) return <p className="py-8 text-soft">{empty}</p>;
  return (
    <div className={`relative -m-1 overflow-x-auto p-1 ${rooms[room]}`}>
      <table className="rows" {...roles.table}>
        <caption className="sr-only">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ name, heading = name, isNumber, isInTitle }) => (
              <th
                key={name}
                scope="col"
                {...roles.columnheader}
                className={classesOf(isNumber && "text-right", isInTitle && "stacked:hidden")}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...roles.row}>
              {columns.map(({ name, cell, isNumber, isTitle, isSelfEvident, isInTitle }) => (
                <td
                  key={name}
                  {...roles.cell}
                  data-column={isTitle || isSelfEvident ? undefined : name}
                  className={classesOf(isNumber && "number", isInTitle && "stacked:hidden")}
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

/** In the stacked layout, a line below a row's title with what its hidden columns say. */
export function StackedLine({ children }: { children: ReactNode }) {
  return <span className="hidden text-sm wrap-anywhere text-soft tabular-nums stacked:block">{children}</span>;
}

function classesOf(...names: (string | false | undefined)[]) {
  return names.filter(Boolean).join(" ") || undefined;
}

/** The elements' native roles, which some browsers drop once CSS displays them as blocks. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
};
