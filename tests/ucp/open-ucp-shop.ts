import { generateKeyPairSync } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { createUcp } from "#api/ucp/ucp.ts";
import type { Engine } from "#database/connect.ts";
import { signMessage } from "#shop/platforms/http-signatures.ts";
import { openTestShop } from "../support/open-test-shop.ts";
import { serve } from "../support/serve.ts";

const version = "2026-04-08";
const names = [
  ...["catalog.search", "catalog.lookup", "cart", "checkout", "fulfillment", "discount", "buyer_consent", "order"],
].map((name) => `dev.ucp.shopping.${name}`);

/** A platform's profile. */
export function platformProfile(changes: object = {}) {
  const entry = { version, spec: "https://ucp.dev/specification/overview", schema: "https://ucp.dev/schemas/ucp.json" };
  return {
    ucp: {
      version,
      services: {
        "dev.ucp.shopping": [
          { ...entry, transport: "mcp" },
          { ...entry, transport: "rest" },
        ],
      },
      capabilities: Object.fromEntries(names.map((name) => [name, [entry]])),
      payment_handlers: {},
      ...changes,
    },
    signing_keys: [] as object[],
  };
}

/** What a platform was told. */
export interface ReceivedPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Another site on this machine that publishes a platform's profile, and takes what is posted to it. */
export async function servePlatform(profile: () => unknown = platformProfile, headers: IncomingHttpHeaders = {}) {
  const requests: string[] = [];
  const received: ReceivedPost[] = [];
  let isAway = false;
  const site = await serve((request, response) => {
    requests.push(request.url ?? "");
    if (isAway) {
      response.destroy();
      return;
    }
    if (request.method === "POST") {
      void text(request).then((body) => {
        received.push({ path: request.url ?? "", headers: request.headers, body });
        response.end("{}");
      });
      return;
    }
    response.writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=60", ...headers });
    const content = profile();
    response.end(typeof content === "string" ? content : JSON.stringify(content));
  });
  const stop = () => {
    isAway = true;
  };
  return { ...site, profileUrl: `${site.url}/profile.json`, requests, received, stop };
}

/**
 * A shop that answers platforms at an address of its own, and a platform that it may reach.
 *
 * @param profile the platform's
 */
export async function openUcpShop(engine: Engine = "sqlite", profile?: () => unknown) {
  const platform = await servePlatform(profile);
  let answer: ReturnType<typeof getRequestListener> | undefined;
  const site = await serve((request, response) => void answer?.(request, response));
  const { shop } = await openTestShop(engine, { shopUrl: site.url, allowedPrivateHosts: [platform.host] });
  const ucp = createUcp({ shop, addressOf: () => "203.0.113.7" });
  answer = getRequestListener((request, env) => ucp.fetch(request, env as object));
  return { shop, platform, url: site.url, ...callers(site.url, platform.profileUrl) };
}

/** A platform's key. */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = { kid: "p", jwk: privateKey.export({ format: "jwk" }) };
  return {
    profile: () => ({ ...platformProfile(), signing_keys: [{ ...publicKey.export({ format: "jwk" }), kid: key.kid }] }),
    /** The headers that sign a request to a shop. */
    sign(method: string, url: string, profileUrl: string, { body = "", headers = {} as Record<string, string> } = {}) {
      const all: Record<string, string> = {
        "content-type": "application/json",
        "ucp-agent": `profile="${profileUrl}"`,
        ...headers,
      };
      const message = { method, url: new URL(url), body: Buffer.from(body), header: (name: string) => all[name] };
      return { ...headers, ...signMessage(key, message, Math.floor(Date.now() / 1000)) };
    },
  };
}

function callers(url: string, profileUrl: string) {
  const agent = { "UCP-Agent": `profile="${profileUrl}"` };
  let id = 0;
  /** Sends a message over MCP. */
  async function mcp(method: string, params: object = {}, headers: Record<string, string> = {}) {
    id += 1;
    const response = await fetch(`${url}/ucp/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  }
  return {
    mcp,
    /** Sends a request over REST. */
    async rest(path: string, body?: unknown, headers: Record<string, string> = {}, method = "POST") {
      const response = await fetch(`${url}/ucp/v1${path}`, {
        method,
        headers: { "Content-Type": "application/json", ...agent, ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, json: await response.json() };
    },
    /** Calls a tool of MCP. */
    async tool(name: string, args: object, meta: object = {}) {
      const withMeta = { meta: { "ucp-agent": { profile: profileUrl }, ...meta }, ...args };
      return mcp("tools/call", { name, arguments: withMeta });
    },
  };
}
