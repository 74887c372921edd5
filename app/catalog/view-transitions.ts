import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { listBehind } from "./list-behind.ts";

/** How long the page may stand still for its successor, in milliseconds. One that takes longer comes without a transition. */
const transitionTimeoutMs = 150;

/**
 * Follows a card's link to its product, with the card's picture becoming the page's (`.shown-product`). The address and the page change at
 * once, inside the transition: the router's own transitions change the address first.
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
    // The picture of a product whose page is left stays behind.
    document.querySelector(".shown-product")?.classList.remove("shown-product");
    picture?.classList.add("shown-product");
    const transition = document.startViewTransition(() => Promise.race([go(), wait(transitionTimeoutMs)]));
    // One that is cut short, by the next step or a hidden page, is no error.
    transition.ready.catch(() => {});
    transition.finished.finally(() => picture?.classList.remove("shown-product"));
  };
}

/** The page that is being left hears no more presses, and isn't read out any more. @returns what undoes that, should it stay */
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
