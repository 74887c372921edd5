import { Hono } from "hono";
import { cors } from "hono/cors";
import { networkOf } from "#shop/limits/client-network.ts";
import { createProfiles } from "#shop/platforms/read-profiles.ts";
import type { ApiEnv, ApiOptions } from "../api-env.ts";
import { RateLimit } from "../rate-limit.ts";
import { businessProfile } from "./business-profile.ts";
import { TransportError } from "./errors.ts";
import { addMcp, answerRpcError } from "./mcp.ts";
import { noteFailure } from "./note-failure.ts";
import { paths } from "./protocol.ts";
import { addRestRoutes } from "./rest.ts";

/** How long platforms may keep the profile. The protocol asks for a minute at least. */
const profileSeconds = 300;
const corsSeconds = 24 * 60 * 60;
/** Per network, because the platform isn't known before its profile is read. High, because one platform asks for many buyers. */
const quota = { name: "ucp", requests: 600, windowSeconds: 60 };

/** Answers platforms by the Universal Commerce Protocol (https://ucp.dev). */
export function createUcp(options: ApiOptions) {
  const { shop } = options;
  const ucp = new Hono<ApiEnv>();
  const context = { ...options, profiles: createProfiles(shop.settings) };
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
    if (request.req.path === paths.mcp) return answerRpcError(options, request, error);
    const failure = noteFailure(shop, request, error);
    return request.json(failure.toJson(), failure.status);
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

/**
 * Scripts of any site may call. No cookie is read, so a browser gives them no more rights than any other program has. That's also why MCP doesn't check
 * `Origin`: the check protects servers that trust everyone who can connect, such as those on a person's own machine. This server is public, and a site
 * that reaches it by DNS rebinding learns nothing new.
 */
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
