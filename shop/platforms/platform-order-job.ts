import { createHash } from "node:crypto";
import type { JobHandler } from "../jobs/job-kinds.ts";
import { postSafely } from "../outbound/fetch-safely.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { Shop } from "../shop.ts";
import { type CheckoutRow, findCheckout } from "./find-checkout.ts";
import { signMessage } from "./http-signatures.ts";
import { describeOrder } from "./orders.ts";
import { protocolVersion } from "./protocol-version.ts";
import { readSigningKey } from "./signing-keys.ts";

const minute = 60_000;
const hour = 60 * minute;
const threeDays = 72 * hour;
/** A slow platform doesn't hold up the others. */
const atOnce = 5;
/** Nothing of the answer is read. */
const mostBytes = 4096;

type SenderShop = Pick<Shop, "db" | "settings" | "now">;

/** A platform refused a message about an order. */
class PlatformRefusedError extends Error {
  override name = "PlatformRefusedError";

  constructor(status: number) {
    super(`The platform answered ${status}`);
  }
}

/** Sends a platform its buyer's order as it is now: https://ucp.dev/2026-04-08/specification/order#order-event-webhook. */
export function createPlatformOrderHandler(shop: SenderShop): JobHandler<"platformOrders"> {
  return {
    async run({ payload: { checkoutId, orderEvent }, createdAt }, signal) {
      const checkout = await findCheckout(shop.db, "id", checkoutId);
      if (checkout?.webhookUrl) await sendOrder(shop, checkout, { orderEvent, createdAt, signal });
      return undefined;
    },
    atOnce,
    retryDelays: [minute / 6, minute, 10 * minute, hour],
    retryForMs: threeDays,
    failureMessage: ({ checkoutId }) => `Platform not notified of the order of ${checkoutId}`,
    isAboutOneJob: (error) => error instanceof OutboundError || error instanceof PlatformRefusedError,
  };
}

interface Sending {
  orderEvent: number;
  /** When it happened. */
  createdAt: number;
  signal: AbortSignal;
}

async function sendOrder(shop: SenderShop, checkout: CheckoutRow, { orderEvent, createdAt, signal }: Sending) {
  const order = await describeOrder(shop.db, shop, checkout, true);
  if (!order) return;
  const capabilities = { "dev.ucp.shopping.order": [{ version: protocolVersion }] };
  const body = JSON.stringify({ ucp: { version: protocolVersion, status: "success", capabilities }, ...order });
  const url = new URL(checkout.webhookUrl ?? "");
  const event = { id: webhookId(checkout, orderEvent), createdAt };
  const headers = await signedHeaders(shop, url, body, event);
  const { allowedPrivateHosts } = shop.settings;
  const { status } = await postSafely(url.href, { body, headers, mostBytes, allowedPrivateHosts, signal });
  if (status < 200 || status > 299) throw new PlatformRefusedError(status);
}

/** A UUID that an event of an order always has (RFC 9562, version 8), and that tells nothing of the order's own id. */
function webhookId({ orderKey }: CheckoutRow, orderEvent: number) {
  const bytes = createHash("sha256").update(`${orderKey}.${orderEvent}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A delivery that is repeated has the same id and moment, and a new signature. */
async function signedHeaders(
  { db, settings, now }: SenderShop,
  url: URL,
  body: string,
  { id, createdAt }: { id: string; createdAt: number },
) {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "ucp-agent": `profile="${settings.shopUrl}/.well-known/ucp"`,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(createdAt / 1000)),
  };
  const key = await readSigningKey(db, settings.authSecret, now());
  const message = {
    ...{ method: "POST", url, body: new TextEncoder().encode(body) },
    header: (name: string) => headers[name.toLowerCase()],
  };
  return { ...headers, ...signMessage(key, message, Math.floor(now().getTime() / 1000)) };
}
