import fc from "fast-check";
import { inDatabase } from "../journeys/in-database.ts";
import { signUpOf } from "../support/customers.ts";
import { plainBrowser } from "../support/plain-browser.ts";
import { sendRaw } from "../support/raw-request.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { bytesOf, request } from "./fuzz-requests.ts";

/** Settings for a fuzzed shop: requests name many client addresses, so that rate limits don't stop them. */
export const fuzzSettings = { TRUST_PROXY: "1", METRICS_TOKEN: "a-token-for-tests" };

const atOnce = 12;
const cutOff = ["too long", "cut chunk"];

/**
 * Sends a shop all kinds of wrong requests, as a visitor and as a signed-in customer.
 *
 * @param seed the same seed makes the same requests
 * @returns forbidden answers, and the customer's cookies
 */
export async function fuzzShop(shop: RunningShop, { seed, requests }: { seed: number; requests: number }) {
  const cookies = new Map<string, string>();
  await plainBrowser(shop.url, cookies).sendForm("/sign-up", { ...signUpOf() });
  const session = [...cookies.values()].join("; ");
  inDatabase(shop, 'update "user" set "emailVerified" = 1');

  const waiting = fc.sample(request, { seed, numRuns: requests });
  const problems: string[] = [];
  const keepAsking = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await sendRaw(shop.url, bytesOf(next, session), { hangUp: cutOff.includes(next.framing) });
      const problem = problemOf(answer);
      if (problem) problems.push(`${problem}: ${JSON.stringify({ ...next, body: next.body.type }).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepAsking));
  if (/"level":"(error|fatal)"/.test(shop.printed())) problems.push("The server has logged an error");
  return { problems, session };
}

/** Forbidden in any answer: status 500, a stack trace, a path on the server. */
function problemOf({ status, body, ended }: Awaited<ReturnType<typeof sendRaw>>) {
  if (!ended) return "no end";
  if (status >= 500) return `status ${status}`;
  if (/\n\s+at .+:\d+:\d+|node_modules|node:internal|file:\/\/|\.ts:\d|SQLITE_|SqliteError/.test(body))
    return "told too much";
  return undefined;
}
