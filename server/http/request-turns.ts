import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { FairQueue } from "#shop/fair-queue.ts";

const limits = {
  /** Requests that are worked on at once while they keep the processor busy. To render a page takes about 12 ms of it. */
  slots: 4,
  /** Requests of one client that are worked on at once while they wait for something else, such as the database's server. */
  slotsPerClient: 16,
  /** Milliseconds after which a request starts though there is no room: those before it may be stuck. */
  patienceMs: 100,
};

/** Milliseconds after which no more requests start in the same iteration of the event loop. */
const iterationMs = 25;
/** The event loop has room for more work while it is busy for less than this share of its time. */
const busyShare = 0.75;
/** Node accepts one connection per iteration of its event loop. This many iterations at most do nothing but accept. */
const maxYields = 64;
/** Bytes of a body that Node reads before anything asks for it. No page takes a longer form, except from owners. */
const maxBodyAhead = 16 * 1024;

interface Turn {
  client: string;
  request: IncomingMessage;
  start: () => void;
}

/** Runs the work for a request in its turn. @returns undefined when its client hung up before */
type InTurn = <Result>(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<Result>,
) => Promise<Result | undefined>;

/**
 * Has requests take turns, so that no client delays the others: a few are worked on at once, clients alternate, and between two starts the
 * event loop accepts connections and reads.
 *
 * @param clientOf names the client that sent a request
 */
export function createRequestTurns(
  server: Server,
  clientOf: (request: IncomingMessage) => string,
  changes: Partial<typeof limits> = {},
): InTurn {
  const { slots, slotsPerClient, patienceMs } = { ...limits, ...changes };
  const waiting = new FairQueue<Turn>();
  const running = new Set<Turn>();
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

  return async function inTurn(request, response, work) {
    const turn = await takeTurn(request, response);
    if (!turn) return undefined;
    try {
      return await work();
    } finally {
      end(turn);
    }
  };

  function takeTurn(request: IncomingMessage, response: ServerResponse) {
    return new Promise<Turn | undefined>((resolve) => {
      const client = clientOf(request);
      const turn = { client, request, start };
      function start() {
        response.off("close", leave);
        resolve(turn);
      }
      function leave() {
        waiting.delete(client, turn);
        resolve(undefined);
      }
      response.on("close", leave);
      whenBodyArrived(request, () => enter(turn));
    });
  }

  function enter(turn: Turn) {
    const isNext = waiting.isEmpty && !isStarting && !nextIteration;
    if (isNext && hasRoom() && mayRun(turn.client)) return start(turn);
    waiting.add(turn.client, turn);
    if (!isStarting && !watch) yieldThenStart();
  }

  function start(turn: Turn) {
    running.add(turn);
    runningByClient.set(turn.client, runningOf(turn.client) + 1);
    startedAt = performance.now();
    isStarting = true;
    turn.start();
    // After all that the request does at once.
    queueMicrotask(() => process.nextTick(continueIteration));
  }

  function end(turn: Turn) {
    running.delete(turn);
    const others = runningOf(turn.client) - 1;
    if (others > 0) runningByClient.set(turn.client, others);
    else runningByClient.delete(turn.client);
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

  /** Looks each millisecond whether the event loop is idle, as it is while requests wait for something else. */
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

  /** Requests whose clients are still sending them don't count. */
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

/** Waits until a form is there, so that unfinished ones hold no slot. Whoever works on a longer body reads it. */
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
