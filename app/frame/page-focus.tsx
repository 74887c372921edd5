import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const focusable = "a,button,input,select,textarea";

/** What had the focus on the pages of this visit, by their keys in the browser's history. */
const lastFocused = new Map<string, { name: string; index: number }>();

/**
 * After a navigation, as after a page load, the keyboard and the screen reader begin at the new page: the focus goes to its heading, which is
 * read out. On a page that was come back to, it goes to where it was.
 */
export function PageFocus() {
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  const page = pathname + search;
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const known = type === "POP" && lastFocused.get(key);
    let target: HTMLElement | null | undefined = known ? namesakes(known.name)[known.index] : null;
    if (!target) {
      // A choice in a list's menus changes what is below them; whoever is typing the next search goes on.
      if (document.activeElement?.matches("select,[data-typed]")) return;
      target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
      if (target) target.tabIndex = -1;
    }
    target?.focus({ preventScroll: true });
  }, [page, type, key]);

  useEffect(() => {
    function note({ target }: Event) {
      const element = (target as Element).closest?.<HTMLElement>(focusable);
      if (!element) return;
      const name = nameOf(element);
      lastFocused.set(key, { name, index: namesakes(name).indexOf(element) });
    }
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [key]);

  return null;
}

/** The page's elements of one name, in their order. */
function namesakes(name: string) {
  return [...document.querySelectorAll<HTMLElement>(focusable)].filter((element) => nameOf(element) === name);
}

/** What tells an element from others when its page is rendered anew. */
function nameOf(element: HTMLElement) {
  return `${element.tagName} ${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
}
