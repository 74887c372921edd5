import { coversAddress, findMatch, targetOf } from "./match-redirect.ts";
import { canonicalAddress, canonicalTarget, foldCase, longestAddress } from "./redirect-address.ts";
import { RuleIndex } from "./rule-index.ts";

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

/**
 * All redirects of a shop, none of which leads to another one. Those that follow each other are joined by `settle` at the end: after each of thousands,
 * it would take minutes.
 */
export class RedirectMap {
  readonly #targets = new Map<string, string>();
  readonly #index = new RuleIndex();
  readonly #changed = new Set<string>();

  constructor(redirects: Redirect[]) {
    for (const { from, to } of redirects) this.#keep(from, to);
  }

  /**
   * Adds a redirect, or changes the one with the same `from`. It gets its target's target.
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
    const to = this.#targetOf(wanted) ?? wanted;
    if (coversAddress(from, wanted) || (to !== wanted && coversAddress(foldCase(from), foldCase(to))))
      throw new RedirectError("to", "This redirect would lead back to itself");
    this.#set(from, to);
    if (this.#targets.size > maxRedirects) throw new RedirectError("from", "The shop already has 10,000 redirects");
    return { from, to };
  }

  /**
   * Gives the redirects that lead to another one its target.
   *
   * @returns what was added or changed, by its `from`
   * @throws RedirectError
   */
  settle(): Map<string, string> {
    for (const from of this.#targets.keys()) this.#settleRule(from);
    return new Map(Array.from(this.#changed, (from) => [from, this.#targets.get(from) ?? ""]));
  }

  /** Where an address leads in the end; undefined if nowhere else. */
  #targetOf(address: string) {
    const match = this.#find(address);
    if (!match) return undefined;
    this.#settleRule(match.rule.from);
    return this.#follow(address);
  }

  /** Settles a redirect after those that it leads to. */
  #settleRule(from: string) {
    const ahead = new Set([from]);
    for (let at: string | undefined = from; at !== undefined; ) {
      at = this.#find(this.#targets.get(at) ?? "")?.rule.from;
      if (at === undefined || ahead.has(at)) break;
      ahead.add(at);
    }
    for (const rule of [...ahead].toReversed()) {
      const next = this.#follow(this.#targets.get(rule) ?? "");
      if (next === undefined) continue;
      if (coversAddress(foldCase(rule), foldCase(next)))
        throw new RedirectError("to", `This redirect and the one from ${rule} form a loop`);
      this.#set(rule, next);
    }
  }

  #follow(address: string) {
    const [full = "", fragment] = address.split("#");
    const match = this.#find(address);
    const target = match && targetOf(match, full, fragment);
    if (target && target.length > longestAddress)
      throw new RedirectError(
        "to",
        "Together with those it leads to, this redirect has an address of more than 2,000 characters",
      );
    return target;
  }

  #find(address: string) {
    const [full = ""] = address.split("#");
    const rules = Array.from(this.#index.find(full), (from) => ({ from, to: this.#targets.get(from) ?? "" }));
    return findMatch(rules, full);
  }

  #set(from: string, to: string) {
    this.#keep(from, to);
    this.#changed.add(from);
  }

  #keep(from: string, to: string) {
    this.#targets.set(from, to);
    this.#index.add(from);
  }
}
