import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { postEvent, serveProvider, type Trouble } from "./serve-provider.ts";
import { type AccountMood, createAccount, type Parameters, StripeRefusal } from "./stripe-account.ts";
import { openStripeBooks } from "./stripe-books.ts";
import { answerPaymentPage } from "./stripe-payment-page.ts";

export const stripeSecretKey = "sk_test_a_key_that_is_only_good_for_tests";
export const stripeWebhookSecret = "whsec_a_secret_that_is_only_good_for_tests";

export interface StandInOptions {
  /** A SQLite file that keeps everything; otherwise memory does. */
  file?: string;
  port?: number;
  /** Where events are posted to, if anywhere. */
  eventsTo?: string;
  mood?: Partial<Mood>;
}

export interface Mood extends AccountMood {
  /** What becomes of the next request. */
  trouble: (request: IncomingMessage) => Trouble | undefined;
}

export type StripeStandIn = Awaited<ReturnType<typeof openStripeStandIn>>;

/**
 * A stand-in for Stripe over HTTP: its interface as far as the shop uses it, in the shapes of its published samples, with its refusals,
 * its idempotency keys and its signed events; and a page to pay on.
 */
export async function openStripeStandIn({ file = ":memory:", port = 0, eventsTo, mood: given }: StandInOptions = {}) {
  const books = openStripeBooks(file);
  const troubles: Trouble[] = [];
  const mood: Mood = {
    trouble: () => troubles.shift(),
    refundStatus: () => "succeeded",
    deliverAfter: () => (eventsTo ? [0] : []),
    paysLater: false,
    ...given,
  };
  const account = createAccount(books, mood, (id) => `${url}/pay/${id}`);
  const { url, close } = await serveProvider({ books, port, answer, post });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const body = await text(request);
    if (pathname.startsWith("/pay/")) return answerPaymentPage(request, response, { books, account });
    const trouble = mood.trouble(request);
    if (trouble === "unavailable") return send(response, 503, { error: { type: "api_error", message: "Try later" } });
    const parameters = new Map([...searchParams, ...new URLSearchParams(body)]);
    const { status, body: answered } = books.atOnce(() => answerOnce(request, pathname, parameters));
    if (trouble === "cut") return response.destroy();
    await trouble;
    response.writeHead(status, { "content-type": "application/json" }).end(answered);
  }

  /** The same idempotency key gets the same answer, and must ask for the same. */
  function answerOnce(request: IncomingMessage, pathname: string, parameters: Parameters) {
    const key = String(request.headers["idempotency-key"] ?? "");
    const asked = JSON.stringify([pathname, [...parameters].toSorted()]);
    const kept = key ? books.findAnswer(key) : undefined;
    if (request.headers.authorization !== `Bearer ${stripeSecretKey}`) {
      return asAnswer(new StripeRefusal("Invalid API Key provided", { status: 401 }));
    }
    if (kept && kept.request !== asked) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return asAnswer(new StripeRefusal(message, { type: "idempotency_error" }));
    }
    if (kept) return kept;
    try {
      const found = { status: 200, body: JSON.stringify(route(request.method ?? "", pathname, parameters)) };
      if (key) books.keepAnswer(key, { request: asked, ...found });
      return found;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      if (key && error.isKept) books.keepAnswer(key, { request: asked, ...asAnswer(error) });
      return asAnswer(error);
    }
  }

  function route(method: string, pathname: string, parameters: Parameters): object {
    const [, noun = "", id = "", verb = ""] =
      /^\/v1\/(checkout\/sessions|coupons|refunds|payment_intents|balance_transactions)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
        pathname,
      ) ?? [];
    switch (`${method} ${noun}${id && "/id"}${verb && `/${verb}`}`) {
      case "POST coupons":
        return account.createCoupon(parameters);
      case "POST checkout/sessions":
        return account.createSession(parameters);
      case "GET checkout/sessions/id":
        return account.readSession(id, parameters);
      case "POST checkout/sessions/id/expire":
        return account.expireSession(id);
      case "GET payment_intents/id":
        return account.findPaymentIntent(id);
      case "POST refunds":
        return account.createRefund(parameters);
      case "GET balance_transactions":
        return account.readBalancePage(parameters);
      case "GET refunds":
        return account.readRefundPage(parameters);
      default:
        throw new StripeRefusal(`Unrecognized request URL (${method}: ${pathname}).`, { status: 404 });
    }
  }

  async function post(eventId: string) {
    const event = books.find("event", eventId);
    if (!event || !eventsTo) return true;
    const body = JSON.stringify(event);
    const headers = { "content-type": "application/json", "stripe-signature": signEvent(body) };
    return postEvent(eventsTo, { body, headers });
  }

  return {
    url,
    eventsTo,
    /** What the shop is configured with. */
    settings: { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiUrl: url },
    books,
    /** What people do: on the payment page, at their bank, and at Stripe's own dashboard. */
    account,
    mood,
    /** What becomes of the next requests. */
    troubles,
    close,
  };
}

/** An event's signature, as it comes in the header `Stripe-Signature` (https://docs.stripe.com/webhooks#verify-manually). */
export function signEvent(body: string, signedAt = Date.now(), secret = stripeWebhookSecret) {
  const time = Math.floor(signedAt / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${signature}`;
}

function asAnswer({ status, body }: StripeRefusal) {
  return { status, body: JSON.stringify(body) };
}

function send(response: ServerResponse, status: number, body: object) {
  // Stripe says when trying again at once is of no use.
  const headers = { "content-type": "application/json", "stripe-should-retry": "false" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
