import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const focusable = "a,button,input,select,textarea";

/** The focused element of each page of this visit, by history key. */
const lastFocused = new Map<string, { name: string; index: number }>();

/**
 * After a navigation, the focus moves to the new page's heading, which screen readers announce. After Back or Forward it returns to where it was.
 * What only refines a list keeps the focus, and a filter that was removed passes it on to another one (`data-removes-filter`).
 */
export function PageFocus() {
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  const page = pathname + search;
  const shown = useRef(page);
  const last = useRef<Element>(undefined);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const known = type === "POP" && lastFocused.get(key);
    let target: HTMLElement | null | undefined = known ? namesakes(known.name)[known.index] : null;
    if (!target) {
      // List menus, filters and the search field keep the focus: only the results change.
      if (document.activeElement?.matches("select,[type=checkbox],[data-typed]")) return;
      if (last.current?.matches("[data-removes-filter]")) target = document.querySelector("[data-removes-filter]");
    }
    if (!target) {
      target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
      if (target) target.tabIndex = -1;
    }
    target?.focus({ preventScroll: true });
  }, [page, type, key]);

  useEffect(() => {
    function note({ target }: Event) {
      const element = (target as Element).closest?.<HTMLElement>(focusable);
      if (!element) return;
      last.current = element;
      const name = nameOf(element);
      lastFocused.set(key, { name, index: namesakes(name).indexOf(element) });
    }
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [key]);

  return null;
}

/** The page's elements with a tag name, in order. */
function namesakes(name: string) {
  return [...document.querySelectorAll<HTMLElement>(focusable)].filter((element) => nameOf(element) === name);
}

/** Identifies an element after its page was rendered again. */
function nameOf(element: HTMLElement) {
  return `${element.tagName} ${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
}
