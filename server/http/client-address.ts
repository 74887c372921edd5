import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { networkOf } from "#shop/limits/client-network.ts";

/** Reads the client's network address of a request. */
export type AddressOf = (context: { env: HttpBindings }) => string;

/**
 * The client's network address. Each trusted proxy appends the address that called it to `X-Forwarded-For`; clients may write anything before
 * that.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number) {
  const forwarded = trustedProxies > 0 ? headers["x-forwarded-for"]?.toString().split(",") : undefined;
  return forwarded?.at(-trustedProxies)?.trim() || (socket.remoteAddress ?? "");
}

/** The key of one client in fair scheduling: its IPv4 address, or its /64 network in IPv6. */
export function clientKey(request: IncomingMessage, trustedProxies: number) {
  return networkOf(clientAddress(request, trustedProxies));
}
