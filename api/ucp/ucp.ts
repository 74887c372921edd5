import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { networkOf } from "#shop/limits/client-network.ts";
import { protocolVersion } from "#shop/platforms/protocol-version.ts";
import { createProfiles } from "#shop/platforms/read-profiles.ts";
import type { ApiEnv, ApiOptions } from "../api-env.ts";
import { RateLimit } from "../rate-limit.ts";
import { businessProfile } from "./business-profile.ts";
import { failureOf } from "./call-operation.ts";
import { TransportError, toTransportError } from "./errors.ts";
import { addMcp } from "./mcp.ts";
import { paths } from "./protocol.ts";
import { addRestRoutes } from "./rest.ts";

/** Platforms keep the profile so long. The protocol asks for a minute at least. */
const profileSeconds = 300;
const corsSeconds = 24 * 60 * 60;
/** Of a network: a platform asks for many buyers. Whose requests they are isn't known before its profile is read. */
const quota = { name: "ucp", requests: 600, windowSeconds: 60 };

/** Answers platforms by the Universal Commerce Protocol (https://ucp.dev). */
export function createUcp(options: ApiOptions) {
  const { shop } = options;
  const ucp = new Hono<ApiEnv>();
  const context = { ...options, profiles: createProfiles(shop.settings, protocolVersion) };
  for (const path of [paths.profile, "/ucp/*"]) ucp.use(path, fromAnySite);
  const limit = new RateLimit(quota);
  ucp.use("/ucp/*", async (request, next) => {
    request.header("Cache-Control", "no-store");
    const allowance = limit.take(networkOf(options.addressOf(request)));
    for (const [name, value] of Object.entries(limit.headersOf(allowance))) request.header(name, value);
    if (!allowance.isAllowed)
      throw new TransportError("rate_limited", "Too many requests", { retryAfter: allowance.reset });
    await next();
  });
  ucp.onError((error, request) => {
    const known = toTransportError(error, shop.settings.shopUrl);
    if (known) return fail(request, known);
    const { outage, failure } = failureOf(error);
    if (outage) request.set("outage", outage);
    else if (!request.env.incoming.readableAborted) shop.log("Request failed", error);
    return fail(request, failure);
  });
  ucp.get(paths.profile, async (request) => {
    const profile = await businessProfile(shop);
    request.header("Cache-Control", `public, max-age=${profileSeconds}`);
    return request.json(profile);
  });
  addRestRoutes(ucp, context);
  addMcp(ucp, context);
  ucp.all("/ucp/*", () => {
    throw new TransportError("not_found", "There is no such operation");
  });
  return ucp;
}

/** Any site's scripts may call: they can use nothing of a browser, because no cookie is read. */
const fromAnySite = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PUT"],
  allowHeaders: [
    ...["Content-Type", "UCP-Agent", "Idempotency-Key", "Request-Id", "Accept-Signature"],
    ...["Signature", "Signature-Input", "Content-Digest", "MCP-Protocol-Version"],
  ],
  exposeHeaders: ["Signature", "Signature-Input", "Content-Digest", "Retry-After"],
  maxAge: corsSeconds,
});

function fail(request: Context<ApiEnv>, error: TransportError) {
  const { retryAfter, allowed } = error.details;
  if (retryAfter !== undefined) request.header("Retry-After", String(retryAfter));
  if (allowed !== undefined) request.header("Allow", allowed);
  return request.json(error.toJson(), error.status);
}
