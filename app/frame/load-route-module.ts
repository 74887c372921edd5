declare global {
  /** React Router's own, in the browser. */
  var __reactRouterDataRouter: import("react-router").DataRouter;
}

/**
 * Stands in for React Router's function of this name (`ownRouteModules` of `vite-plugins.ts`), which reloads the page that is open when a module
 * can't be had. Without a network, or after the shop was built anew, to point at a link was enough to lose what had been typed.
 *
 * @returns the module of a route; one that can't be had has no links to prefetch, and throws when it is to be shown
 */
export async function loadRouteModule(route: { id: string; module: string }, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id];
  try {
    loaded[route.id] = await import(/* @vite-ignore */ route.module);
    return loaded[route.id];
  } catch (error) {
    const router = __reactRouterDataRouter;
    const { state, location: target } = router.state.navigation;
    // A shop that answers, be it that there is no such file, knows the page that is on its way. What is being sent is waited for.
    if (state === "loading" && (await fetch(route.module, { cache: "reload" }).catch(() => {}))) {
      location.assign(router.createHref(target));
      return new Promise(() => {});
    }
    return {
      default() {
        throw error;
      },
    };
  }
}
