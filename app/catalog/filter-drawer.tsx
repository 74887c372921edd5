import type { FocusEvent, ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { CloseIcon, FilterIcon } from "#ui/icons.tsx";

const drawerId = "filters";

/** Opens the drawer on screens too narrow for a column, without a script. @param chosen how many filters are chosen */
export function FilterButton({ chosen }: { chosen: number }) {
  return (
    <Button type="button" popoverTarget={drawerId} look="quiet" className="shrink-0 bg-raised px-3 text-sm lg:hidden">
      <FilterIcon className="size-5" />
      <span className="max-sm:sr-only">All filters</span>
      {chosen > 0 && <span>({chosen})</span>}
    </Button>
  );
}

/** While the drawer covers the list, the focus stays in it. */
function keepFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget) && currentTarget.matches(":popover-open"))
    focusFirst(currentTarget);
}

function focusFirst(drawer: HTMLElement) {
  drawer.querySelector("button")?.focus();
}

/** All filters: a column next to the list, or a drawer. */
export function FilterDrawer({ children }: { children: ReactNode }) {
  return (
    <aside
      id={drawerId}
      popover="auto"
      aria-label="Refine"
      onToggle={({ currentTarget, newState }) => newState === "open" && focusFirst(currentTarget)}
      onBlur={keepFocus}
      onSubmit={({ currentTarget }) => currentTarget.hidePopover()}
      className="filters"
    >
      <div className="mb-3 flex items-center justify-between lg:hidden">
        <span className="font-display text-2xl">Filters</span>
        <button
          type="button"
          aria-label="Close"
          popoverTarget={drawerId}
          popoverTargetAction="hide"
          className="grid size-11 place-items-center rounded-full hover:bg-ink/5"
        >
          <CloseIcon />
        </button>
      </div>
      {children}
    </aside>
  );
}
