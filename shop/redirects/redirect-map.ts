import { coversAddress, matchRedirect } from "./match-redirect.ts";
import { canonicalAddress, canonicalTarget, matchPathOf } from "./redirect-address.ts";

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
  /** The `from` of all with the same path but for its capitals. */
  readonly #byPath = new Map<string, Set<string>>();
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
    if (
      coversAddress(from, wanted) ||
      (to === wanted ? coversAddress(from, to) : coversAddress(foldCase(from), foldCase(to)))
    )
      throw new RedirectError("to", "This redirect would lead back to itself");
    this.#set(from, to);
    for (const other of [...(this.#leadingTo.get(matchPathOf(from)) ?? [])]) {
      const target = this.#targets.get(other) ?? "";
      const next = other === from ? undefined : this.find(target);
      if (next === undefined) continue;
      if (coversAddress(other, next))
        throw new RedirectError("to", `This redirect and the one from ${other} form a loop`);
      this.#set(other, next);
    }
    if (this.#targets.size > maxRedirects) throw new RedirectError("from", "The shop already has 10,000 redirects");
    return { from, to };
  }

  #set(from: string, to: string) {
    this.#leadingTo.get(matchPathOf(this.#targets.get(from) ?? ""))?.delete(from);
    this.#keep(from, to);
    this.changed.set(from, to);
  }

  #keep(from: string, to: string) {
    this.#targets.set(from, to);
    this.#note(this.#leadingTo, matchPathOf(to), from);
    this.#note(this.#byPath, matchPathOf(from), from);
  }

  #note(index: Map<string, Set<string>>, path: string, from: string) {
    index.set(path, (index.get(path) ?? new Set()).add(from));
  }

  /** Where a canonical address leads; undefined if nowhere else. */
  find(address: string) {
    const [full = "", fragment] = address.split("#");
    const rules = [...(this.#byPath.get(matchPathOf(full)) ?? [])];
    return matchRedirect(
      rules.map((from) => ({ from, to: this.#targets.get(from) ?? "" })),
      full,
      fragment,
    );
  }
}

/** An address whose path has no capitals: redirects that differ in them only could lead to each other. */
function foldCase(address: string) {
  const query = address.search(/[?#]/);
  return matchPathOf(address) + (query < 0 ? "" : address.slice(query));
}
