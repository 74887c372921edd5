import { createServer, type IncomingMessage, Server } from "node:http";

/** In milliseconds, against connections that are slow on purpose. */
const limits = {
  /** For a request's headers. */
  headersTimeout: 20_000,
  /** For the whole request: 8 MB at half a megabit a second. */
  requestTimeout: 130_000,
  /** How often these two are checked. */
  connectionsCheckingInterval: 5_000,
  /** Without a byte in either direction during a request: the client stopped sending or reading. */
  idleTimeout: 60_000,
  /** Between two requests. Longer than proxies keep connections (nginx 60 s, Caddy 120 s), so that they don't use one that was just closed. */
  keepAliveTimeout: 130_000,
};

/** Bytes of a request's first line and headers: browsers and proxies send far less. */
const maxHeaderSize = 16 * 1024;

/**
 * An HTTP server that closes connections which take too long, or whose headers exceed the limit. Requests without a body end at once, without the events of
 * a stream (docs/decisions/0370).
 */
export function createServerWithTimeouts(changes: Partial<typeof limits> = {}) {
  const { idleTimeout, ...timeouts } = { ...limits, ...changes };
  const server = createServer({ ...timeouts, maxHeaderSize, optimizeEmptyRequests: true });
  server.setTimeout(idleTimeout);
  return server;
}

/** Milliseconds that an owner's backup may take to arrive. */
const longestUploadMs = 6 * 60 * 60_000;

/**
 * Lets a request's body take hours. Node has one such limit for all requests of a server, so it is raised until this one's end; slow ones still end after a
 * minute without a byte. Only owners may do it, one at a time.
 *
 * @returns a function that ends it
 */
export function allowLongUpload({ socket: { server } }: IncomingMessage) {
  if (!(server instanceof Server)) return () => {};
  const { requestTimeout } = server;
  server.requestTimeout = longestUploadMs;
  return () => {
    server.requestTimeout = requestTimeout;
  };
}
