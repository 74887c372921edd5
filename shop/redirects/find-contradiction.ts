import { keysOf } from "./match-redirect.ts";
import { canonicalAddress, canonicalTarget } from "./redirect-address.ts";
import type { Redirect } from "./redirect-map.ts";

/** The first of a list's redirects that leads elsewhere than an earlier one from the same address, however the two write it. */
export function findContradiction<Found extends Redirect>(redirects: Found[]) {
  const first = new Map<string, { redirect: Found; target: string }>();
  for (const redirect of redirects) {
    const address = canonicalAddress(redirect.from);
    const key = address === undefined ? redirect.from : JSON.stringify(keysOf(address));
    const target = canonicalTarget(redirect.to) ?? redirect.to;
    const earlier = first.get(key);
    if (earlier && earlier.target !== target) return { redirect, earlier: earlier.redirect };
    first.set(key, { redirect, target });
  }
  return undefined;
}
