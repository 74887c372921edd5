import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const oneYear = 365 * 24 * 60 * 60;

interface HeaderOptions {
  /** Where the shop is found: browsers are kept to https once it is there. */
  shopUrl: string;
  mode: "production" | "development";
}

const nothing = ["'none'"];

/** What isn't a page runs nothing. Styles are free: browsers that show a picture by itself write some. */
const noPage = {
  scriptSrc: nothing,
  objectSrc: nothing,
  baseUri: nothing,
  formAction: nothing,
  frameAncestors: nothing,
};

/**
 * What every answer tells browsers not to do with it, unless the answer says otherwise itself. Pages bring a policy of their own, and Vite's
 * have none while they are being developed.
 */
export function securityHeaders({ shopUrl, mode }: HeaderOptions): MiddlewareHandler {
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy: mode === "production" ? noPage : undefined,
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
