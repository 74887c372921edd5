import { LRUCache } from "lru-cache";

/** How many requests each client may make in a window. */
export interface Quota {
  /** What the header calls it. */
  name: string;
  requests: number;
  windowSeconds: number;
}

export interface Allowance {
  isAllowed: boolean;
  remaining: number;
  /** Seconds until all requests are free again. */
  reset: number;
}

/** Clients that are remembered. The ones not seen for longest are forgotten first. */
const capacity = 10_000;

/** Counts the requests of clients in windows. Each process counts for itself. See docs/decisions/0255. */
export class RateLimit {
  readonly #quota: Quota;
  readonly #windows: LRUCache<string, { count: number; endsAt: number }>;

  constructor(quota: Quota) {
    this.#quota = quota;
    this.#windows = new LRUCache({ max: capacity });
  }

  /** Counts a request. @param time in milliseconds, of a clock that never goes back */
  take(client: string, time = performance.now()): Allowance {
    const window = this.#windowOf(client, time);
    window.count += 1;
    const remaining = this.#quota.requests - window.count;
    return {
      isAllowed: remaining >= 0,
      remaining: Math.max(0, remaining),
      // Times have fractions: a whole window would be a second more.
      reset: Math.ceil(Math.round(window.endsAt - time) / 1000),
    };
  }

  /** The headers of an answer (draft-ietf-httpapi-ratelimit-headers-10). */
  headersOf({ isAllowed, remaining, reset }: Allowance): Record<string, string> {
    const { name, requests, windowSeconds } = this.#quota;
    return {
      "RateLimit-Policy": `"${name}";q=${requests};w=${windowSeconds}`,
      RateLimit: `"${name}";r=${remaining};t=${reset}`,
      ...(!isAllowed && { "Retry-After": String(reset) }),
    };
  }

  #windowOf(client: string, time: number) {
    const known = this.#windows.get(client);
    if (known && known.endsAt > time) return known;
    const fresh = { count: 0, endsAt: time + this.#quota.windowSeconds * 1000 };
    this.#windows.set(client, fresh);
    return fresh;
  }
}
