/** What shop systems call the category of products that have none. */
const none = /^(uncategori[sz]ed|unkategorisiert|ukategorisert|okategoriserad|home|root|all)$/i;

/** Categories of a product, and levels of each: no shop has as many, and each is compared with all others. */
const mostPaths = 100;
const mostLevels = 10;

/** The categories of a product, the most specific first, without those that another one is in. */
export function categoryPaths(typed: string[][]) {
  const paths = typed
    .slice(0, mostPaths)
    .map((path) => (path.length > mostLevels ? [...path.slice(0, mostLevels - 1), path.at(-1) ?? ""] : path))
    .map((path) => (path.length > 0 && none.test(path[0] ?? "") ? path.slice(1) : path))
    // Some exports have a category's number in place of its name.
    .filter((path) => path.some((name) => !/^\d+$/.test(name)));
  const own = paths.filter((path) => !paths.some((other) => other.length > path.length && isWithin(other, path)));
  return own.toSorted((one, other) => other.length - one.length);
}

function isWithin(path: string[], other: string[]) {
  return other.every((name, index) => path[index] === name);
}

/** A path as catalog files name a category: "Clothing > Tees". */
export function categoryOfPath(path: string[]) {
  return path.join(" > ");
}
