// Names what failed, from the reports of Vitest and Playwright. Some CI systems keep only a run's last hundred lines, so `npm test` ends with it.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./prepare.mjs";

const mostLines = 40;

/**
 * @typedef {object} Failure
 * @property {string} name Where it is and what it is called.
 * @property {string} message Why it failed.
 */

/**
 * The failed tests of Vitest's JSON report, and the files that couldn't be loaded.
 * @returns {Failure[]}
 */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ name: file, message }];
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      name: [file, ...ancestorTitles, title].join(" › "),
      message: failureMessages.join("\n"),
    }));
  });
}

/**
 * The failed tests of Playwright's JSON report, those that passed only when they were repeated, and what failed outside of tests.
 * @returns {Failure[]}
 */
export function failuresOfPlaywright({ suites, errors }) {
  const failed = suites.flatMap((suite) => failuresOfSuite(suite, []));
  return [...errors.map(({ message }) => ({ name: "playwright", message })), ...failed];
}

function failuresOfSuite({ title, specs = [], suites = [] }, parents) {
  const path = [...parents, title];
  const failed = specs.flatMap((spec) => spec.tests.flatMap((test) => failuresOfTest(spec, test, path)));
  return [...failed, ...suites.flatMap((suite) => failuresOfSuite(suite, path))];
}

function failuresOfTest(spec, { status, projectName, results }, path) {
  if (status !== "unexpected" && status !== "flaky") return [];
  const [file, ...titles] = path;
  const where = `tests/${file}:${spec.line}`;
  const name = [where, ...titles, `${spec.title} (${projectName}${status === "flaky" ? ", flaky" : ""})`].join(" › ");
  const errors = results.flatMap((result) => result.errors ?? []);
  return [{ name, message: errors.map(({ message = "" }) => message).join("\n") }];
}

/** The end of what a tool printed: there it says why it failed. */
export function lastLines(printed) {
  return printed.split("\n").filter(isTelling).slice(-mostLines).join("\n");
}

/**
 * Names failures within forty lines: many of them have fewer lines each.
 * @param {Failure[]} failures
 */
export function describeFailures(failures) {
  const linesEach = Math.max(1, Math.floor(mostLines / Math.max(1, failures.length)));
  const named = failures.slice(0, mostLines).map(({ name, message }) => {
    const lines = stripVTControlCharacters(message).split("\n").filter(isTelling);
    return [`✗ ${name}`, ...lines.slice(0, linesEach - 1).map((line) => `    ${line.slice(0, 200)}`)].join("\n");
  });
  if (failures.length > mostLines) named.push(`… and ${failures.length - mostLines} more`);
  return named.join("\n");
}

/** Not an empty line, nor one of a stack within a tool. */
function isTelling(line) {
  return line.trim() !== "" && !/^\s+at .*(?:node_modules|node:|<anonymous>)/.test(line);
}
