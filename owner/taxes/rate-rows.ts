/** Empty rows below the filled ones. */
const emptyRows = 2;

/** The numbers of the rates that a form shows: up to the last filled one, and some empty ones. */
export function shownRows<Row extends number>(rows: readonly Row[], isFilled: (row: Row) => unknown) {
  return rows.slice(0, Math.max(...rows.filter(isFilled), 1) + emptyRows);
}
