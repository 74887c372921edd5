import { href, type Location } from "react-router";

/** The list a shopper came from: its address, and how many history entries back it is. */
export interface ListBehind {
  address: string;
  steps: number;
}

/**
 * The list that a page is, or was opened from, as seen from the page `further` history entries later. Undefined if there is none.
 * Browsers only. See docs/decisions/0111.
 */
export function listBehind({ pathname, search, state }: Location, further = 0): ListBehind | undefined {
  if (pathname === href("/products")) return { address: pathname + search, steps: further };
  const known: ListBehind | undefined = state?.list ?? (history.state?.idx === 0 ? listThatLinked() : undefined);
  return known && { ...known, steps: known.steps && known.steps + further };
}

/** For links followed before hydration. A new tab has no history to go back to. */
function listThatLinked(): ListBehind | undefined {
  const { origin, pathname, search } = URL.parse(document.referrer) ?? {};
  if (origin !== location.origin || pathname !== href("/products")) return undefined;
  return { address: pathname + search, steps: window.navigation?.canGoBack ? 1 : 0 };
}
