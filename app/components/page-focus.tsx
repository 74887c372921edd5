import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** After a navigation, as after a page load, the keyboard and the screen reader begin at the new page, whose title is read out. */
export function PageFocus() {
  const { pathname, search } = useLocation();
  // A filter or a sort order changes what is below it, and the focus stays on its menu; another page of the list is another page.
  const page = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const shown = useRef(page);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    document.getElementById("main")?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [page]);

  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}
