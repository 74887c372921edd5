import type { Server } from "node:http";
import type { Shop } from "#shop/open-shop.ts";

/** Milliseconds that requests in flight have to end when the shop is asked to. */
export const longestStop = 10_000;

/** Finishes what is in flight, then ends. A terminal and npm may both send the signal, so only the first one counts. */
export function stopOnSignal(server: Server, { db, mailSender }: Shop) {
  let stopping = false;
  function stop() {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), longestStop).unref();
    server.close(async () => {
      await mailSender.stop();
      await db.destroy();
      process.exit(0);
    });
    server.closeIdleConnections();
  }
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
