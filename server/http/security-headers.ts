import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const oneYear = 365 * 24 * 60 * 60;

interface HeaderOptions {
  /** The public URL. With https, browsers stay on https. */
  shopUrl: string;
  mode: "production" | "development";
}

const nothing = ["'none'"];

/** For everything but pages. Styles are allowed, because browsers add some to a picture that is opened by itself. */
const noPage = {
  scriptSrc: nothing,
  objectSrc: nothing,
  baseUri: nothing,
  formAction: nothing,
  frameAncestors: nothing,
};

/**
 * Security headers for every response that doesn't set its own. Pages have their own policy; Vite's pages in development have none.
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
