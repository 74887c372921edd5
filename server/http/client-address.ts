import type { IncomingMessage } from "node:http";
import { networkOf } from "#shop/accounts/client-network.ts";

/**
 * The network address that a request came from. Each trusted proxy appends the address that called it to `X-Forwarded-For`; clients
 * may have written anything ahead of that.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number) {
  const forwarded = (headers["x-forwarded-for"]?.toString() ?? "").split(",").map((address) => address.trim());
  const named = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined;
  return named || (socket.remoteAddress ?? "");
}

/** What counts as one client where clients take turns: its address, or its whole network of 64 bits in IPv6. */
export function clientKey(request: IncomingMessage, trustedProxies: number) {
  return networkOf(clientAddress(request, trustedProxies));
}
