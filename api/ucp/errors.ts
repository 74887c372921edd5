import type { ContentfulStatusCode } from "hono/utils/http-status";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { SignatureError } from "#shop/platforms/http-signatures.ts";
import { ProfileError } from "#shop/platforms/platform-profile.ts";

/** The statuses of REST and the codes of JSON-RPC (https://ucp.dev/2026-04-08/specification/overview#error-codes). */
const problems = {
  invalid_profile_url: [400, -32001],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  signature_missing: [401, -32000],
  signature_invalid: [401, -32000],
  key_not_found: [401, -32000],
  digest_mismatch: [400, -32600],
  algorithm_unsupported: [400, -32600],
  malformed_json: [400, -32700],
  invalid_jsonrpc: [400, -32600],
  invalid_request: [400, -32602],
  request_too_large: [400, -32602],
  not_found: [404, -32601],
  // No error of HTTP: clients of MCP take a 404 for a session that is over.
  method_not_found: [200, -32601],
  method_not_allowed: [405, -32600],
  idempotency_conflict: [409, -32000],
  length_required: [411, -32600],
  content_too_large: [413, -32600],
  unsupported_media_type: [415, -32600],
  rate_limited: [429, -32000],
  internal_error: [500, -32603],
  unavailable: [503, -32000],
} as const satisfies Record<string, readonly [ContentfulStatusCode, number]>;

export type ProblemCode = keyof typeof problems;

interface Details {
  /** Where a buyer can go on without the platform. */
  continueUrl?: string;
  /** Seconds. */
  retryAfter?: number;
  /** Methods of HTTP. */
  allowed?: string;
}

/** The request can't be worked on. REST answers with a status, MCP with an error of JSON-RPC. */
export class TransportError extends Error {
  override name = "TransportError";
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: ProblemCode, content: string, details: Details = {}) {
    super(content);
    this.code = code;
    this.details = details;
  }

  get status() {
    return problems[this.code][0];
  }

  get rpcCode() {
    return problems[this.code][1];
  }

  /** The body of a REST answer. */
  toJson() {
    const { continueUrl } = this.details;
    return { code: this.code, content: this.message, ...(continueUrl !== undefined && { continue_url: continueUrl }) };
  }
}

const retryAfterSeconds = 5;

/** Errors of the shop's functions as the protocol names them; undefined for others. */
export function toTransportError(error: unknown, continueUrl: string): TransportError | undefined {
  if (error instanceof TransportError) return error;
  if (error instanceof SignatureError) return new TransportError(error.code, error.message);
  if (error instanceof RateLimitError)
    return new TransportError("rate_limited", "Too many wrong discount codes", { retryAfter: error.retryAfter });
  if (!(error instanceof ProfileError)) return undefined;
  if (error.code === "busy") return new TransportError("unavailable", error.message, { retryAfter: retryAfterSeconds });
  return new TransportError(error.code, error.message, { continueUrl });
}
