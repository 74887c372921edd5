import { canonicalAddress, canonicalTarget } from "./redirect-address.ts";

export const maxRedirects = 10_000;

export interface Redirect {
  from: string;
  to: string;
}

/** A redirect that can't be saved. The message is for the owner. */
export class RedirectError extends Error {
  override name = "RedirectError";
  readonly field: "from" | "to";

  constructor(field: "from" | "to", message: string) {
    super(message);
    this.field = field;
  }
}

/** All redirects of a shop, none of which leads to another one. */
export class RedirectMap {
  readonly #targets = new Map<string, string>();
  /** Which redirects lead to a path, so that a new one needn't look at all others. */
  readonly #leadingTo = new Map<string, Set<string>>();
  /** What was added or changed. */
  readonly changed = new Map<string, string>();

  constructor(redirects: Redirect[]) {
    for (const { from, to } of redirects) this.#keep(from, to);
  }

  /**
   * Adds a redirect, or changes the one with the same `from`. It gets its target's target, and those that led to its `from` get its own.
   *
   * @throws RedirectError
   */
  add(typed: Redirect): Redirect {
    const from = canonicalAddress(typed.from);
    const wanted = canonicalTarget(typed.to);
    if (from === undefined || typed.from.includes("#")) throw new RedirectError("from", "Use a path such as /old-page");
    if (/^\/(owner(\/|\?|$)|products$|$)/i.test(from))
      throw new RedirectError("from", "This address can't be redirected");
    if (wanted === undefined) throw new RedirectError("to", "Use a path on this shop such as /new-page");
    const to = this.find(wanted) ?? wanted;
    if (covers(from, wanted) || covers(from, to))
      throw new RedirectError("to", "This redirect would lead back to itself");
    this.#set(from, to);
    for (const other of [...(this.#leadingTo.get(pathOf(from)) ?? [])]) {
      const target = this.#targets.get(other) ?? "";
      if (other === from || !covers(from, target)) continue;
      const next = this.find(target) ?? target;
      if (covers(other, next)) throw new RedirectError("to", `This redirect and the one from ${other} form a loop`);
      this.#set(other, next);
    }
    if (this.#targets.size > maxRedirects) throw new RedirectError("from", "The shop already has 10,000 redirects");
    return { from, to };
  }

  #set(from: string, to: string) {
    this.#leadingTo.get(pathOf(this.#targets.get(from) ?? ""))?.delete(from);
    this.#keep(from, to);
    this.changed.set(from, to);
  }

  #keep(from: string, to: string) {
    this.#targets.set(from, to);
    const path = pathOf(to);
    const leading = this.#leadingTo.get(path) ?? new Set();
    this.#leadingTo.set(path, leading.add(from));
  }

  /** Where a canonical address leads; undefined if nowhere else. */
  find(address: string) {
    const [full = "", fragment] = address.split("#");
    const [path = "", query] = full.split("?");
    const exact = this.#targets.get(full);
    if (exact !== undefined || full === path) return exact;
    const to = this.#targets.get(path);
    return to === undefined ? undefined : withQuery(to, query ?? "", fragment);
  }
}

function pathOf(address: string) {
  return address.split(/[?#]/)[0] ?? "";
}

/** Whether a redirect from one address matches another, which is canonical. */
function covers(from: string, address: string) {
  const [full = ""] = address.split("#");
  return full === from || full.split("?")[0] === from;
}

/** Adds a request's query to a target. */
export function withQuery(to: string, query: string, otherFragment?: string) {
  const [address = "", fragment = otherFragment] = to.split("#");
  const joined = query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
