import { type ComponentType, lazy } from "react";

/**
 * A part of a page whose scripts come after all others. Where they can't be had, what the server has rendered stays as it is, and a page
 * that the router brings goes without that part.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => {}),
    ),
  );
}
