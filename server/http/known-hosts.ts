import type { IncomingMessage } from "node:http";
import type { Config } from "../environment/config.ts";
import { probePaths } from "../observability/probe-paths.ts";

/** The machine's own names, with any port: for its owner, and for local proxies that don't forward `Host`. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * Checks whether a request names this shop's host: in an absolute URL on its first line, or else in a trusted proxy's `X-Forwarded-Host`, or else in
 * `Host`. A shop on localhost accepts any name. See docs/decisions/0085.
 */
export function createHostCheck({ shopUrl, trustedProxies }: Pick<Config, "shopUrl" | "trustedProxies">) {
  const { host, hostname, port, protocol } = new URL(shopUrl);
  const known = [host, port ? host : `${hostname}:${protocol === "https:" ? 443 : 80}`];
  const isKnown = (name: string) => known.includes(name) || loopback.test(name);
  if (loopback.test(host)) return () => true;

  return ({ url = "", headers }: IncomingMessage) => {
    const [, target] = url.startsWith("/") ? [] : (/^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? []);
    const forwarded = trustedProxies > 0 ? headers["x-forwarded-host"]?.toString().split(",") : undefined;
    const named = target ?? forwarded?.at(-trustedProxies) ?? forwarded?.[0] ?? headers.host ?? "";
    // Monitoring calls each machine by its own address.
    return isKnown(named.trim().toLowerCase()) || probePaths.includes(url.replace(/\?.*$/s, ""));
  };
}
