import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { FairQueue } from "#shop/fair-queue.ts";

const limits = {
  /** Concurrent requests while the processor is busy. Rendering a page takes about 12 ms. */
  slots: 4,
  /** Concurrent requests of one client while they wait for something else, such as a database server. */
  slotsPerClient: 16,
  /** Milliseconds after which a request starts without a free slot: earlier ones may be stuck. */
  patienceMs: 100,
};

/** Milliseconds after which no more requests start in the same iteration of the event loop. */
const iterationMs = 25;
/** Below this utilization the event loop counts as idle. */
const busyShare = 0.75;
/** Node accepts one connection per iteration of the event loop. At most this many iterations only accept. */
const maxYields = 64;
/** Bytes of a body that Node buffers by itself. Only owners' forms are longer. */
const maxBodyAhead = 16 * 1024;

interface ScheduledRequest {
  client: string;
  request: IncomingMessage;
  start: () => void;
}

/** Runs the work for a request when it is its turn. @returns undefined if its client hung up before */
type Schedule = <Result>(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<Result>,
) => Promise<Result | undefined>;

/**
 * Schedules requests fairly, so that no client delays the others: a few run at once, clients alternate, and between two starts the event loop accepts
 * connections and reads. See docs/decisions/0122.
 *
 * @param clientOf names the client that sent a request
 */
export function createRequestScheduler(
  server: Server,
  clientOf: (request: IncomingMessage) => string,
  changes: Partial<typeof limits> = {},
): Schedule {
  const { slots, slotsPerClient, patienceMs } = { ...limits, ...changes };
  const waiting = new FairQueue<ScheduledRequest>();
  const running = new Set<ScheduledRequest>();
  const runningByClient = new Map<string, number>();
  let isStarting = false;
  let nextIteration: NodeJS.Immediate | undefined;
  let iterationStartedAt = 0;
  let yields = 0;
  let hasAccepted = false;
  let startedAt = 0;
  let watch: NodeJS.Timeout | undefined;

  server.on("connection", () => {
    hasAccepted = true;
    yieldThenStart();
  });

  return async function schedule(request, response, work) {
    const scheduled = await waitForSlot(request, response);
    if (!scheduled) return undefined;
    try {
      return await work();
    } finally {
      end(scheduled);
    }
  };

  function waitForSlot(request: IncomingMessage, response: ServerResponse) {
    return new Promise<ScheduledRequest | undefined>((resolve) => {
      const client = clientOf(request);
      const scheduled = { client, request, start };
      function start() {
        response.off("close", leave);
        resolve(scheduled);
      }
      function leave() {
        waiting.delete(client, scheduled);
        resolve(undefined);
      }
      response.on("close", leave);
      whenBodyArrived(request, () => enter(scheduled));
    });
  }

  function enter(scheduled: ScheduledRequest) {
    const isNext = waiting.isEmpty && !isStarting && !nextIteration;
    if (isNext && hasRoom() && mayRun(scheduled.client)) return start(scheduled);
    waiting.add(scheduled.client, scheduled);
    if (!isStarting && !watch) yieldThenStart();
  }

  function start(scheduled: ScheduledRequest) {
    running.add(scheduled);
    runningByClient.set(scheduled.client, runningOf(scheduled.client) + 1);
    startedAt = performance.now();
    isStarting = true;
    scheduled.start();
    // After the request's synchronous work.
    queueMicrotask(() => process.nextTick(continueIteration));
  }

  function end(scheduled: ScheduledRequest) {
    running.delete(scheduled);
    const others = runningOf(scheduled.client) - 1;
    if (others > 0) runningByClient.set(scheduled.client, others);
    else runningByClient.delete(scheduled.client);
    if (!waiting.isEmpty) yieldThenStart();
  }

  function continueIteration() {
    isStarting = false;
    if (performance.now() - iterationStartedAt < iterationMs && !hasAccepted) startNext();
    else yieldThenStart();
  }

  function yieldThenStart() {
    nextIteration ??= setImmediate(startIteration);
  }

  function startIteration() {
    nextIteration = undefined;
    iterationStartedAt = performance.now();
    const mustAccept = hasAccepted && yields++ < maxYields;
    hasAccepted = false;
    if (mustAccept) return yieldThenStart();
    yields = 0;
    startNext();
  }

  function startNext() {
    if (isStarting) return;
    const next = hasRoom() ? waiting.take(mayRun) : undefined;
    if (next) start(next);
    else watchForRoom();
  }

  /** Checks every millisecond whether the event loop is idle because requests wait for something else. */
  function watchForRoom() {
    if (watch || waiting.isEmpty) return;
    const before = performance.eventLoopUtilization();
    watch = setTimeout(() => {
      watch = undefined;
      const isIdle = performance.eventLoopUtilization(before).utilization < busyShare;
      const isStuck = performance.now() - startedAt > patienceMs;
      const next = (isIdle ? waiting.take(mayRun) : undefined) ?? (isStuck ? waiting.take() : undefined);
      if (next) start(next);
      else watchForRoom();
    }, 1);
  }

  /** Requests that are still being received don't count. */
  function hasRoom() {
    let busy = 0;
    for (const { request } of running) if (request.complete) busy++;
    return busy < slots;
  }

  function mayRun(client: string) {
    return runningOf(client) < slotsPerClient;
  }

  function runningOf(client: string) {
    return runningByClient.get(client) ?? 0;
  }
}

/** Waits for a form's body, so that unfinished ones hold no slot. Longer bodies are read by their handler. */
function whenBodyArrived(request: IncomingMessage, proceed: () => void) {
  const length = Number(request.headers["content-length"] ?? 0);
  if (request.complete || !(length > 0 && length <= maxBodyAhead)) return proceed();
  const look = () => {
    if (!request.complete) return;
    request.off("readable", look);
    proceed();
  };
  request.on("readable", look);
}
