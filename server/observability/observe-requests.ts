import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Logger, requestIds } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { FindPattern } from "./route-patterns.ts";

interface ObserveOptions {
  log: Logger;
  findPattern: FindPattern;
  /** How many proxies in front of the shop are believed; with one, requests may come with an id. */
  trustedProxies: number;
  metrics: Metrics | undefined;
}

/** As web servers note a client that went away before it was answered. */
const goneBeforeAnswer = 499;
/** What is asked for so often, and says so little, that only who debugs wants to read it. */
const quiet = new Set(["file", "/healthz", "/metrics"]);
const maxPathLength = 200;

interface Observed {
  listener: RequestListener;
  /** What isn't over yet. */
  answering: ReadonlySet<ServerResponse>;
}

/** Gives every request an id, for its answer to say (`requestIds`), and notes it when it is over. */
export function observeRequests(listener: RequestListener, options: ObserveOptions): Observed {
  const { log, findPattern, trustedProxies, metrics } = options;
  const createId = createIds();
  const answering = new Set<ServerResponse>();
  const observe: RequestListener = (request, response) => {
    const started = performance.now();
    const requestId = (trustedProxies > 0 && givenId(request)) || createId();
    answering.add(response);
    response.on("close", () => {
      answering.delete(response);
      const ms = performance.now() - started;
      const status = response.headersSent ? response.statusCode : goneBeforeAnswer;
      const { method = "" } = request;
      const path = pathOf(request);
      const route = routeOf(findPattern(path), status);
      metrics?.noteRequest({ method, route, status, ms });
      const level = levelOf(route, status);
      if (!log.isLevelEnabled(level)) return;
      const entry = { requestId, method, route, path: shownPath(path, route), status, ms: Math.round(ms * 100) / 100 };
      log[level](entry, "request");
    });
    requestIds.run(requestId, listener, request, response);
  };
  return { listener: observe, answering };
}

/** Ids that no other process gives, cheaply. */
function createIds() {
  const prefix = randomBytes(5).toString("hex");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

function givenId({ headers }: IncomingMessage) {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/** Without the query, in which links from mails have their tokens. */
function pathOf({ url = "" }: IncomingMessage) {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** No page is found at an address without a route; what is, is a file. */
function routeOf(pattern: string, status: number) {
  return pattern === "*" && status < 400 ? "file" : pattern;
}

/**
 * The path, unless it may say what only its reader should know: what customers have of their own, and what mail programs make of
 * links with tokens.
 */
function shownPath(path: string, route: string) {
  const told = route === "*" ? /^[\w./-]+$/.test(path) : !route.includes(":") || route === "/products/:id";
  return told ? path.slice(0, maxPathLength) : route;
}

function levelOf(route: string, status: number) {
  if (status >= 500) return "error";
  return quiet.has(route) ? "debug" : "info";
}
