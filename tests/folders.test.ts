import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** Folders are modules: see docs/decisions/0192. */
const imported = /^(?:import|export) (?!type )(?:([^;"]*?) from )?"([#.][^"]+)"/gm;

/** What a module imports for its values, with paths from the project's folder. */
async function importsOf(file: string) {
  const code = await readFile(join(root, file), "utf8");
  return [...code.matchAll(imported)]
    .filter(([, names = ""]) => !/^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names))
    .map(([, , path = ""]) => (path.startsWith("#") ? path.slice(1) : join(dirname(file), path)));
}

/** The part of a path at a level of folders: `shop/cart/saved-cart.ts` is `shop/cart` in `shop`. */
function partIn(folder: string, file: string) {
  return file.startsWith(folder) ? file.slice(0, file.indexOf("/", folder.length) >>> 0) : undefined;
}

/** The parts that need each other, directly or by way of others. */
function findKnot(needs: Map<string, Set<string>>) {
  const open = new Map(needs);
  for (;;) {
    const free = [...open.keys()].filter((part) => [...(open.get(part) ?? [])].every((needed) => !open.has(needed)));
    if (free.length === 0) return [...open.keys()];
    for (const part of free) open.delete(part);
  }
}

test.each(["app", "owner", "ui", "web", "api", "shop", "database", "server", "cli", "bench"])(
  "no folders of %s need each other",
  async (top) => {
    const files = globSync(`${top}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: (path) => /\.test\.|\.d\.ts$|node_modules/.test(path),
    });
    const imports = await Promise.all(files.map(async (file) => [file, await importsOf(file)] as const));
    const folders = new Set(
      files.flatMap((file) => Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index + 1))),
    );
    for (const folder of folders) {
      const needs = new Map<string, Set<string>>();
      for (const [file, needed] of imports) {
        const part = partIn(folder, file);
        if (!part) continue;
        const others = needed.flatMap((path) => partIn(folder, path) ?? []).filter((other) => other !== part);
        needs.set(part, new Set([...(needs.get(part) ?? []), ...others]));
      }
      expect(findKnot(needs), `knot in ${folder}`).toEqual([]);
    }
  },
);
