import { protocolVersion } from "#shop/platforms/protocol-version.ts";

const published = `https://ucp.dev/${protocolVersion}`;

/** A page of the specification. */
export function specificationAt(path: string) {
  return `${published}/specification/${path}`;
}

/** A schema of the specification. */
export function schemaAt(path: string) {
  return `${published}/${path}`;
}

/** The service whose operations the shop offers. */
export const shoppingService = "dev.ucp.shopping";

/** Below the shop. */
export const paths = { profile: "/.well-known/ucp", rest: "/ucp/v1", mcp: "/ucp/mcp" } as const;
