// Checks docs/security.md: each requirement stands there once and names tests that are there, or says why it has none.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The first argument of `test("…", …)`, or of the second call in `test.each([…])("…", …)`. */
const titleInCode = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** What a test's title leaves open: `%s` and `$name` of test.each, `${…}` of a template. */
const placeholder = /%[sdifjoOp#]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/;

const titlesByFile = new Map();

const page = "docs/security.md";
/** OWASP ASVS 4.0.3: its chapters on these doors. */
const chapters = ["V2", "V3", "V4", "V5", "V7", "V9", "V12", "V13"];
const none = "–";

function* problemsOf(rows) {
  const seen = new Set();
  for (const { number, cells } of rows) {
    const [requirement, asked, , tests] = cells;
    const at = `${page}:${number}:`;
    if (cells.length !== 4 || cells.some((cell) => !cell)) yield `${at} a row needs four cells`;
    if (seen.has(requirement)) yield `${at} ${requirement} (${asked}) stands there twice`;
    seen.add(requirement);
    if (tests === none) continue;
    for (const pointer of pointersIn(tests))
      if (testsAt(pointer).length === 0) yield `${at} there is no test "${pointer}"`;
  }
}

function* missingChapters(rows) {
  for (const chapter of chapters) {
    if (!rows.some(({ section }) => section.startsWith(`${chapter} `))) yield `${page}: chapter ${chapter} is missing`;
  }
}

/** The titles of the tests in a file; none when there is no such file. */
function titlesIn(file) {
  if (!titlesByFile.has(file)) {
    const path = join(root, file);
    const code = existsSync(path) ? readFileSync(path, "utf8") : "";
    const titles = Array.from(code.matchAll(titleInCode), ([, , text]) => text.replace(/\\(.)/g, "$1"));
    titlesByFile.set(file, titles);
  }
  return titlesByFile.get(file);
}

/** The tests that a pointer (`file › title`) means, as such pointers with the titles that stand in the code. */
function testsAt(pointer) {
  const [file = "", name = ""] = pointer.split(/ › (.*)/);
  return titlesIn(file)
    .filter((title) => matches(title, name))
    .map((title) => `${file} › ${title}`);
}

function matches(title, name) {
  const literal = title.split(placeholder).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return title === name || (literal.length > 1 && new RegExp(`^${literal.join(".*")}$`).test(name));
}

/** The cells of each table row of a page, below the section that it stands in; a heading's own rows are left out. */
function* tableRows(page) {
  let section = "";
  for (const [index, line] of readFileSync(join(root, page), "utf8").split("\n").entries()) {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    if (!line.startsWith("|") || /^\|[-| ]+$/.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
    yield { number: index + 1, section, cells: cells.slice(1, -1) };
  }
}

/** The pointers in a cell. */
function pointersIn(cell) {
  return cell.split("<br>").map((pointer) => pointer.trim().replace(/^`(.*)`$/, "$1"));
}

/** Prints what is wrong, and has the process end with 1 if something is. */
function report(problems) {
  for (const problem of problems) {
    console.error(problem);
    process.exitCode = 1;
  }
}

const rows = [...tableRows(page)].filter(({ cells }) => cells[0] !== "No.");
report([...problemsOf(rows), ...missingChapters(rows)]);
