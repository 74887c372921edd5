import { foldCapitals, foldCase, foldPath } from "./redirect-address.ts";

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
 * The rule that matches an address. Its own parameters may come in any order. Of those that differ in capitals only, the one written as the address
 * matches, and another only if it is alone. Then a path in the same capitals counts, and the most parameters. See docs/decisions/0187.
 */
export function findMatch<Found extends Rule>(rules: Found[], address: string): Match<Found> | undefined {
  const asked = [partsOf(address), partsOf(foldCase(address))] as const;
  const fitting = rules.flatMap((rule) => fitRule(rule, asked) ?? []);
  const apart = [...Map.groupBy(fitting, ({ key }) => key).values()];
  const matches = apart.flatMap((same) => same.find(({ isExact }) => isExact) ?? (same.length === 1 ? same : []));
  return matches.toSorted(
    (one, other) =>
      Number(other.hasSamePath) - Number(one.hasSamePath) ||
      other.named - one.named ||
      Number(other.isExact) - Number(one.isExact),
  )[0];
}

function fitRule<Found extends Rule>(rule: Found, [asked, askedFolded]: readonly [Parts, Parts]) {
  const from = partsOf(rule.from);
  const hasSamePath = from.path === asked.path;
  const exact = hasSamePath ? placesOf(from, asked) : undefined;
  const folded = foldParameters(from);
  const places = exact ?? placesOf(folded, askedFolded);
  if (!places || foldPath(from.path) !== askedFolded.path) return undefined;
  const rest = asked.parameters.filter((_, index) => !places.has(index));
  const key = textsOf(folded).toSorted().join();
  return { rule, rest, hasSamePath, isExact: exact !== undefined, named: places.size, key };
}

/** Where a match leads; undefined if the address is there already. @param fragment the address's, where the rule has none */
export function targetOf({ rule, rest }: Match, address: string, fragment?: string) {
  if (coversAddress(foldCase(rule.from), foldCase(rule.to)) && coversAddress(rule.to, address)) return undefined;
  return rest.length > 0 ? withQuery(rule.to, queryOf(rest), fragment) : rule.to;
}

/** Whether a redirect from one address matches another one, which is in the same capitals. */
export function coversAddress(from: string, address: string) {
  const rule = partsOf(from);
  const other = partsOf(address);
  return rule.path === other.path && placesOf(rule, other) !== undefined;
}

/** An address's path, and its parameters as sorted texts, each of which a rule may name. */
export function keysOf(address: string) {
  const parts = partsOf(address);
  return { path: parts.path, parameters: textsOf(parts).toSorted() };
}

interface Parts {
  path: string;
  parameters: [string, string][];
}

function partsOf(address: string): Parts {
  const [path = "", query = ""] = (address.split("#")[0] ?? "").split("?");
  return { path, parameters: query === "" ? [] : [...new URLSearchParams(query)] };
}

/** The path stays: it takes longer than the parameters of most rules, which don't fit. */
function foldParameters({ path, parameters }: Parts): Parts {
  return { path, parameters: parameters.map(([name, value]) => [foldCapitals(name), foldCapitals(value)]) };
}

function textsOf({ parameters }: Parts) {
  return parameters.map((parameter) => JSON.stringify(parameter));
}

/** Where an address has a rule's parameters; undefined if it lacks one. */
function placesOf(rule: Parts, { parameters }: Parts) {
  const places = new Set<number>();
  for (const [name, value] of rule.parameters) {
    const at = parameters.findIndex((other, index) => !places.has(index) && other[0] === name && other[1] === value);
    if (at < 0) return undefined;
    places.add(at);
  }
  return places;
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
