import type { Server, ServerResponse } from "node:http";
import type { Shop } from "#shop/shop.ts";

/** Milliseconds that requests in flight have to end when the shop is asked to; then their connections are closed. */
const drainTimeoutMs = 8000;
/** Milliseconds after which the process ends, whatever is still going on. */
export const stopTimeoutMs = 9500;

/**
 * Finishes what is in flight, then ends. A terminal and npm may both send the signal, so only the first one counts.
 *
 * @param answering the answers that aren't over yet
 */
export function stopOnSignal(
  server: Server,
  answering: ReadonlySet<ServerResponse>,
  { db, mailSender, paymentSettler, pictureMaker }: Shop,
) {
  let stopping = false;
  function stop() {
    if (stopping) return;
    stopping = true;
    answering.forEach(sayLast);
    server.prependListener("request", (_request, response) => sayLast(response));
    const workEnded = Promise.all([mailSender.stop(), paymentSettler.stop(), pictureMaker.stop()]);
    server.close(async () => {
      await workEnded;
      await db.destroy();
      process.exit(0);
    });
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref();
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  }
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Nothing more is asked on its connection, so that no question gets lost when that is closed. */
function sayLast(response: ServerResponse) {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
