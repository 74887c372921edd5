import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useShop } from "./use-shop.ts";

const focusable = "a,button,input,select,textarea";

/** What changes only a part of the page: list menus, filters, the search field while it is typed in, and the options of a product. */
const refining = "select,[type=checkbox],[data-typed],[data-keeps-focus]";

/** The focused element of each page of this visit, by history key. */
const lastFocused = new Map<string, { name: string; index: number }>();

/**
 * After a navigation, the focus moves to the new page's heading, which screen readers announce. After Back or Forward it returns to where it was.
 * What only refines a list keeps the focus, wherever it has moved on to since, and a filter that was removed passes it on to another one
 * (`data-removes-filter`). A form whose answer replaces it, and signing out, lead to the heading too. See docs/decisions/0018.
 */
export function PageFocus() {
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  const isSignedIn = useShop().user !== null;
  const page = pathname + search;
  const shown = useRef(page);
  const last = useRef<Element>(undefined);
  const used = useLastUsed();

  // biome-ignore lint/correctness/useExhaustiveDependencies: who signs out stays on the page
  useEffect(() => {
    if (shown.current === page) {
      if (isLost(last.current)) focusHeading();
      return;
    }
    shown.current = page;
    const known = type === "POP" && lastFocused.get(key);
    let target: HTMLElement | null | undefined = known ? namesakes(known.name)[known.index] : null;
    if (!target) {
      if (document.activeElement?.matches(refining)) return;
      // While the answer was awaited, the focus may have moved on. While it moves, nothing has it, and to take it then would stop it.
      if (used.current?.matches(refining) && !isLost(last.current)) return;
      if (last.current?.matches("[data-removes-filter]")) target = document.querySelector("[data-removes-filter]");
    }
    if (target) target.focus({ preventScroll: true });
    else focusHeading();
  }, [page, type, key, isSignedIn, used]);

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

/** The link, button or field that was pressed, chosen or typed in last. */
function useLastUsed() {
  const used = useRef<Element>(undefined);
  useEffect(() => {
    function note({ target }: Event) {
      used.current = (target as Element).closest?.(focusable) ?? used.current;
    }
    for (const type of ["click", "input"]) addEventListener(type, note, true);
    return () => {
      for (const type of ["click", "input"]) removeEventListener(type, note, true);
    };
  }, []);
  return used;
}

/** Whether the element that had the focus is gone. */
function isLost(element: Element | undefined) {
  return element !== undefined && !element.isConnected && document.activeElement === document.body;
}

/** Moves the focus to the page's heading. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The page's elements with a tag name, in order. */
function namesakes(name: string) {
  return [...document.querySelectorAll<HTMLElement>(focusable)].filter((element) => nameOf(element) === name);
}

/** Identifies an element after its page was rendered again. */
function nameOf(element: HTMLElement) {
  return `${element.tagName} ${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
}
