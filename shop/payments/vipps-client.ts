import torg from "../../package.json" with { type: "json" };
import { PaymentRefusedError, PaymentUnreachableError } from "./provider.ts";

export interface VippsSettings {
  clientId: string;
  clientSecret: string;
  subscriptionKey: string;
  /** The sales unit's number. */
  merchantSerialNumber: string;
  /** Without a slash at its end. */
  apiUrl: string;
  /** Whether its money is real. */
  mode: "live" | "test";
  /** When reserved money is taken: when the order is sent, or as soon as it is paid. */
  capture: "sent" | "paid";
}

interface VippsRequest {
  body?: object;
  /** Repetitions with the same key are done once. Vipps wants at most 50 characters. */
  idempotencyKey?: string;
  timeoutMs?: number;
}

export type VippsClient = ReturnType<typeof createVippsClient>;

/** Vipps refused a request. */
export class VippsRefusedError extends PaymentRefusedError {
  /** By https://developer.vippsmobilepay.com/docs/APIs/epayment-api/api-guide/errors; undefined where it names none. */
  readonly code: string | undefined;

  /** @param trace what Vipps finds the request by */
  constructor(message: string, code: string | undefined, trace: string | undefined) {
    super(message, { cause: trace && `Trace ${trace}` });
    this.code = code;
  }
}

const timeoutMs = 10_000;
const second = 1000;
/** Bytes. A day's report has up to a thousand entries of some hundred bytes. */
const answerLimit = 4 * 1024 * 1024;
/** Statuses that say that the same request may work later, or once the keys are right. */
const passingStatuses = [401, 403, 408, 423, 429];
/** Another operation holds the payment (6160), it is being processed (6250), or capturing failed for now (6280). */
const passingCodes = ["6160", "6250", "6280"];

/** Requests to Vipps MobilePay, with an access token that is kept until shortly before it expires. */
export function createVippsClient(settings: VippsSettings) {
  const { clientId, clientSecret, subscriptionKey, merchantSerialNumber, apiUrl } = settings;
  const headers = {
    "Ocp-Apim-Subscription-Key": subscriptionKey,
    "Merchant-Serial-Number": merchantSerialNumber,
    "Vipps-System-Name": "Torg",
    "Vipps-System-Version": torg.version,
    "Vipps-System-Plugin-Name": "torg-payments",
    "Vipps-System-Plugin-Version": torg.version,
  };
  let token: { value: Promise<string>; until: number } | undefined;

  /** Requests at the same time share a token, and the request for it. */
  function readToken() {
    if (token && performance.now() < token.until) return token.value;
    const fresh = { value: fetchToken(), until: Number.POSITIVE_INFINITY };
    token = fresh;
    fresh.value.catch(() => {
      if (token === fresh) token = undefined;
    });
    return fresh.value;

    async function fetchToken() {
      const answer = await exchange(`${apiUrl}/accesstoken/get`, {
        method: "POST",
        headers: { ...headers, client_id: clientId, client_secret: clientSecret },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { access_token: value, expires_in: seconds } = readAnswer<{ access_token: string; expires_in: string }>(
        answer,
      );
      // It is renewed while a tenth of its time is left.
      fresh.until = performance.now() + 0.9 * Number(seconds) * second;
      return value;
    }
  }

  async function send(method: string, path: string, { body, idempotencyKey, timeoutMs: own }: VippsRequest) {
    return exchange(`${apiUrl}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${await readToken()}`,
        ...(body && { "content-type": "application/json" }),
        ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(own ?? timeoutMs),
    });
  }

  return {
    merchantSerialNumber,

    /** @throws VippsRefusedError, PaymentUnreachableError */
    async request<Answer>(method: "GET" | "POST" | "DELETE", path: string, request: VippsRequest = {}) {
      const used = token;
      const first = await send(method, path, request);
      if (first.status !== 401) return readAnswer<Answer>(first);
      // Its token was revoked. Another request may have renewed it by now.
      if (token === used) token = undefined;
      return readAnswer<Answer>(await send(method, path, request));
    },
  };
}

interface Exchanged {
  status: number;
  text: string;
}

/** Redirects aren't followed: they would take the keys elsewhere. */
async function exchange(url: string, init: RequestInit): Promise<Exchanged> {
  try {
    const response = await fetch(url, { ...init, redirect: "error" });
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    throw new PaymentUnreachableError(`Vipps MobilePay can't be reached right now: ${reasonOf(error)}`);
  }
}

async function readText({ body }: Response) {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > answerLimit) throw new Error("its answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Why a request failed, without the request itself: it contains the keys. */
function reasonOf(error: unknown) {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return "no answer in time";
  return cause instanceof Error ? cause.message : message;
}

/** How Vipps explains a refused or failed request (RFC 7807). */
interface Problem {
  title?: string;
  detail?: string;
  traceId?: string;
  extraDetails?: { name?: string; reason?: string }[];
}

/** @throws VippsRefusedError, PaymentUnreachableError */
function readAnswer<Answer>({ status, text }: Exchanged): Answer {
  if (status >= 200 && status < 300) return parse<Answer>(text) ?? ({} as Answer);
  const { title = "", detail = "", traceId, extraDetails = [] } = parse<Problem>(text) ?? {};
  const code = extraDetails.find(({ name }) => name === "ErrorCode")?.reason;
  const fields = extraDetails.flatMap(({ name, reason }) => (name === "ErrorCode" ? [] : [`${name}: ${reason}`]));
  const words = [title, detail, ...fields].filter(Boolean).join(". ") || `HTTP ${status}`;
  const message = `${words}${code ? ` (${code})` : ""}`;
  const isPassing = status >= 500 || passingStatuses.includes(status) || passingCodes.includes(code ?? "");
  if (isPassing) throw new PaymentUnreachableError(`Vipps MobilePay can't do this right now: ${message}`);
  throw new VippsRefusedError(message, code, traceId);
}

function parse<Value>(text: string): Value | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PaymentUnreachableError("Vipps MobilePay can't be reached right now: its answer isn't JSON");
  }
}
