import { Hono } from "hono";
import type { ApiEnv, ApiOptions } from "../api-env.ts";

/** Answers platforms by the Universal Commerce Protocol (https://ucp.dev). */
export function createUcp(_options: ApiOptions) {
  const ucp = new Hono<ApiEnv>();
  ucp.all("/ucp/*", ({ json }) => json({ code: "not_found", content: "There is no such operation." }, 404));
  return ucp;
}
