/** What the server writes for a page's scripts (`hydration-data.server.ts`). Modules are given by their addresses. */
export interface HydrationData {
  /** React Router's configuration. */
  context: object;
  /** Modules to run before all others, in order. */
  setUp: string[];
  /** The modules of each matched route, by its id. */
  routes: Record<string, string[]>;
  /** The module that hydrates the page. */
  entry: string;
  /** These modules and all that they import. */
  preload: string[];
}

/**
 * Loads a page's modules at once and runs them, for React Router to hydrate the page. Its `<Scripts>` sets the same globals.
 *
 * @param written by `writeHydrationData`
 */
export async function hydratePage(written: string) {
  const end = written.indexOf("\n");
  const { context, setUp, routes, entry, preload }: HydrationData = JSON.parse(written.slice(0, end));
  for (const href of preload)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  for (const module of setUp) await load(module);
  const modules = Object.entries(routes).map(async ([id, parts]) => [
    id,
    Object.assign({}, ...(await Promise.all(parts.map(load)))),
  ]);
  Object.assign(window, {
    __reactRouterContext: { ...context, stream: new Blob([written.slice(end + 1)]).stream() },
    __reactRouterRouteModules: Object.fromEntries(await Promise.all(modules)),
  });
  await load(entry);
}

/** Runs a module in a script element: a module that throws is reported, and one that can't be loaded isn't an uncaught error, as in `<Scripts>`. */
async function load(module: string) {
  const { promise: hasRun, resolve: onload, reject: onerror } = Promise.withResolvers<Event>();
  document.head.append(
    Object.assign(document.createElement("script"), { type: "module", src: module, onload, onerror }),
  );
  await hasRun;
  return import(/* @vite-ignore */ module);
}
