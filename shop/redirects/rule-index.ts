import { parametersOf, pathOf } from "./match-redirect.ts";
import { matchPathOf } from "./redirect-address.ts";

/** Rules that name the same parameters so far, and by each further parameter those that name it, too. */
interface Branch {
  froms: Set<string>;
  further: Map<string, Branch>;
}

/** Finds the redirects that may match an address without looking at all others: old shops have thousands with one path, such as `/index.php?id=…`. */
export class RuleIndex {
  readonly #byPath = new Map<string, { paths: Set<string>; root: Branch }>();

  add(from: string) {
    const path = matchPathOf(from);
    const rules = this.#byPath.get(path) ?? { paths: new Set(), root: newBranch() };
    this.#byPath.set(path, rules);
    rules.paths.add(pathOf(from));
    const branch = parametersOf(from).toSorted().reduce(branchFor, rules.root);
    branch.froms.add(from);
  }

  /** The `from` of all whose path, but for its capitals, and parameters an address has. */
  find(address: string) {
    const rules = this.#byPath.get(matchPathOf(address));
    return {
      froms: rules ? [...fromsIn(rules.root, parametersOf(address).toSorted())] : [],
      hasSamePath: rules?.paths.has(pathOf(address)) ?? false,
    };
  }
}

function newBranch(): Branch {
  return { froms: new Set(), further: new Map() };
}

function branchFor({ further }: Branch, parameter: string) {
  const branch = further.get(parameter) ?? newBranch();
  further.set(parameter, branch);
  return branch;
}

function* fromsIn({ froms, further }: Branch, parameters: string[]): Generator<string> {
  yield* froms;
  if (further.size === 0) return;
  for (const [index, parameter] of parameters.entries()) {
    const branch = parameter === parameters[index - 1] ? undefined : further.get(parameter);
    if (branch) yield* fromsIn(branch, parameters.slice(index + 1));
  }
}
