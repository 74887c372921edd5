// Checks docs/specification.md: each of its nine sections has rules, each rule names tests that are there, and no test in
// tests/specification/ is forgotten. Prints one line for everything that is wrong, and ends with 1 then.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pointersIn, report, root, tableRows, testsAt, titlesIn } from "./test-titles.mjs";

const page = "docs/specification.md";
const sectionCount = 9;

/** The page's rules by the number of their section. */
function readRules() {
  const rules = new Map();
  for (const { number, section, cells } of tableRows(page)) {
    const [rule = "", tests = ""] = cells;
    if (rule === "Rule") continue;
    const at = Number.parseInt(section, 10);
    rules.set(at, [...(rules.get(at) ?? []), { number, rule, pointers: pointersIn(tests) }]);
  }
  return rules;
}

function* problemsOf(rules) {
  for (let section = 1; section <= sectionCount; section++) {
    if (!rules.has(section)) yield `${page}: section ${section} is missing or has no rules`;
  }
  const pointed = new Set();
  for (const { number, rule, pointers } of [...rules.values()].flat()) {
    if (!rule) yield `${page}:${number}: a row without a rule`;
    for (const pointer of pointers) {
      const tests = testsAt(pointer);
      for (const test of tests) pointed.add(test);
      if (tests.length === 0) yield `${page}:${number}: there is no test "${pointer}"`;
    }
  }
  const files = readdirSync(join(root, "tests/specification")).filter((file) => /\.(test|spec)\.ts$/.test(file));
  for (const file of files.map((name) => `tests/specification/${name}`)) {
    for (const title of titlesIn(file)) {
      if (!pointed.has(`${file} › ${title}`)) yield `${page}: no rule names the test "${file} › ${title}"`;
    }
  }
}

report(problemsOf(readRules()));
