import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const oneYear = 365 * 24 * 60 * 60;

interface HeaderOptions {
  /** Where the shop is found: browsers are kept to https once it is there. */
  shopUrl: string;
  mode: "production" | "development";
}

/**
 * What every answer tells browsers not to do with it, unless the answer says otherwise itself. Pages bring a policy of their own;
 * what isn't a page may load nothing at all. Vite's pages have none while they are being developed.
 */
export function securityHeaders({ shopUrl, mode }: HeaderOptions): MiddlewareHandler {
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy: mode === "production" ? { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } : undefined,
    strictTransportSecurity: shopUrl.startsWith("https:") && `max-age=${oneYear}`,
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
