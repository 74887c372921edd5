import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { listBehind } from "./list-behind.ts";

/** How long the old page may freeze, in milliseconds. Slower pages open without a transition. */
const transitionTimeoutMs = 150;

/**
 * Opens a product from its card; the card's picture becomes the page's (`.shown-product`). Address and page change together inside
 * the transition, whereas the router's own transitions change the address first.
 */
export function useTravelToProduct(address: string) {
  const navigate = useNavigate();
  const location = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const picture = event.currentTarget.closest("[data-card]")?.querySelector("[data-card-picture]");
    const stay = leavePage();
    const go = async () => {
      await navigate(address, { flushSync: true, state: { list: listBehind(location, 1) } });
      stay();
    };
    if (!document.startViewTransition || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      go();
      return;
    }
    // Going away from a product page, its picture doesn't move.
    document.querySelector(".shown-product")?.classList.remove("shown-product");
    picture?.classList.add("shown-product");
    const transition = document.startViewTransition(() => Promise.race([go(), wait(transitionTimeoutMs)]));
    // The next navigation or a hidden page may skip a transition; that is no error.
    transition.ready.catch(() => {});
    transition.finished.finally(() => picture?.classList.remove("shown-product"));
  };
}

/** Makes the old page inert. @returns a function that undoes it if the page stays */
function leavePage() {
  const main = document.getElementById("main");
  const parts = [...(main?.children ?? [])];
  if (main?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  const mark = (isLeft: boolean) => {
    for (const part of parts) {
      part.toggleAttribute("inert", isLeft);
      part.ariaHidden = isLeft ? "true" : null;
    }
  };
  mark(true);
  return () => mark(false);
}

function wait(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}
