import type { ReactNode } from "react";
import { type LinkProps, Link as RouterLink, NavLink as RouterNavLink, useLocation } from "react-router";

/**
 * React Router's link. The server writes one to a whole path as it is, without React Router's work to resolve it: a list has a hundred links. See
 * docs/decisions/0367.
 */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  if (typeof props.to !== "string" || !isWholePath(props.to)) return <RouterLink {...props} />;
  // Copied once: leaving some out twice would take as long as the rest.
  const {
    to,
    target,
    discover = "render",
    prefetch,
    reloadDocument,
    replace,
    state,
    preventScrollReset,
    viewTransition,
    relative,
    mask,
    defaultShouldRevalidate,
    ...attributes
  } = props;
  return <a {...attributes} href={to} target={target} data-discover={discover === "render" ? "true" : undefined} />;
}

/** What React Router would change: dots, an empty query or hash, and double slashes or backslashes, which may lead to another host. */
const toResolve = /[/\\]{2}|\/\.|[?#](?:#|$)/;

/** Whether a path has nothing to resolve. */
function isWholePath(path: string) {
  return path.startsWith("/") && !toResolve.test(path);
}

interface NavLinkProps extends LinkProps {
  /** A path without a query; marked as current on pages below it, too. */
  to: string;
  /** Marked as current on this page alone. */
  end?: boolean;
  className: string;
}

/** React Router's link that says whether its page is on screen, written on the server as `Link` is. */
export const NavLink: (props: NavLinkProps) => ReactNode = import.meta.env.SSR ? ServerNavLink : RouterNavLink;

function ServerNavLink({ end, className, ...link }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const own = link.to.toLowerCase();
  const isCurrent = pathname === own || (!end && own !== "/" && pathname.startsWith(`${own}/`));
  return (
    <ServerLink
      {...link}
      aria-current={isCurrent ? "page" : undefined}
      className={isCurrent ? `${className} active` : className}
    />
  );
}
