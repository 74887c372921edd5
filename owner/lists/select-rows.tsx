import type { ReactNode } from "react";

/**
 * The header cell of a column whose cells begin with a checkbox. Its own checkbox, which scripts show, selects all rows of its form
 * (`owner/enhancements/select-all.ts`).
 */
export function SelectAll({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-3">
      <label hidden data-with-scripts className="flex items-center gap-3">
        <input type="checkbox" data-select-all data-selection="" className="block size-6 shrink-0 accent-spruce" />
        <span className="sr-only stacked:not-sr-only">Select all on this page</span>
      </label>
      <span className="stacked:hidden">{name}</span>
    </span>
  );
}

interface SelectRowProps {
  name: string;
  value: string | number;
  isSelected: boolean;
  /** The checkbox's name for screen readers. */
  label: string;
  children: ReactNode;
}

/** A row's title after its checkbox. */
export function SelectRow({ name, value, isSelected, label, children }: SelectRowProps) {
  return (
    <span className="flex items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isSelected}
        data-selection=""
        aria-label={label}
        className="block size-6 shrink-0 accent-spruce"
      />
      {children}
    </span>
  );
}

/** How many rows are selected, if any. Scripts fill it in. */
export function SelectedCount() {
  return <output data-selected-count className="flex h-11 items-center text-soft tabular-nums empty:hidden" />;
}
