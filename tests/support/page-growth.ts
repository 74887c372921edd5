import { gzipped } from "./page-files.ts";

/** The modules of each script, which goes by its name without a hash, with their gzipped bytes: what a build leaves in `build/module-sizes.json`. */
export type ModuleSizes = Record<string, Record<string, number>>;

/**
 * Lists a page's scripts, heaviest first, and those of their modules that grew since sizes were recorded, with the largest growth first.
 *
 * @param scripts the files that the page loads, by their paths
 * @returns lines of text
 */
export function describeScripts(scripts: Map<string, Buffer>, sizes: ModuleSizes, recorded: ModuleSizes) {
  const files = Array.from(scripts, ([path, content]) => ({ path, bytes: gzipped([content]) }));
  const grown = [...scripts.keys()].flatMap((path) => grownModules(scriptName(path), sizes, recorded));
  return [
    "Its files, in bytes of gzip:",
    ...files.toSorted((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `  ${bytes} ${path}`),
    "Its modules that grew since tests/module-sizes.json was recorded, each gzipped by itself:",
    ...grown
      .toSorted((a, b) => b.growth - a.growth)
      .map(({ growth, module, why }) => `  +${growth} ${module} (${why})`),
    "To record the sizes of this build: cp build/module-sizes.json tests/module-sizes.json",
  ].join("\n");
}

function grownModules(script: string, sizes: ModuleSizes, recorded: ModuleSizes) {
  return Object.entries(sizes[script] ?? {}).flatMap(([module, size]) => {
    const before = recorded[script]?.[module];
    if (before !== undefined) {
      return size > before ? [{ module, growth: size - before, why: `${before} → ${size}` }] : [];
    }
    const [previous] = Object.entries(recorded).find(([, modules]) => module in modules) ?? [];
    return [{ module, growth: size, why: previous ? `was in ${previous}` : "new" }];
  });
}

/** `/assets/shop-a1B2c3D4.js` is the script `shop`. */
function scriptName(path: string) {
  return path.replace(/^.*\/|-[\w-]{8}\.js$/g, "");
}
