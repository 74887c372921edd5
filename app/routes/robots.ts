import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/robots";

/**
 * Where search engines have no business: behind the sign-in, and where links in mails lead. The cart and the forms that sign in
 * and up are linked from every page; they may be read, because only who reads them learns that they are not to be listed.
 */
const privatePaths = [
  "/back-in-stock",
  "/checkout",
  "/order-confirmation/",
  "/orders",
  "/profile",
  "/reset-password",
  "/sign-out",
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
