// Part of `npm version`: what is new belongs to the version that package.json has from now on.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

const file = join(root, "docs", "CHANGELOG.md");
const unreleased = "## [Unreleased]\n";

/**
 * Gives the unreleased changes their version and its day, and leaves room for new ones.
 * @param {string} changelog
 * @param {string} version
 * @param {Date} day
 * @returns {string}
 */
export function release(changelog, version, day) {
  const [before, after] = changelog.split(unreleased);
  if (after === undefined || !/^\s*###/.test(after)) throw new Error("The changelog has no unreleased changes");
  return `${before}${unreleased}\n## [${version}] - ${day.toISOString().slice(0, 10)}\n${after}`;
}

if (process.argv[1] === import.meta.filename) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(file, release(readFileSync(file, "utf8"), version, new Date()));
}
