import { type ComponentType, lazy } from "react";

/**
 * A part of a page whose scripts come after all others. While they can't be had, what the server has rendered stays as it is, and a page
 * that the router brings goes without that part. React waits with whole pages for a part that it is hydrating, so they are asked for again.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const untilThere = (waitMs: number): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise((resolve) => setTimeout(() => resolve(untilThere(waitMs * 2)), waitMs)),
    );
  return lazy(() => untilThere(500));
}
