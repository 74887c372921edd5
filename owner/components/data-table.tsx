import type { ReactNode } from "react";

interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right, where rows have columns. */
  isNumber?: boolean;
  /** It says what the row is, so that nobody must be told the column's name. */
  isTitle?: boolean;
}

interface TableProps<Row> {
  /** What the table holds, for who can't see it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Said in place of a table without rows. */
  empty: string;
  /** How much room the columns need; in less, each row is a block. */
  room?: keyof typeof rooms;
}

/** Their widths are in owner.css. */
const rooms = {
  least: "@container/least-room",
  little: "@container/little-room",
  some: "@container/some-room",
  much: "@container/much-room",
};

/** Rows with columns; where there is no room for columns each row is a block, in which cells say their columns' names. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, room = "little" }: TableProps<Row>) {
  if (rows.length === 0) return <p className="py-8 text-soft">{empty}</p>;
  return (
    <div className={`relative -m-1 overflow-x-auto p-1 ${rooms[room]}`}>
      <table className="rows" {...roles.table}>
        <caption className="sr-only">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" {...roles.columnheader} className={isNumber ? "text-right" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...roles.row}>
              {columns.map(({ name, cell, isNumber, isTitle }) => (
                <td
                  key={name}
                  {...roles.cell}
                  data-column={isTitle ? undefined : name}
                  className={isNumber ? "number" : undefined}
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

/** What the elements are anyway. Some browsers forget it once a style sheet shows them as blocks. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
};
