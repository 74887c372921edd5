import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation, as after a page load, the keyboard and the screen reader begin at the new page: the focus goes to its heading, which is
 * read out.
 */
export function PageFocus() {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // A choice in a list's menus changes what is below them.
    if (document.activeElement?.matches("main select")) return;
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);

  return null;
}
