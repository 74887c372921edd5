import { href, type Location } from "react-router";

/** The list that a shopper came from: its address, and how many steps back in the browser's history it is. */
export interface ListBehind {
  address: string;
  steps: number;
}

/**
 * The list behind a page, seen from the page `further` steps on: the page itself, or the one from which the products up to it were opened.
 * Undefined where there is none. Only in the browser.
 */
export function listBehind({ pathname, search, state }: Location, further = 0): ListBehind | undefined {
  if (pathname === href("/products")) return { address: pathname + search, steps: further };
  const known: ListBehind | undefined = state?.list ?? (history.state?.idx === 0 ? listThatLinked() : undefined);
  return known && { ...known, steps: known.steps && known.steps + further };
}

/** The list whose link was followed before the list was hydrated. In a tab of its own, the way back has no steps. */
function listThatLinked(): ListBehind | undefined {
  const { origin, pathname, search } = URL.parse(document.referrer) ?? {};
  if (origin !== location.origin || pathname !== href("/products")) return undefined;
  return { address: pathname + search, steps: window.navigation?.canGoBack ? 1 : 0 };
}
