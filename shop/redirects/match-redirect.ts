interface Rule {
  from: string;
  to: string;
}

/**
 * The target of the rule that matches an address, with the parameters that the rule doesn't name. A rule's own parameters may come in any order. A path in
 * other capitals matches where only one path does, and the rule with the most parameters counts.
 *
 * @param rules those with the address's `matchPath`
 * @param address canonical, without its fragment
 * @returns undefined if none matches, or leads back to the address
 */
export function matchRedirect(rules: Rule[], address: string, fragment?: string) {
  const { path, parameters } = partsOf(address);
  const isSamePath = rules.some((rule) => partsOf(rule.from).path === path);
  const fitting = rules.flatMap((rule) => {
    const from = partsOf(rule.from);
    const rest = without(parameters, from.parameters);
    if (!rest || (isSamePath && from.path !== path)) return [];
    return [
      {
        path: from.path,
        named: from.parameters.length,
        to: rest.length > 0 ? withQuery(rule.to, queryOf(rest), fragment) : rule.to,
      },
    ];
  });
  if (new Set(fitting.map((rule) => rule.path)).size > 1) return undefined;
  const [best] = fitting.toSorted((one, other) => other.named - one.named);
  return best?.to.split("#")[0] === address ? undefined : best?.to;
}

/** Whether a redirect from one address matches another one. */
export function coversAddress(from: string, address: string) {
  const rule = partsOf(from);
  const { path, parameters } = partsOf(address.split("#")[0] ?? "");
  return rule.path === path && without(parameters, rule.parameters) !== undefined;
}

function partsOf(address: string) {
  const [path = "", query = ""] = address.split("?", 2);
  return { path, parameters: [...new URLSearchParams(query)] };
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
