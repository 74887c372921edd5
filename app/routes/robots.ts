import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/robots";

/**
 * Pages behind the sign-in, and targets of links in emails. Cart, sign-in and sign-up may be crawled although they are unlisted:
 * every page links to them, and only crawlers that read them see their `noindex`.
 */
const privatePaths = [
  "/account",
  "/back-in-stock",
  "/checkout",
  "/order-confirmation/",
  "/orders",
  "/profile",
  "/reset-password",
  "/sign-out",
  "/staff-invitation",
  "/verify-email",
];

export function loader({ context }: Route.LoaderArgs) {
  const { shopUrl } = context.get(shopContext).settings;
  const lines = [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${shopUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
