import { useEffect, useState } from "react";
import { createPath, type Location, useLocation, useNavigation } from "react-router";
import { focusHeading } from "../page/page-focus.tsx";

/**
 * Keeps the page when React Router can't fetch a route's module, and would reload it
 * (https://github.com/remix-run/react-router/blob/main/packages/react-router/lib/dom/ssr/routeModules.ts). It then waits for the module forever, so
 * the browser itself opens the pages that follow. See docs/decisions/0191.
 *
 * @returns the path of the page that is being opened if the shop is out of reach
 */
export function useUnreachablePage() {
  const { pathname } = useLocation();
  const { state, location: target } = useNavigation();
  const [isBroken, setBroken] = useState(false);
  const [unreachable, setUnreachable] = useState<Location>();

  useEffect(() => {
    // In development, Vite reloads pages.
    if (import.meta.env.DEV || !("navigation" in window)) return;
    function keepPage(event: NavigateEvent) {
      // A page that the browser restored is hidden while it reloads itself (`restored-page.ts`).
      if (event.navigationType !== "reload" || event.userInitiated || document.documentElement.hidden) return;
      event.preventDefault();
      setBroken(true);
    }
    navigation.addEventListener("navigate", keepPage);
    return () => navigation.removeEventListener("navigate", keepPage);
  }, []);

  useEffect(() => {
    if (!isBroken || state !== "loading" || target.pathname === pathname) return;
    const path = createPath(target);
    // A server that answers, even with 404, can render the page itself.
    fetch(path).then(
      () => location.assign(path),
      () => {
        setUnreachable(target);
        focusHeading();
      },
    );
  }, [isBroken, state, target, pathname]);

  return target && target === unreachable ? createPath(target) : undefined;
}
