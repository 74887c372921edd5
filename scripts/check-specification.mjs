// Checks docs/specification.md: each of its nine sections has rules, each rule names tests that are there, and no test in
// tests/specification/ is forgotten. Prints one line for everything that is wrong, and ends with 1 then.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const page = "docs/specification.md";
const sectionCount = 9;

/** The first argument of `test("…", …)`, or of the second call in `test.each([…])("…", …)`. */
const titleInCode = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** What a test's title leaves open: `%s` and `$name` of test.each, `${…}` of a template. */
const placeholder = /%[sdifjop#]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/;

const titlesByFile = new Map();

function titlesIn(file) {
  if (!titlesByFile.has(file)) {
    const path = join(root, file);
    const code = existsSync(path) ? readFileSync(path, "utf8") : "";
    const titles = Array.from(code.matchAll(titleInCode), ([, , text]) => text.replace(/\\(.)/g, "$1"));
    titlesByFile.set(file, titles);
  }
  return titlesByFile.get(file);
}

function matches(title, name) {
  const literal = title.split(placeholder).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return title === name || (literal.length > 1 && new RegExp(`^${literal.join(".*")}$`).test(name));
}

/** The page's table rows by the number of their section. */
function readRows() {
  const rows = new Map();
  let section = 0;
  for (const [index, line] of readFileSync(join(root, page), "utf8").split("\n").entries()) {
    const [, heading] = /^## (\d+)\. /.exec(line) ?? [];
    if (heading) {
      section = Number(heading);
      rows.set(section, []);
    }
    if (!line.startsWith("|") || /^\| *(-+|Rule) *\|/.test(line)) continue;
    const [, rule = "", tests = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
    const pointers = tests.split("<br>").map((pointer) => pointer.trim().replace(/^`(.*)`$/, "$1"));
    rows.get(section)?.push({ number: index + 1, rule, pointers });
  }
  return rows;
}

function* problemsOf(rows) {
  for (let section = 1; section <= sectionCount; section++) {
    if (!rows.get(section)?.length) yield `${page}: section ${section} is missing or has no rules`;
  }
  const pointed = new Set();
  for (const { number, rule, pointers } of [...rows.values()].flat()) {
    if (!rule) yield `${page}:${number}: a row without a rule`;
    for (const pointer of pointers) {
      const [file = "", name = ""] = pointer.split(/ › (.*)/);
      const titles = titlesIn(file).filter((title) => matches(title, name));
      for (const title of titles) pointed.add(`${file} › ${title}`);
      if (titles.length === 0) yield `${page}:${number}: there is no test "${pointer}"`;
    }
  }
  const files = readdirSync(join(root, "tests/specification")).filter((file) => /\.(test|spec)\.ts$/.test(file));
  for (const file of files.map((name) => `tests/specification/${name}`)) {
    for (const title of titlesIn(file)) {
      if (!pointed.has(`${file} › ${title}`)) yield `${page}: no rule names the test "${file} › ${title}"`;
    }
  }
}

const problems = [...problemsOf(readRows())];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
