/** Closes the menu on phones when the focus leaves it for the page below, and when a browser brings back a page that was left with the menu open. */
export function closeMenu() {
  addEventListener("focusout", ({ target, relatedTarget }) => {
    const menu = (target as Element).closest<HTMLElement>("[popover]:popover-open");
    const isLeft = menu && relatedTarget instanceof Element && !menu.contains(relatedTarget);
    // Its own button closes it by itself.
    if (isLeft && !relatedTarget.matches(`[popovertarget="${menu.id}"]`)) menu.hidePopover();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted)
      for (const menu of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) menu.hidePopover();
  });
}
