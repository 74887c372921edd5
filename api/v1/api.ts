import { Hono } from "hono";
import type { ApiEnv, ApiOptions } from "../api-env.ts";

/** Answers `/api`: the owner's programs. */
export function createApi(_options: ApiOptions) {
  const api = new Hono<ApiEnv>();
  // RFC 9457
  api.all("/api/*", ({ body }) =>
    body(JSON.stringify({ type: "about:blank", title: "Not Found", status: 404 }), 404, {
      "Content-Type": "application/problem+json",
    }),
  );
  return api;
}
