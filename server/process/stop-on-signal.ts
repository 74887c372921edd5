import type { Server, ServerResponse } from "node:http";
import type { Shop } from "#shop/shop.ts";

/** Milliseconds that requests in flight have to finish before their connections are closed. */
const drainTimeoutMs = 8000;
/** Milliseconds after which the process exits in any case. */
export const stopTimeoutMs = 9500;

/**
 * Finishes requests in flight, then exits. A terminal and npm may both send the signal, so only the first counts. See docs/decisions/0029.
 *
 * @param stopping says to the rest of the process that it stops
 * @param answering unfinished responses
 */
export function stopOnSignal(
  server: Server,
  stopping: AbortController,
  answering: ReadonlySet<ServerResponse>,
  { db, jobs, stopTracing }: Pick<Shop, "db" | "jobs"> & { stopTracing?: (() => Promise<void>) | undefined },
) {
  function stop() {
    if (stopping.signal.aborted) return;
    stopping.abort();
    answering.forEach(closeConnection);
    server.prependListener("request", (_request, response) => closeConnection(response));
    const workEnded = jobs.stop();
    server.close(async () => {
      await workEnded;
      await db.destroy();
      await stopTracing?.();
      process.exit(0);
    });
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref();
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  }
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Asks the client to send no more requests on this connection, so that none is lost when it closes. */
function closeConnection(response: ServerResponse) {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
