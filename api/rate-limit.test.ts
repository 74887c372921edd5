import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit.ts";

test("a client may make its requests in each window, whatever others do", () => {
  const limit = new RateLimit({ name: "token", requests: 2, windowSeconds: 60 });
  expect(limit.take("a", 0)).toEqual({ isAllowed: true, remaining: 1, reset: 60 });
  expect(limit.take("a", 30_000)).toEqual({ isAllowed: true, remaining: 0, reset: 30 });
  const refused = limit.take("a", 59_999);
  expect(refused).toEqual({ isAllowed: false, remaining: 0, reset: 1 });
  expect(limit.headersOf(refused)).toEqual({
    "RateLimit-Policy": '"token";q=2;w=60',
    RateLimit: '"token";r=0;t=1',
    "Retry-After": "1",
  });
  expect(limit.take("b", 59_999).isAllowed).toBe(true);
  expect(limit.take("a", 60_000)).toEqual({ isAllowed: true, remaining: 1, reset: 60 });
});
