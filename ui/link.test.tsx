import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { type LinkProps, Link as RouterLink, StaticRouter } from "react-router";
import { expect, test } from "vitest";
import { Link } from "./link.tsx";

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

function written(link: ReactElement) {
  return renderToString(<StaticRouter location="/products/list">{link}</StaticRouter>);
}
