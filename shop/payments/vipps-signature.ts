import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type EventKey, ForgedEventError } from "./provider.ts";

const day = 24 * 60 * 60_000;
/** Vipps repeats an event for up to 7 days. A repetition changes nothing: the shop reads the payment itself. See docs/decisions/0288. */
const oldestMs = 7 * day;
/** By how much its clock may be ahead. */
const clockSkewMs = 60_000;

/**
 * Verifies that Vipps signed an event.
 *
 * @param body the exact text, since the signature covers every byte
 * @throws ForgedEventError
 * @see https://developer.vippsmobilepay.com/docs/APIs/webhooks-api/request-authentication
 */
export function verifyVippsEvent(body: string, headers: Headers, now: Date, { url, secret }: EventKey) {
  const date = headers.get("x-ms-date") ?? "";
  const contentHash = createHash("sha256").update(body).digest("base64");
  if (headers.get("x-ms-content-sha256") !== contentHash) throw new ForgedEventError("Its content has another hash");
  // The address is the one that Vipps knows: proxies may change the request's own.
  const { host, pathname, search } = new URL(url);
  const signed = `POST\n${pathname}${search}\n${date};${host};${contentHash}`;
  const signature = createHmac("sha256", secret).update(signed).digest("base64");
  const expected = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`;
  if (!isSame(headers.get("authorization") ?? "", expected)) throw new ForgedEventError("Its signature is another");
  const age = now.getTime() - Date.parse(date);
  if (!(age <= oldestMs)) throw new ForgedEventError("It was signed too long ago");
  if (age < -clockSkewMs) throw new ForgedEventError("It was signed in the future");
}

function isSame(given: string, expected: string) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
