import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { createFindPattern } from "./route-patterns.ts";

const findPattern = createFindPattern(routes);

test.each([
  ["/", "/"],
  ["/_.data", "/"],
  ["/products", "/products"],
  ["/products/", "/products"],
  ["/products.data", "/products"],
  ["/products/lemons", "/products/:id"],
  ["/products/lemons.data", "/products/:id"],
  ["/verify-email/confirm", "/verify-email/confirm"],
  ["/order-confirmation/ABCDEFGH12", "/order-confirmation/:orderNumber"],
  ["/sitemap.xml", "/sitemap.xml"],
  ["/healthz", "/healthz"],
  ["/readyz", "/readyz"],
  ["/metrics", "/metrics"],
  ["/orders", "/orders"],
  ["/api/v1/products/lemons/stock", "/api/v1/products/:id/stock"],
  ["/api/v1/lemons", "*"],
  ["/.well-known/ucp", "/.well-known/ucp"],
  ["/ucp/v1/catalog/search", "/ucp/v1/catalog/search"],
  ["/ucp/mcp", "/ucp/mcp"],
  ["/products/lemons/more", "*"],
  ["/assets/root.js", "*"],
  ["/wp-login.php", "*"],
  ["", "/"],
  ["*", "*"],
])("%s leads to the route %s", (path, pattern) => {
  expect(findPattern(path)).toBe(pattern);
  expect(findPattern(path), "when it is asked for again").toBe(pattern);
});
