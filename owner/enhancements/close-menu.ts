/** Closes the menu on phones when a browser brings back a page that was left with the menu open. */
export function closeMenuOnNavigation() {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted)
      for (const menu of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) menu.hidePopover();
  });
}
