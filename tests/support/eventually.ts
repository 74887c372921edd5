import { vi } from "vitest";

/** As long as other tests may take on a busy machine, in milliseconds. Nothing is judged by how long it takes. */
export const longestWait = 120_000;

/** Repeats a check until it passes. @returns what the check returns */
export function eventually<Result>(check: () => Result | Promise<Result>) {
  return vi.waitFor(check, { timeout: longestWait, interval: 50 });
}
