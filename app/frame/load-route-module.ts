import type { DataRouter } from "react-router";

declare global {
  /** React Router's own, in the browser. */
  var __reactRouterDataRouter: DataRouter;
}

/**
 * Replaces React Router's function of this name (`resolve.alias` in vite.config.ts), which reloads the open page when a module can't be fetched
 * (https://github.com/remix-run/react-router/blob/main/packages/react-router/lib/dom/ssr/routeModules.ts): without a network, pointing at a link
 * was enough to lose what was typed. `tests/journeys/outages.spec.ts` fails if React Router no longer uses it.
 *
 * @returns the module of a route; one that can't be fetched has no links to prefetch, and throws when it is rendered
 */
export async function loadRouteModule(route: { id: string; module: string }, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id];
  try {
    loaded[route.id] = await import(/* @vite-ignore */ route.module);
    return loaded[route.id];
  } catch (error) {
    const router = __reactRouterDataRouter;
    const { state, location: target } = router.state.navigation;
    // A server that answers, even with 404, can render the page itself. A form that is being sent is left alone.
    if (state === "loading" && (await fetch(route.module, { cache: "reload" }).catch(() => {}))) {
      location.assign(router.createHref(target));
      return new Promise(() => {});
    }
    const throwError = () => {
      throw error;
    };
    return { default: throwError };
  }
}
