import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../process/config.ts";

/** The machine's own names for itself, with any port: proxies on it that don't pass the shopper's `Host` on, and its owner. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
/** Asked by whoever watches the machines, each by its address. */
const forProbes = ["/healthz", "/metrics"];

/**
 * Says whether a request is for this shop, by the host that it names: in its first line, if that is an absolute address, or else in
 * `X-Forwarded-Host`, if a trusted proxy sends it, or else in `Host`. A shop on localhost, as on a developer's machine, goes by any name.
 */
export function createHostCheck({ shopUrl, trustedProxies }: Pick<Config, "shopUrl" | "trustedProxies">) {
  const { host, hostname, port, protocol } = new URL(shopUrl);
  const known = [host, port ? host : `${hostname}:${protocol === "https:" ? 443 : 80}`];
  const isKnown = (name: string) => known.includes(name) || loopback.test(name);
  if (loopback.test(host)) return () => true;

  return ({ url = "", headers }: IncomingMessage) => {
    if (forProbes.includes(url.replace(/\?.*$/s, ""))) return true;
    const [, target] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
    const forwarded = trustedProxies > 0 ? headers["x-forwarded-host"]?.toString().split(",") : undefined;
    const named = target ?? forwarded?.at(-trustedProxies) ?? forwarded?.[0] ?? headers.host ?? "";
    return isKnown(named.trim().toLowerCase());
  };
}

/** Answers a request for another host, which came here by mistake or by somebody's design (RFC 9110, section 15.5.20). */
export function answerMisdirected(response: ServerResponse) {
  const body = "Misdirected Request\n";
  const headers = {
    "Content-Length": body.length,
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  response.writeHead(421, headers).end(body);
}
