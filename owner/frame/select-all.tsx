/** A list's header cell that selects all rows of its form. Scripts show it in place of the column's name (`owner/enhancements/select-rows.ts`). */
export function SelectAll({ name }: { name: string }) {
  return (
    <>
      <span data-without-scripts>{name}</span>
      <label hidden data-with-scripts className="flex items-center gap-3">
        <input type="checkbox" data-select-all data-selection="" className="size-5 shrink-0 accent-spruce" />
        <span className="sr-only stacked:not-sr-only">Select all on this page</span>
      </label>
    </>
  );
}

/** How many rows are selected, if any. Scripts fill it in. */
export function SelectedCount() {
  return <output data-selected-count className="flex h-11 items-center text-soft tabular-nums empty:hidden" />;
}
