import { type ComponentType, lazy, type ReactNode } from "react";

type Component<Part> = Part extends (props: infer Props) => ReactNode ? ComponentType<Props> : never;

/**
 * A part of a page whose script loads after all others. Until it has loaded, the server's HTML stays, and pages reached by navigation lack the
 * part. React blocks navigation while it hydrates a part, so a failed load is retried. See docs/decisions/0074.
 *
 * @param name which of the module's exports to show
 */
export function lazyWithRetry<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => {
    let tryToLoad = load;
    for (let waitMs = 500; ; waitMs *= 2) {
      try {
        return { default: (await tryToLoad())[name] as Component<Module[Name]> };
      } catch (error) {
        // Browsers remember that an address failed (https://github.com/whatwg/html/issues/6768), and most name it in the error.
        const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
        if (address) tryToLoad = () => import(/* @vite-ignore */ `${address}?retry=${waitMs}`);
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  });
}
