import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { StartAnswer } from "../http/pipelining.ts";
import type { FindPattern } from "../http/route-patterns.ts";
import { createRequestLog, type Logger, requestIds } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { probePaths } from "./probe-paths.ts";

/** Answers a request right away, if it can, without the current request's id (`requestIds`). @returns whether it did */
export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean;

interface ObserveOptions {
  answerAtOnce?: AnswerAtOnce | undefined;
  log: Logger;
  findPattern: FindPattern;
  /** The number of trusted proxies. With at least one, requests may bring an id. */
  trustedProxies: number;
  metrics: Metrics | undefined;
}

/** Web servers' status for a client that hung up before the answer. */
const goneBeforeAnswer = 499;
/** Routes with many unremarkable requests, logged at debug level. */
const quiet = new Set([...probePaths, "file", "/pictures/uploaded/:file", "/search-suggestions", "/brands"]);
const maxPathLength = 200;

interface Observed {
  startAnswer: StartAnswer;
  /** Unfinished responses. */
  answering: ReadonlySet<ServerResponse>;
}

/** Gives every request an id (`requestIds`), and logs and counts it when it is over. See docs/decisions/0071. */
export function observeRequests(listener: RequestListener, options: ObserveOptions): Observed {
  const { answerAtOnce, log, findPattern, trustedProxies, metrics } = options;
  const logRequest = createRequestLog(log);
  const createId = createIds();
  const answering = new Set<ServerResponse>();
  const startAnswer: StartAnswer = (request, response) => {
    const started = performance.now();
    const requestId = (trustedProxies > 0 && givenId(request)) || createId();
    if (!answerAtOnce?.(request, response, requestId)) {
      answering.add(response);
      requestIds.run(requestId, listener, request, response);
    }
    return () => {
      answering.delete(response);
      const ms = performance.now() - started;
      const status = response.headersSent ? response.statusCode : goneBeforeAnswer;
      const { method = "" } = request;
      const path = pathOf(request);
      const route = routeOf(findPattern(path), status);
      metrics?.noteRequest({ requestId, method, route, status, ms });
      const level = levelOf(route, status);
      if (!log.isLevelEnabled(level)) return;

      logRequest(level, {
        requestId,
        method,
        route,
        path: shownPath(path, route),
        status,
        ms: Math.round(ms * 100) / 100,
      });
    };
  };
  return { startAnswer, answering };
}

/** Cheap ids that are unique across processes. */
function createIds() {
  const prefix = randomBytes(5).toString("hex");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

function givenId({ headers }: IncomingMessage) {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/** Without the query, which may have tokens of links in emails. */
export function pathOf({ url = "" }: IncomingMessage) {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** A path without a route that answers successfully is a file. */
export function routeOf(pattern: string, status: number) {
  return pattern === "*" && status < 400 ? "file" : pattern;
}

/**
 * The path, or its pattern if the path may be private: a customer's own pages, and links with tokens that mail programs have mangled.
 */
function shownPath(path: string, route: string) {
  const told = route === "*" ? /^[\w./-]+$/.test(path) : !route.includes(":") || route === "/products/:id";
  const hasEmail = /@|%40/.test(path);
  return told && !hasEmail ? path.slice(0, maxPathLength) : route;
}

function levelOf(route: string, status: number) {
  // A process that starts or stops isn't ready, which is nothing to look into.
  if (status >= 500 && route !== "/readyz") return "error";
  return quiet.has(route) ? "debug" : "info";
}
