import { createServer } from "node:http";

/** In milliseconds: slow connections mustn't take the place of others. */
const limits = {
  /** Until a request's headers are there. */
  headersTimeout: 20_000,
  /** Until its body is there too: 8 MB at half a megabit a second. */
  requestTimeout: 130_000,
  /** How often these two are looked after. */
  connectionsCheckingInterval: 5_000,
  /** Without a byte in either direction amid a request: the client stopped sending or reading. */
  idleTimeout: 60_000,
  /** Between two requests. Longer than a proxy keeps a connection (nginx 60 s), or it sends a request on one that the shop has just closed. */
  keepAliveTimeout: 75_000,
};

/** Bytes of a request's first line and headers: browsers and proxies send far less. */
const maxHeaderSize = 16 * 1024;

/** An HTTP server that closes connections which take too long, or whose headers exceed the limit. */
export function createServerWithTimeouts(changes: Partial<typeof limits> = {}) {
  const { idleTimeout, ...timeouts } = { ...limits, ...changes };
  const server = createServer({ ...timeouts, maxHeaderSize });
  server.setTimeout(idleTimeout);
  return server;
}
