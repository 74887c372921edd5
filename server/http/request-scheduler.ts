import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep, setImmediate as untilImmediate } from "node:timers/promises";
import { createTurns } from "#shop/turns.ts";

const limits = {
  /** Concurrent requests of one client, while they wait for something else such as a database server. */
  perClient: 16,
  /** Milliseconds after which a client with as many may start another: they may be stuck. */
  patienceMs: 100,
  /** Milliseconds for starts in one iteration of the event loop. */
  sliceMs: 0,
};

/** Node accepts one connection per iteration of the event loop. At most this many iterations only accept. */
const maxYields = 64;
/** Bytes of a body that Node buffers by itself. Only owners' forms are longer. */
const maxBodyAhead = 16 * 1024;

/**
 * Lets clients take turns, so that none delays the others. Each iteration of the event loop starts one request, or those of a slice: few while the
 * processor is busy, many while requests wait for something else. In between, it accepts connections and reads. See docs/decisions/0122.
 *
 * @param clientOf names the client that sent a request
 * @returns runs the work for a request when it is its turn; undefined if its client hung up before
 */
export function createRequestScheduler(
  server: Server,
  clientOf: (request: IncomingMessage) => string,
  changes: Partial<typeof limits> = {},
) {
  const { perClient, patienceMs, sliceMs } = { ...limits, ...changes };
  const running = new Set<{ client: string; request: IncomingMessage; ended: Promise<void> }>();
  const takeTurn = createTurns();
  let lastStart = Promise.resolve();
  let connections = 0;
  let sliceEnd = 0;

  server.on("connection", () => connections++);

  return async <Result>(request: IncomingMessage, response: ServerResponse, work: () => Promise<Result>) => {
    const client = clientOf(request);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const own = { client, request, ended };
    await bodyArrived(request, response);
    await takeTurn(client, async () => {
      // Requests that are still being received don't count.
      const others = [...running].filter((other) => other.client === client && other.request.complete);
      if (others.length >= perClient) await Promise.race([...others.map(({ ended }) => ended), sleep(patienceMs)]);
      lastStart = lastStart.then(nextSlice);
      await lastStart;
      running.add(own);
    });
    try {
      return response.closed ? undefined : await work();
    } finally {
      running.delete(own);
      end();
    }
  };

  async function nextSlice() {
    // After the synchronous work of the request before.
    await new Promise((resolve) => process.nextTick(resolve));
    if (performance.now() < sliceEnd) return;
    for (let yields = 0, before = -1; connections !== before && yields <= maxYields; yields++) {
      before = connections;
      await untilImmediate();
    }
    sliceEnd = performance.now() + sliceMs;
  }
}

/** Waits for a form's body, so that unfinished ones take no turn. Longer bodies are read by their handler. */
function bodyArrived(request: IncomingMessage, response: ServerResponse) {
  const length = Number(request.headers["content-length"] ?? 0);
  if (request.complete || !(length > 0 && length <= maxBodyAhead)) return;
  return new Promise<unknown>((resolve) => {
    response.once("close", resolve);
    request.on("readable", function look() {
      if (request.complete) resolve(request.off("readable", look));
    });
  });
}
