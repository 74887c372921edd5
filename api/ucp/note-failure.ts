import type { Context } from "hono";
import { outageOf } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import type { ApiEnv } from "../api-env.ts";
import { TransportError, toTransportError } from "./errors.ts";

/** Turns an error into an answer, and sets the headers that go with it. Logs errors that are neither the platform's fault nor an outage. */
export function noteFailure({ settings, log }: Shop, request: Context<ApiEnv>, error: unknown): TransportError {
  const failure = toTransportError(error, settings.shopUrl) ?? unexpected(log, request, error);
  const { retryAfter, allowed } = failure.details;
  if (retryAfter !== undefined) request.header("Retry-After", String(retryAfter));
  if (allowed !== undefined) request.header("Allow", allowed);
  return failure;
}

/** A database that can't be used, or a fault. */
function unexpected(log: Shop["log"], request: Context<ApiEnv>, error: unknown) {
  const outage = outageOf(error);
  if (outage) {
    request.set("outage", outage);
    return new TransportError("unavailable", "The shop can't answer now", { retryAfter: 5 });
  }
  if (!request.env.incoming.readableAborted) log("Request failed", error);
  return new TransportError("internal_error", "Something went wrong");
}
