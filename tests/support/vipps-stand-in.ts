import { createHash, createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { VippsSettings } from "#shop/payments/vipps-client.ts";
import { postEvent, serveProvider, type Trouble } from "./serve-provider.ts";
import {
  createVippsAccount,
  openVippsBooks,
  type VippsEvent,
  type VippsMood,
  type VippsPayment,
  VippsRefusal,
} from "./vipps-account.ts";

export const vippsKeys = {
  VIPPS_CLIENT_ID: "a-client-that-is-only-good-for-tests",
  VIPPS_CLIENT_SECRET: "a-client-secret-that-is-only-good-for-tests",
  VIPPS_SUBSCRIPTION_KEY: "a-subscription-key-that-is-only-good-for-tests",
  VIPPS_MERCHANT_SERIAL_NUMBER: "123456",
};

interface StandInOptions {
  /** A SQLite file that keeps everything; otherwise memory does. */
  file?: string;
  port?: number;
  mood?: Partial<Mood>;
}

interface Mood extends VippsMood {
  /** What becomes of the next request. */
  trouble: () => Trouble | undefined;
}

export type VippsStandIn = Awaited<ReturnType<typeof openVippsStandIn>>;

const hour = 60 * 60;

/**
 * A stand-in for Vipps MobilePay over HTTP, as far as the shop uses it: access tokens, ePayment, webhooks and reports, in the shapes of its
 * documentation, with its refusals, its idempotency keys and its signed events; and the page that stands for its app.
 */
export async function openVippsStandIn({ file = ":memory:", port = 0, mood: given }: StandInOptions = {}) {
  const books = openVippsBooks(file);
  const troubles: Trouble[] = [];
  const mood: Mood = {
    trouble: () => troubles.shift(),
    captureRefusal: () => undefined,
    deliverAfter: () => [],
    ...given,
  };
  const account = createVippsAccount(books, mood);
  const { url, close } = await serveProvider({ books, port, answer, post });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const body = await text(request);
    if (pathname.startsWith("/landing/")) return answerLandingPage(request, response, pathname.split("/").at(-1) ?? "");
    const trouble = mood.trouble();
    if (trouble === "unavailable") return response.writeHead(503).end();
    const { status, body: answered } = books.atOnce(() => answerOnce(request, { pathname, searchParams, body }));
    if (trouble === "cut") return response.destroy();
    await trouble;
    response.writeHead(status, { "content-type": "application/json" }).end(answered);
  }

  /** The same idempotency key gets the same answer, also a refusal, and must ask for the same. */
  function answerOnce(request: IncomingMessage, { pathname, searchParams, body }: Asked) {
    const { headers, method = "" } = request;
    if (pathname === "/accesstoken/get") return tryRoute(() => issueToken(headers));
    const token = books.find("token", headers.authorization?.replace(/^Bearer /, "") ?? "");
    if (!token || token.until < Date.now() || !hasKeys(headers))
      return refused(new VippsRefusal("", "Unauthorized", 401));
    const key = String(headers["idempotency-key"] ?? "");
    const asked = JSON.stringify([pathname, body]);
    const kept = key ? books.findAnswer(key) : undefined;
    if (kept && kept.request !== asked) return refused(new VippsRefusal("4010", "Idempotency conflict", 409));
    if (kept) return kept;
    const found = tryRoute(() => route(method, pathname, { searchParams, sent: body ? JSON.parse(body) : {}, key }));
    if (key) books.keepAnswer(key, { request: asked, ...found });
    return found;
  }

  function issueToken({ client_id, client_secret, ...headers }: IncomingMessage["headers"]) {
    const isRight = client_id === vippsKeys.VIPPS_CLIENT_ID && client_secret === vippsKeys.VIPPS_CLIENT_SECRET;
    if (!isRight || !hasKeys(headers)) throw new VippsRefusal("", "Unauthorized", 401);
    const token = books.save("token", { id: randomUUID(), until: Date.now() + hour * 1000 });
    return { token_type: "Bearer", expires_in: String(hour), access_token: token.id };
  }

  function route(method: string, pathname: string, { searchParams, sent, key }: Routed): object {
    const [, reference = "", verb = ""] = /^\/epayment\/v1\/payments(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const value = sent.modificationAmount?.value ?? 0;
    switch (`${method} ${pathname.split("/", 2)[1]}${reference && "/id"}${verb && `/${verb}`}`) {
      case "POST epayment":
        if (!key) throw new VippsRefusal("4140", "Missing required parameter");
        return { reference: sent.reference, redirectUrl: pageOf(account.create(sent).id) };
      case "GET epayment/id":
        return shown(account.find(reference));
      case "GET epayment/id/events":
        return books.list("event").filter((event) => event.reference === account.find(reference).id);
      case "POST epayment/id/capture":
        return shown(account.capture(reference, value, key));
      case "POST epayment/id/cancel":
        return shown(account.cancel(reference, sent));
      case "POST epayment/id/refund":
        return shown(account.refund(reference, value, key));
      default:
        return routeOthers(method, pathname, { searchParams, sent, key });
    }
  }

  function routeOthers(method: string, pathname: string, { searchParams, sent }: Routed): object {
    const [, , , webhook = ""] = /^\/(webhooks)\/(v1)\/webhooks\/?(.*)$/.exec(pathname) ?? [];
    if (pathname.startsWith("/webhooks/v1/webhooks")) {
      if (method === "GET") return { webhooks: books.list("webhook").map(({ secret: _, ...known }) => known) };
      if (method === "DELETE") return { removed: books.remove("webhook", webhook) };
      const { id, secret } = account.register(sent as never);
      return { id, secret };
    }
    if (pathname === "/settlement/v1/ledgers") {
      const isOwn = searchParams.get("settlesForRecipientHandles") === `api:${vippsKeys.VIPPS_MERCHANT_SERIAL_NUMBER}`;
      return { items: isOwn ? [{ ledgerId: "302321", currency: "NOK" }] : [] };
    }
    const [, topic, date] = /^\/report\/v2\/ledgers\/302321\/(funds|fees)\/dates\/([\d-]+)$/.exec(pathname) ?? [];
    if (topic === undefined) throw new VippsRefusal("", "Not Found", 404);
    const entries = books.list("entry").filter((entry) => entry.topic === topic && entry.ledgerDate === date);
    return pageOfEntries(entries, Number(searchParams.get("cursor") ?? 0));
  }

  /** What the customer's app shows: they confirm, or don't. */
  async function answerLandingPage(request: IncomingMessage, response: ServerResponse, reference: string) {
    const payment = books.find("payment", reference);
    if (!payment) return response.writeHead(404).end("There is no such payment");
    const { state, amount, returnUrl } = payment;
    if (request.method === "POST") {
      const isRejected = new URL(request.url ?? "", url).searchParams.has("reject");
      books.atOnce(() => (isRejected ? account.end(reference, "ABORTED") : account.approve(reference)));
      return response.writeHead(303, { location: returnUrl }).end();
    }
    if (state !== "CREATED") return response.writeHead(303, { location: returnUrl }).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Vipps</title>
<main><h1>Pay ${amount.currency} ${(amount.value / 100).toFixed(2)}</h1><form method="post"><button>Pay</button></form>
<form method="post" action="?reject"><button>Cancel</button></form></main></html>`);
  }

  function shown({ id: reference, ...payment }: VippsPayment) {
    return { reference, ...payment, redirectUrl: pageOf(reference), paymentMethod: { type: "WALLET" }, profile: {} };
  }

  function pageOf(reference: string) {
    return `${url}/landing/${reference}`;
  }

  async function post(eventId: string) {
    const event = books.find("event", eventId);
    if (!event) return true;
    const name = `epayments.payment.${event.name.toLowerCase()}.v1`;
    const hooks = books.list("webhook").filter(({ events }) => events.includes(name));
    const accepted = await Promise.all(hooks.map((hook) => postEvent(hook.url, signVippsEvent(event, hook))));
    return !accepted.includes(false);
  }

  return {
    url,
    /** What the shop is configured with. */
    settings: {
      clientId: vippsKeys.VIPPS_CLIENT_ID,
      clientSecret: vippsKeys.VIPPS_CLIENT_SECRET,
      subscriptionKey: vippsKeys.VIPPS_SUBSCRIPTION_KEY,
      merchantSerialNumber: vippsKeys.VIPPS_MERCHANT_SERIAL_NUMBER,
      apiUrl: url,
      mode: "test",
      capture: "sent",
    } satisfies VippsSettings as VippsSettings,
    books,
    /** What customers do in their app, and the owner in the business portal. */
    account,
    mood,
    /** What becomes of the next requests. */
    troubles,
    close,
  };
}

interface Asked {
  pathname: string;
  searchParams: URLSearchParams;
  body: string;
}

interface Routed extends Pick<Asked, "searchParams"> {
  // biome-ignore lint/suspicious/noExplicitAny: what was sent may be anything
  sent: any;
  key: string;
}

function hasKeys(headers: IncomingMessage["headers"]) {
  return (
    headers["ocp-apim-subscription-key"] === vippsKeys.VIPPS_SUBSCRIPTION_KEY &&
    headers["merchant-serial-number"] === vippsKeys.VIPPS_MERCHANT_SERIAL_NUMBER &&
    Boolean(headers["vipps-system-name"] && headers["vipps-system-version"])
  );
}

const entriesPerPage = 2;

function pageOfEntries<Entry>(entries: Entry[], start: number) {
  const hasMore = start + entriesPerPage < entries.length;
  const items = entries.slice(start, start + entriesPerPage);
  return { items, hasMore, tryLater: false, ...(hasMore && { cursor: String(start + entriesPerPage) }) };
}

function tryRoute(work: () => object) {
  try {
    return asAnswer(200, work());
  } catch (error) {
    if (!(error instanceof VippsRefusal)) throw error;
    return refused(error);
  }
}

function asAnswer(status: number, body: object) {
  return { status, body: JSON.stringify(body) };
}

function refused({ status, message: title, code }: VippsRefusal) {
  const extraDetails = code ? [{ name: "ErrorCode", reason: code }] : [];
  const problem = { type: `https://httpstatuses.io/${status}`, title, status, extraDetails, traceId: randomUUID() };
  return asAnswer(status, problem);
}

/** An event as it is posted (https://developer.vippsmobilepay.com/docs/APIs/webhooks-api/request-authentication). */
export function signVippsEvent(
  { id: _, ...event }: VippsEvent,
  { url, secret }: { url: string; secret: string },
  signedAt = new Date(),
) {
  const body = JSON.stringify({ msn: vippsKeys.VIPPS_MERCHANT_SERIAL_NUMBER, ...event });
  const hash = createHash("sha256").update(body).digest("base64");
  const { host, pathname } = new URL(url);
  const date = signedAt.toUTCString();
  const signature = createHmac("sha256", secret).update(`POST\n${pathname}\n${date};${host};${hash}`).digest("base64");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "x-ms-date": date,
      "x-ms-content-sha256": hash,
      authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
    },
  };
}
