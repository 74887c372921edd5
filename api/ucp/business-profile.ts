import { protocolVersion } from "#shop/platforms/protocol-version.ts";
import { readPublishedKeys, readSigningKey } from "#shop/platforms/signing-keys.ts";
import type { Shop } from "#shop/shop.ts";
import { declaredCapabilities } from "./capabilities.ts";
import { paths, schemaAt, shoppingService, specificationAt } from "./protocol.ts";

/**
 * What the shop publishes of itself: https://ucp.dev/2026-04-08/specification/overview#business-profile. Buyers pay in the shop's own checkout, so no
 * payment handler takes their data elsewhere.
 */
export async function businessProfile({ db, settings, now }: Pick<Shop, "db" | "settings" | "now">) {
  const { shopUrl, authSecret } = settings;
  // Made before anyone looks for it.
  await readSigningKey(db, authSecret, now());
  const service = (transport: string, path: string, schema: string) => ({
    version: protocolVersion,
    spec: specificationAt("overview"),
    transport,
    schema: schemaAt(`services/shopping/${schema}`),
    endpoint: shopUrl + path,
  });
  return {
    ucp: {
      version: protocolVersion,
      services: {
        [shoppingService]: [
          service("rest", paths.rest, "rest.openapi.json"),
          service("mcp", paths.mcp, "mcp.openrpc.json"),
        ],
      },
      capabilities: declaredCapabilities(),
      payment_handlers: {},
    },
    signing_keys: await readPublishedKeys(db),
  };
}
