import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { type LinkProps, Link as RouterLink, NavLink as RouterNavLink, StaticRouter } from "react-router";
import { expect, test } from "vitest";
import { Link, NavLink } from "./link.tsx";

const links: LinkProps[] = [
  { to: "/products/tea" },
  { to: "/products?filter=tea&page=2#list", prefetch: "intent", state: { from: "/" }, className: "a", children: "Tea" },
  {
    to: "/orders",
    reloadDocument: true,
    viewTransition: true,
    replace: true,
    preventScrollReset: true,
    "aria-label": "a",
  },
  { to: "/about", discover: "none", target: "_blank", relative: "path" },
  { to: "/a/../b" },
  { to: "//b" },
  { to: "/a//b" },
  { to: "/\\b" },
  { to: "/a\\b" },
  { to: "/a b?c=d e#f g" },
  { to: "/a?b=//c/.#" },
  { to: "/a?" },
  { to: "/a?#b" },
  { to: "/a?b#" },
  { to: "?page=2" },
  { to: "details" },
  { to: { pathname: "/a", search: "?b" } },
  { to: "https://example.com/" },
];

test.each(links)("the server writes a link as React Router would: %j", (props) => {
  expect(written(<Link {...props} />)).toBe(written(<RouterLink {...props} />));
});

const places = ["/", "/products", "/products/", "/Products/tea?q=a#b", "/productsheet", "/about"];

test.each(places)("the server marks the same links as current as React Router would at %s", (location) => {
  for (const [to, end] of [
    ["/", true],
    ["/products", false],
    ["/products", true],
    ["/About", false],
  ] as const) {
    const props = { to, end, className: "way", prefetch: "intent", "aria-label": "Way" } as const;
    expect(written(<NavLink {...props} />, location)).toBe(written(<RouterNavLink {...props} />, location));
  }
});

function written(link: ReactElement, location = "/products/list") {
  return renderToString(<StaticRouter location={location}>{link}</StaticRouter>);
}
