import { type LinkProps, Link as RouterLink } from "react-router";

/**
 * React Router's link. The server writes one to a whole path as it is, without React Router's work to resolve it: a list has a hundred links. See
 * docs/decisions/0367.
 */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  const { to, target, discover = "render", ...rest } = props;
  if (typeof to !== "string" || !isWholePath(to)) return <RouterLink {...props} />;
  const { prefetch, reloadDocument, replace, state, preventScrollReset, viewTransition, ...further } = rest;
  const { relative, mask, defaultShouldRevalidate, ...attributes } = further;
  return <a {...attributes} href={to} target={target} data-discover={discover === "render" ? "true" : undefined} />;
}

/** What React Router would change: dots, an empty query or hash, and double slashes or backslashes, which may lead to another host. */
const toResolve = /[/\\]{2}|\/\.|[?#](?:#|$)/;

/** Whether a path has nothing to resolve. */
function isWholePath(path: string) {
  return path.startsWith("/") && !toResolve.test(path);
}
