import { hash } from "node:crypto";
import type { Context, Handler } from "hono";
import type { Database } from "#database/connect.ts";
import { outageOf } from "#shop/errors.ts";
import { answerInTransaction, answerOnce, answerSteppedOnce, type OnceOutcome } from "#shop/idempotency/answer-once.ts";
import { fingerprintOf, type KeptAnswer, longestKey } from "#shop/idempotency/idempotency-keys.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import type { Shop } from "#shop/shop.ts";
import { allows, type Scope } from "#shop/tokens/scopes.ts";
import { actorOf, type TokenHolder } from "#shop/tokens/tokens.ts";
import { noteUnavailable } from "#shop/unavailable.ts";
import type { ApiEnv } from "../api-env.ts";
import { Problem, problemOf } from "./problems.ts";
import { readInput } from "./read-input.ts";
import type { Route, RouteRequest } from "./route.ts";

/** Checks a request's token and scope, and sets the rate-limit headers. @throws Problem */
export type Admit = (context: Context<ApiEnv>, route: Route) => Promise<TokenHolder>;

/** A request before its route gets the shop. */
type Asked = Omit<RouteRequest<unknown, unknown, unknown>, "shop">;

/** Answers a route's requests: admits them, parses them, and runs the route once for each key. */
export function answerRoute(route: Route, shop: Shop, admit: Admit): Handler<ApiEnv> {
  return async (context) => {
    try {
      const token = await admit(context, route);
      const { text, ...input } = await readInput(context.req, route, shop.settings.currency);
      const asked = { ...input, actor: actorOf(token), may: (scope: Scope) => allows(token.scopes, scope) };
      if (route.method === "GET") return sendRead(context, await runRoute(route, { ...asked, shop }));
      const keyed = readKey(context, route, { token, text });
      return send(context, await change({ route, shop, asked, ifMatch: readIfMatch(context, route) }, keyed));
    } catch (error) {
      return sendProblem(context, shop, error);
    }
  };
}

interface Change {
  route: Route;
  shop: Shop;
  asked: Asked;
  ifMatch: string | undefined;
}

function change(changed: Change, keyed: ReturnType<typeof readKey>): Promise<KeptAnswer> {
  const { route, shop, asked, ifMatch } = changed;
  const within = (db: Database) => runRoute(route, { ...asked, shop: { ...shop, db } }, ifMatch);
  if (!route.change) return keyed ? answered(answerOnce(shop, keyed, within)) : answerInTransaction(shop, within);
  const steps = stepsOf(changed, route.change);
  if (keyed) return answered(answerSteppedOnce(shop, keyed, steps));
  return steps.change(async () => {}).then(steps.answer);
}

function stepsOf({ route, shop, asked, ifMatch }: Change, makeChange: NonNullable<Route["change"]>) {
  return {
    async change(note: (transaction: Database) => Promise<void>) {
      const seen = await readSeen(route, { ...asked, shop }, ifMatch);
      await makeChange({ ...asked, shop, seen, note });
    },
    answer: async () => toAnswer(route, await route.run({ ...asked, shop, seen: undefined })),
  };
}

async function runRoute(route: Route, request: Asked & { shop: Shop }, ifMatch?: string) {
  const seen = await readSeen(route, request, ifMatch);
  return toAnswer(route, await route.run({ ...request, seen }));
}

/** Reads what the program is about to change, if `If-Match` says which version it has seen. @throws Problem if there is a newer one */
async function readSeen(route: Route, { shop, params }: Asked & { shop: Shop }, ifMatch: string | undefined) {
  if (ifMatch === undefined) return undefined;
  const current = await route.current?.(shop, params);
  const tag = etagOf(JSON.stringify(current?.shown) ?? "");
  if (ifMatch.split(",").some((etag) => [tag, "*"].includes(opaque(etag)))) return current;
  throw new Problem("changed", { detail: "Read it again, and send If-Match with its new ETag" });
}

/** Compression makes ETags weak, but those of the same text are the same. */
function opaque(etag: string) {
  return etag.trim().replace(/^W\//, "");
}

function etagOf(body: string) {
  return `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

function toAnswer({ method, answer, location }: Route, value: unknown): KeptAnswer {
  if (!answer) return { status: 204, headers: {}, body: "" };
  const body = JSON.stringify(value);
  const place = location && { Location: `/api/v1${location(value as never)}` };
  const isShown = method !== "POST" || location;
  return {
    status: location ? 201 : 200,
    headers: { "Content-Type": "application/json", ...(isShown && { ETag: etagOf(body) }), ...place },
    body,
  };
}

/** The key under which a request may repeat. @throws Problem */
function readKey({ req }: Context, { method }: Route, { token, text }: { token: TokenHolder; text: string }) {
  const key = req.header("idempotency-key");
  if (method !== "POST" || key === undefined) return undefined;
  if (key === "" || key.length > longestKey) {
    throw new Problem("invalid-request", { detail: `Idempotency-Key must have 1 to ${longestKey} characters` });
  }
  const { pathname, search } = new URL(req.url);
  return { holder: `token ${token.id}`, key, fingerprint: fingerprintOf(method, pathname + search, text) };
}

/** @throws Problem */
function readIfMatch({ req }: Context, { current }: Route) {
  const ifMatch = req.header("if-match");
  if (ifMatch === undefined || current) return ifMatch;
  throw new Problem("invalid-request", { detail: "This address has no ETag for If-Match" });
}

async function answered(once: Promise<OnceOutcome>): Promise<KeptAnswer> {
  const done = await once;
  if (done.outcome === "otherRequest") throw new Problem("key-reused");
  if (done.outcome === "underWay") throw new Problem("key-under-way", { headers: { "Retry-After": "1" } });
  const { answer, isRepeated } = done;
  return isRepeated ? { ...answer, headers: { ...answer.headers, "Idempotent-Replayed": "true" } } : answer;
}

/** Answers a `GET`, with 304 if the program already has this version. */
function sendRead(context: Context<ApiEnv>, { headers, body }: KeptAnswer) {
  context.header("Cache-Control", "private, no-cache");
  const seen = context.req.header("if-none-match")?.split(",").map(opaque) ?? [];
  if (headers.ETag && seen.includes(headers.ETag)) return context.body(null, 304, { ETag: headers.ETag });
  return context.body(body, 200, headers);
}

function send(context: Context<ApiEnv>, { status, headers, body }: KeptAnswer) {
  context.header("Cache-Control", "no-store");
  return status === 204 ? context.body(null, 204, headers) : context.body(body, status as 200, headers);
}

/** Answers with the problem behind an error. Unexpected errors are logged. */
export function sendProblem(context: Context<ApiEnv>, { log }: Pick<Shop, "log">, error: unknown) {
  if (error instanceof PaymentUnreachableError) noteUnavailable("payment_provider");
  const problem = problemOf(error) ?? unexpected(context, log, error);
  const headers = { "Content-Type": "application/problem+json", ...problem.parts.headers };
  context.header("Cache-Control", "no-store");
  return context.body(JSON.stringify(problem.toJson()), problem.status, headers);
}

function unexpected(context: Context<ApiEnv>, log: Shop["log"], error: unknown) {
  const outage = outageOf(error);
  if (outage) {
    context.set("outage", outage);
    return new Problem("unavailable");
  }
  // A client that hung up while sending isn't an error.
  if (!context.env.incoming.readableAborted) log("Request of a program failed", error);
  return new Problem("unexpected");
}
