import { version } from "#server/environment/version.ts";
import { messageOf } from "#shop/errors.ts";
import { isLocalAddress } from "#shop/values/local-address.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

const requestTimeoutMs = 5000;
/** Response headers that proxies add, and this shop doesn't. */
const proxyHeaders = ["via", "server", "x-varnish", "x-cache", "cf-ray", "x-served-by"];

export const addressChecks: Check[] = [
  { name: "Public address", look: ({ config }) => checkAddress(config) },
  { name: "Proxies", look: ({ config }) => checkProxies(config) },
];

async function checkAddress({ shopUrl }: Setup["config"]): Promise<Result> {
  if (isLocalAddress(shopUrl))
    return warning(
      `SHOP_URL is ${shopUrl}, so links in emails lead to this machine`,
      "Set it to the address that customers see.",
    );
  if (!shopUrl.startsWith("https://"))
    return problem(
      `${shopUrl} sends passwords unencrypted`,
      "Put a proxy with TLS in front, and set SHOP_URL to https://….",
    );
  return checkHealth(shopUrl);
}

/** Whether this shop answers at an address. */
export async function checkHealth(shopUrl: string): Promise<Result> {
  const health = await ask(`${shopUrl}/healthz`);
  if (health instanceof Error) {
    return warning(
      `${shopUrl} can't be reached from here: ${messageOf(health.cause ?? health)}`,
      "Open it elsewhere: some networks don't lead back to themselves.",
    );
  }
  const answer = await health.json().catch(() => undefined);
  if (typeof answer?.status !== "string")
    return problem(
      `Another program answers at ${shopUrl}/healthz (${health.status})`,
      "Have the proxy pass all paths to the shop.",
    );
  if (!health.ok) return problem(`The shop at ${shopUrl} says: ${answer.status}`, "Look at its log.");
  if (answer.version && answer.version !== version)
    return warning(
      `${shopUrl} runs version ${answer.version}, and this is ${version}`,
      "Restart the shop after an upgrade.",
    );
  return ok(`${shopUrl} leads to this shop`);
}

/** What the command line can tell. Only a proxy's own configuration says whether it sets `X-Forwarded-For`. */
async function checkProxies({ shopUrl, trustedProxies }: Setup["config"]): Promise<Result> {
  const trusted = `TRUST_PROXY is ${trustedProxies}`;
  if (isLocalAddress(shopUrl)) {
    if (trustedProxies === 0) return ok(trusted);
    return warning(
      `${trusted}, and SHOP_URL is this machine: anyone who reaches the port can pretend to have any network address`,
      "Set TRUST_PROXY to the number of proxies in front of the shop.",
    );
  }
  if (trustedProxies === 0 && shopUrl.startsWith("https://")) {
    return problem(
      `${trusted}, but a proxy must be in front, since the shop itself speaks no TLS: all customers would share one rate limit`,
      "Set TRUST_PROXY to the number of proxies, each of which sets X-Forwarded-For.",
    );
  }
  return checkForwarding(shopUrl, trustedProxies);
}

/** Whether proxies pass on for which host a request is, and say that they are there. */
export async function checkForwarding(shopUrl: string, trustedProxies: number): Promise<Result> {
  const trusted = `TRUST_PROXY is ${trustedProxies}`;
  // The shop answers it for its own host only.
  const robots = await ask(`${shopUrl}/robots.txt`);
  if (robots instanceof Error)
    return warning(`${trusted}. ${shopUrl} can't be reached from here`, "Check it elsewhere.");
  if (robots.status === 421)
    return problem(
      "The proxy doesn't pass on the Host that customers ask for",
      "Have it set Host or X-Forwarded-Host.",
    );
  const seen = Math.max(
    robots.headers.get("via")?.split(",").length ?? 0,
    proxyHeaders.some((name) => robots.headers.has(name)) ? 1 : 0,
  );
  if (seen > trustedProxies)
    return warning(`${trusted}, and the answer names ${seen} proxies`, "Set TRUST_PROXY to the number of all proxies.");
  return ok(`${trusted}${seen > 0 ? `, and the answer names ${seen}` : ""}`);
}

/** @returns the response, or why there is none */
async function ask(address: string): Promise<Response | Error> {
  try {
    return await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(requestTimeoutMs) });
  } catch (error) {
    return error as Error;
  }
}
