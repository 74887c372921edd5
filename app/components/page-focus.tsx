import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation, as after a page load, the keyboard and the screen reader begin at the new page: the focus goes to its heading, which is
 * read out.
 */
export function PageFocus() {
  const { pathname, search } = useLocation();
  // A filter or a sort order changes what is below it, and the focus stays on its menu; another page of the list is another page.
  const page = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);

  return null;
}
