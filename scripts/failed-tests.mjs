// Names what failed, or passed only when it was repeated, from the reports of Vitest and Playwright. Some CI systems keep only a run's last hundred lines,
// so `npm test` ends with it. CI repeats failed tests once: docs/decisions/0355.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./prepare.mjs";

const mostLines = 40;

/**
 * @typedef {object} Failure
 * @property {string} name Where it is and what it is called.
 * @property {string} message Why it failed.
 * @property {boolean} [passedOnRepeat] Whether it passed when it was repeated.
 */

/**
 * The failed tests of Vitest's JSON report, those that passed only when they were repeated, and the files that couldn't be loaded.
 * @returns {Failure[]}
 */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    // A test that passed in the end keeps the messages of its first try.
    const failures = assertionResults
      .filter((test) => test.status === "failed" || test.failureMessages.length > 0)
      .map((test) => ({
        name: [file, ...test.ancestorTitles, test.title].join(" › "),
        message: test.failureMessages.join("\n"),
        passedOnRepeat: test.status !== "failed",
      }));
    const isUnexplained = status === "failed" && failures.every(({ passedOnRepeat }) => passedOnRepeat);
    return isUnexplained ? [{ name: file, message }, ...failures] : failures;
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
  const name = [where, ...titles, `${spec.title} (${projectName})`].join(" › ");
  const errors = results.flatMap((result) => result.errors ?? []);
  const message = errors.map(({ message = "" }) => message).join("\n");
  return [{ name, message, passedOnRepeat: status === "flaky" }];
}

/** The end of what a tool printed: there it says why it failed. */
export function lastLines(printed) {
  return printed.split("\n").filter(isTelling).slice(-mostLines).join("\n");
}

/**
 * Names failures within forty lines, what failed in the end first: many of them have fewer lines each.
 * @param {Failure[]} failures
 */
export function describeFailures(failures) {
  const linesEach = Math.max(1, Math.floor(mostLines / Math.max(1, failures.length)));
  const failedFirst = [...failures.filter(isFailed), ...failures.filter((failure) => !isFailed(failure))];
  const named = failedFirst.slice(0, mostLines).map(({ name, message, passedOnRepeat }) => {
    const lines = stripVTControlCharacters(message).split("\n").filter(isTelling);
    const heading = passedOnRepeat ? `↻ passed only when repeated: ${name}` : `✗ ${name}`;
    return [heading, ...lines.slice(0, linesEach - 1).map((line) => `    ${line.slice(0, 200)}`)].join("\n");
  });
  if (failures.length > mostLines) named.push(`… and ${failures.length - mostLines} more`);
  return named.join("\n");
}

function isFailed({ passedOnRepeat }) {
  return !passedOnRepeat;
}

/** Not an empty line, nor one of a stack within a tool. */
function isTelling(line) {
  return line.trim() !== "" && !/^\s+at .*(?:node_modules|node:|<anonymous>)/.test(line);
}
