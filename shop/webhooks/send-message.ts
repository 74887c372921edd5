import { Webhook } from "standardwebhooks";
import { messageOf } from "../errors.ts";
import { storableText } from "../forms/validate.ts";
import { postSafely } from "../outbound/fetch-safely.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { ShopSettings } from "../shop.ts";

/** Of an answer. */
const keptBytes = 4096;

/** What a receiver has answered to a message, or why it hasn't. */
export interface Answer {
  isDelivered: boolean;
  /** Null without an answer. */
  status: number | null;
  /** How the answer begins. */
  answer: string | null;
  problem: string | null;
  tookMs: number;
}

export interface OutgoingMessage {
  address: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * Posts a message to another program. An answer with a status of 200 to 299 means that it has it.
 *
 * @throws the signal's reason
 */
export async function sendMessage(
  { address, body, headers }: OutgoingMessage,
  { allowedPrivateHosts }: Pick<ShopSettings, "allowedPrivateHosts">,
  signal: AbortSignal,
): Promise<Answer> {
  const start = performance.now();
  const tookMs = () => Math.round(performance.now() - start);
  try {
    const message = { body, headers: { "content-type": "application/json", ...headers } };
    const options = { mostBytes: keptBytes, allowedPrivateHosts, signal };
    const { status, content } = await postSafely(address, { ...message, ...options });
    const isDelivered = status >= 200 && status < 300;
    const problem = isDelivered ? null : `The receiver answers ${status}`;
    return { isDelivered, status, answer: readable(content), problem, tookMs: tookMs() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { isDelivered: false, status: null, answer: null, problem: messageOf(error), tookMs: tookMs() };
  }
}

/** A text that the database can keep, whatever the bytes are. */
function readable(content: Uint8Array) {
  return storableText(new TextDecoder().decode(content));
}

/** The headers that sign a message as Standard Webhooks says, once with each secret. */
export function signMessage(id: string, body: string, secrets: string[], now: Date) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
