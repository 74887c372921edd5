import { vi } from "vitest";

/** Repeats a check until it passes, as long as other tests may take on a busy machine. @returns what the check returns */
export function eventually<Result>(check: () => Result | Promise<Result>) {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}
