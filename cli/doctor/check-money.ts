import { findEventAddress } from "#shop/payments/event-addresses.ts";
import { openPayments, paymentModes, providerSetups } from "#shop/payments/registry.ts";
import { fingerprintOf } from "#shop/secrets/fingerprint.ts";
import { isLocalAddress } from "#shop/values/local-address.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

/** Different characters that a random secret of 32 letters has at least. */
const leastDifferent = 10;

export const moneyChecks: Check[] = [
  { name: "Payments", look: ({ config }) => checkPayments(config) },
  { name: "Payment events", needsDatabase: true, look: checkPaymentEvents },
  { name: "Secret", look: ({ config }) => checkSecret(config) },
];

function checkPayments({ providers, shopUrl }: Setup["config"]): Result {
  const modes = paymentModes(providers);
  if (modes.size === 0)
    return warning(
      "No provider is set up: cards are checked but not charged",
      "See docs/payments.md to accept payments.",
    );
  const unencrypted = shopUrl.startsWith("https://") ? [] : [...modes.keys()].filter(needsHttps);
  if (unencrypted.length > 0)
    return problem(
      `${unencrypted.join(", ")} can't send customers back to ${shopUrl}`,
      "Set SHOP_URL to a public address that starts with https://.",
    );
  const text = [...modes].map(([name, mode]) => `${name} with ${mode} keys`).join(", ");
  const kinds = new Set(modes.values());
  if (kinds.has("test") && !isLocalAddress(shopUrl))
    return warning(`${text} at ${shopUrl}: test keys take no money`, "Set live keys before customers come.");
  if (kinds.has("live") && isLocalAddress(shopUrl))
    return warning(
      `${text} at ${shopUrl}: real money would be taken here`,
      "Set test keys, or SHOP_URL to the public address.",
    );
  return ok(text);
}

/** Events that don't arrive leave orders unpaid until the shop asks. Stripe's address is entered by hand, and can't be looked up with its keys. */
async function checkPaymentEvents({ config, connection: { db } }: Setup): Promise<Result> {
  const shop = { db, settings: config, now: () => new Date() };
  const found: string[] = [];
  for (const [name, provider] of await openPayments(config.providers)) {
    const address = await findEventAddress(shop, provider);
    if (address && !address.isRegistered)
      return problem(
        `${name} doesn't have the shop's address for its events: ${address.url}`,
        "Start the shop: it registers its address when it starts, and again each hour. Its log has the provider's answer.",
      );
    if (address) found.push(`${name} sends them to ${address.url}`);
  }
  return ok(found.join(", ") || "No provider needs its address registered by the shop");
}

function needsHttps(provider: string) {
  return providerSetups.get(provider)?.needsHttps === true;
}

/** Several machines need the same secret. A few digits of its hash tell whether they have, and not what it is. */
function checkSecret({ authSecret, databaseUrl, dataFolder }: Setup["config"]): Result {
  const fingerprint = fingerprintOf(authSecret);
  if (new Set(authSecret).size < leastDifferent)
    return warning(
      "AUTH_SECRET looks easy to guess",
      "Make another with openssl rand -hex 32. Everyone signs in again.",
    );
  if (!databaseUrl) return ok(`Its fingerprint is ${fingerprint}. Keep a copy of ${dataFolder}/auth-secret`);
  return ok(`Its fingerprint is ${fingerprint}, which must be the same on all machines`);
}
