import { keysOf } from "./match-redirect.ts";
import { foldCase } from "./redirect-address.ts";

/** Rules that name the same parameters so far, and by each further parameter those that name it, too. */
interface Branch {
  froms: Set<string>;
  further: Map<string, Branch>;
}

type Tree = Map<string, Branch>;

/** Finds the redirects that may match an address without looking at all others: old shops have thousands with one path, such as `/index.php?id=…`. */
export class RuleIndex {
  readonly #written: Tree = new Map();
  readonly #folded: Tree = new Map();

  add(from: string) {
    keepFrom(branchOf(this.#written, from), from);
    keepFrom(branchOf(this.#folded, foldCase(from)), from);
  }

  /** The `from` of those that match an address as it is written, and of at most two that differ in capitals only: a single one may match, too. */
  find(address: string) {
    return new Set([...fromsOf(this.#written, address), ...fromsOf(this.#folded, foldCase(address))]);
  }
}

function branchOf(tree: Tree, address: string) {
  const { path, parameters } = keysOf(address);
  const root = tree.get(path) ?? newBranch();
  tree.set(path, root);
  return parameters.reduce(branchFor, root);
}

/** Two are enough to know that none is alone. */
function keepFrom({ froms }: Branch, from: string) {
  if (froms.size < 2) froms.add(from);
}

function fromsOf(tree: Tree, address: string) {
  const { path, parameters } = keysOf(address);
  const root = tree.get(path);
  return root ? fromsIn(root, parameters) : [];
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
