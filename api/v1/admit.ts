import { networkOf } from "#shop/limits/client-network.ts";
import { allows } from "#shop/tokens/scopes.ts";
import { readToken } from "#shop/tokens/tokens.ts";
import type { ApiOptions } from "../api-env.ts";
import { type Allowance, RateLimit } from "../rate-limit.ts";
import type { Admit } from "./answer-route.ts";
import { missingScope, Problem } from "./problems.ts";

const tokenQuota = { name: "token", requests: 600, windowSeconds: 60 };
const refusalQuota = { name: "refused-tokens", requests: 60, windowSeconds: 60 };

/** Checks tokens, their scopes and their rate limits. */
export function createAdmit({ shop, addressOf }: ApiOptions): Admit {
  const ofTokens = new RateLimit(tokenQuota);
  const ofRefusals = new RateLimit(refusalQuota);
  const refuse = (allowance: Allowance) =>
    allowance.isAllowed
      ? new Problem("no-token", { headers: { "WWW-Authenticate": 'Bearer realm="Torg"' } })
      : new Problem("too-many-requests", { headers: ofRefusals.headersOf(allowance) });
  return async (context, { scope }) => {
    const token = await readToken(shop.db, bearerOf(context.req.header("authorization")), shop.now());
    // Counts only requests without a token, so programs with one in the same network still get in.
    if (!token) throw refuse(ofRefusals.take(networkOf(addressOf(context))));
    const allowance = ofTokens.take(token.id);
    const headers = ofTokens.headersOf(allowance);
    if (!allowance.isAllowed) throw new Problem("too-many-requests", { headers });
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (allows(token.scopes, scope)) return token;
    throw missingScope(scope);
  };
}

function bearerOf(header = "") {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
}
