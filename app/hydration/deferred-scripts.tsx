import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { Scripts } from "react-router";
import { deferredScriptsId } from "./start-hydration.ts";

type AnyElement = ReactElement<Record<string, unknown>>;

/**
 * React Router's `<Scripts>`, with its module script as plain text that `startHydrationWhenPainted` runs, and the modules to be preloaded as
 * an attribute of it. React Router has no option for that, so the server changes its elements before they are rendered. In the browser, React
 * hydrates them as what they were.
 */
export const DeferredScripts = import.meta.env.SSR ? ScriptsAsText : Scripts;

function ScriptsAsText() {
  const elements = flatten(Scripts({}));
  const preload = elements.filter(isModulePreload).map(({ props }) => props.href);
  const deferred = { type: "text/plain", async: undefined, id: deferredScriptsId, "data-preload": preload.join(" ") };
  return Children.map(
    elements.filter((element) => !isModulePreload(element)),
    (script) => (script.props.type === "module" ? cloneElement(script, deferred) : script),
  );
}

function isModulePreload({ type, props }: AnyElement) {
  return type === "link" && props.rel === "modulepreload";
}

function flatten(node: ReactNode): AnyElement[] {
  if (Array.isArray(node)) return node.flatMap(flatten);
  if (!isValidElement<Record<string, unknown>>(node)) return [];
  return node.type === Fragment ? flatten(node.props.children as ReactNode) : [node];
}
