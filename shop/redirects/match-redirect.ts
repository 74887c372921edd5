interface Rule {
  from: string;
  to: string;
}

/** A rule that matches an address, with the parameters of the address that the rule doesn't name. */
export interface Match<Found extends Rule = Rule> {
  rule: Found;
  rest: [string, string][];
}

/**
 * The target of the rule that matches an address, with the parameters that the rule doesn't name.
 *
 * @param rules those with the address's `matchPath`
 * @param address canonical, without its fragment
 * @returns undefined if none matches, or leads back to the address
 */
export function matchRedirect(rules: Rule[], address: string) {
  const match = findMatch(rules, address);
  return match && targetOf(match, address);
}

/**
 * The rule that matches an address. Its own parameters may come in any order. A path in other capitals matches where only one path does, and the rule
 * with the most parameters counts.
 *
 * @param hasSamePath whether a rule has the address's path in the same capitals
 */
export function findMatch<Found extends Rule>(
  rules: Found[],
  address: string,
  hasSamePath = rules.some(({ from }) => pathOf(from) === pathOf(address)),
): Match<Found> | undefined {
  const { path, parameters } = partsOf(address);
  const fitting = rules.flatMap((rule) => {
    const from = partsOf(rule.from);
    const rest = hasSamePath && from.path !== path ? undefined : without(parameters, from.parameters);
    return rest ? [{ rule, rest, path: from.path, named: from.parameters.length }] : [];
  });
  if (new Set(fitting.map((match) => match.path)).size > 1) return undefined;
  return fitting.toSorted((one, other) => other.named - one.named)[0];
}

/** Where a match leads; undefined if back to the address. @param fragment the address's, where the rule has none */
export function targetOf({ rule, rest }: Match, address: string, fragment?: string) {
  const to = rest.length > 0 ? withQuery(rule.to, queryOf(rest), fragment) : rule.to;
  return to.split("#")[0] === address ? undefined : to;
}

/** Whether a redirect from one address matches another one. */
export function coversAddress(from: string, address: string) {
  const rule = partsOf(from);
  const { path, parameters } = partsOf(address.split("#")[0] ?? "");
  return rule.path === path && without(parameters, rule.parameters) !== undefined;
}

/** An address's path, with its capitals. */
export function pathOf(address: string) {
  return address.split(/[?#]/, 1)[0] ?? "";
}

/** An address's parameters as texts, each of which a rule may name. */
export function parametersOf(address: string) {
  return partsOf(address.split("#")[0] ?? "").parameters.map(([name, value]) => JSON.stringify([name, value]));
}

function partsOf(address: string): { path: string; parameters: [string, string][] } {
  const [path = "", query = ""] = address.split("?", 2);
  return { path, parameters: query === "" ? [] : [...new URLSearchParams(query)] };
}

/** What is left of an address's parameters; undefined if it lacks one of the named ones. */
function without(parameters: [string, string][], named: [string, string][]) {
  const rest = [...parameters];
  for (const [name, value] of named) {
    const at = rest.findIndex((parameter) => parameter[0] === name && parameter[1] === value);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest;
}

function queryOf(parameters: [string, string][]) {
  return new URLSearchParams(parameters).toString();
}

/** Adds a request's query to a target. */
function withQuery(to: string, query: string, otherFragment?: string) {
  const [address = "", fragment = otherFragment] = to.split("#");
  const joined = query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
