/** Empty rows below the filled ones. */
const emptyRows = 2;

/** The numbers of the rates that a form shows: up to the last filled one, and some empty ones. */
export function shownRows<Row extends number>(rows: readonly Row[], isFilled: (row: Row) => unknown) {
  return rows.slice(0, Math.max(...rows.filter(isFilled), 1) + emptyRows);
}

/** The class of a row's fieldset: three columns of the grid around it, and on phones two lines of fields. */
export const rateRow =
  "min-w-0 sm:contents max-sm:grid max-sm:grid-cols-2 max-sm:gap-3 max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-4";
