// Everything that is checked before a change is trusted. `npm test` runs all steps, `npm test -- vitest lint` some of
// them, and `npm test -- vitest -- shop/cart` hands the rest of the line to the step's tool.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describeFailures, failuresOfPlaywright, failuresOfVitest, lastLines } from "./failed-tests.mjs";
import { install, root, toolEnvironment } from "./prepare.mjs";
import { findChromium } from "./test-machinery.mjs";

const inCi = Boolean(process.env.CI);
const results = join(root, "test-results");
/** The processes that tests start are begun as `npm start` begins the shop's: their modules are compiled once. */
const compileCache = join(root, "node_modules", ".cache", "node");

/** Checkers share no types: each works out what its files have in common with others'. Two take about a fifth more of the processor's time than one, and the build is running meanwhile. */
const oneChecker = ["--checkers", "1"];

/** What is run one after the other, while the shop is built: each passes or fails as a whole. */
const checks = [
  {
    name: "types",
    commands: [
      ["react-router", "typegen", "app"],
      ["tsc", ...oneChecker],
      ["react-router", "typegen", "owner"],
      ["tsc", "--project", "owner", ...oneChecker],
    ],
  },
  {
    name: "lint",
    commands: [["biome", inCi ? "ci" : "check"], ["knip"], ["node", "scripts/security-requirements.mjs"]],
  },
];

/** The suites run on the built shop. Vitest builds it itself when chosen files need it (`tests/support/build-shop.ts`). */
const build = { name: "build", commands: [["node", "scripts/prepare.mjs"]] };

/** The steps that count tests. `sharing` is what their tools are told when they run at the same time: fewer workers. */
const suites = [
  {
    name: "vitest",
    report: join(results, "vitest.json"),
    commands: [["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`]],
    // It takes longer than the browser tests, and its own wait longer.
    sharing: [`--maxWorkers=${availableParallelism() + 3}`],
    count: ({ numPassedTests: passed, numFailedTests: failed, numTotalTests: total }) => ({
      passed,
      failed,
      skipped: total - passed - failed,
    }),
    failures: failuresOfVitest,
  },
  {
    name: "playwright",
    report: join(results, "playwright.json"),
    commands: [["playwright", "test", "--config", "tests", "--reporter=list,json"]],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, "playwright.json") },
    sharing: [`--workers=${availableParallelism()}`],
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
    failures: failuresOfPlaywright,
  },
];

async function main() {
  const [names, toolArguments] = splitArguments(process.argv.slice(2));
  const known = [...checks, ...suites].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || (toolArguments.length > 0 && names.length !== 1)) {
    console.error(`Usage: npm test -- [${known.join("|")} …], or npm test -- STEP -- ARGUMENTS`);
    process.exitCode = 2;
    return;
  }
  const isChosen = ({ name }) => names.length === 0 || names.includes(name);
  const chosenSuites = suites.filter(isChosen);
  // Mostly waits for the network, and nothing needs it before the suites do.
  const machinery = chosenSuites.length > 0 && run(process.execPath, ["scripts/test-machinery.mjs"]);
  const outcomes = [await timed("install", installDependencies)];
  if (outcomes[0].result === "passed") {
    mkdirSync(results, { recursive: true });
    const isBuilt = chosenSuites.some(({ name }) => name !== "vitest" || toolArguments.length === 0);
    const building = isBuilt ? [timed(build.name, () => runCheck(build, []))] : [];
    for (const check of checks.filter(isChosen)) {
      outcomes.push(await timed(check.name, () => runCheck(check, toolArguments)));
    }
    outcomes.push(...(await Promise.all(building)));
    await machinery;
    outcomes.push(...(await runSuites(chosenSuites, toolArguments)));
  }
  summarize(outcomes);
}

function splitArguments(line) {
  const end = line.indexOf("--");
  return end === -1 ? [line, []] : [line.slice(0, end), line.slice(end + 1)];
}

async function timed(name, run) {
  const start = performance.now();
  const outcome = await run();
  return { name, ...outcome, seconds: (performance.now() - start) / 1000 };
}

/** Without dependencies there is nothing to test, so they count as a test. */
function installDependencies() {
  try {
    install();
    return { result: "passed" };
  } catch (error) {
    console.error(error.message);
    return { result: "failed", failed: 1 };
  }
}

/** Output is collected until the end, because steps run in parallel. */
async function runCheck({ name, commands }, toolArguments) {
  let printed = "";
  const result = await runAll(commands, toolArguments, {}, (text) => {
    printed += text;
  });
  console.log(`\n=== ${name} ===\n\n${printed}`);
  return { result, failures: result === "failed" ? [{ name, message: printed }] : [] };
}

/** In a terminal, the first suite's tool has it to itself. */
const printAtOnce = inCi ? (text) => process.stdout.write(text) : undefined;

/**
 * Runs suites at the same time: each waits half of its time for processes to start or for limits on time to pass. The first one's output appears as it
 * is printed, and that of the others after it.
 */
async function runSuites(chosen, toolArguments) {
  const printedLater = [];
  const running = chosen.map((suite, index) => {
    const onPrinted = index === 0 ? printAtOnce : (text) => printedLater.push(text);
    const sharing = chosen.length > 1 ? suite.sharing : [];
    return timed(suite.name, () => runSuite(suite, [...sharing, ...toolArguments], onPrinted));
  });
  const outcomes = await Promise.all(running);
  console.log(printedLater.join(""));
  return outcomes;
}

async function runSuite(suite, toolArguments, onPrinted) {
  const print = onPrinted ?? ((text) => process.stdout.write(text));
  print(`\n=== ${suite.name} ===\n\n`);
  if (suite.name === "playwright" && !findChromium() && !inCi) {
    print("Chromium not found. Skipping browser tests.\n");
    return { result: "skipped", skipped: 1 };
  }
  rmSync(suite.report, { force: true });
  let printed = "";
  const keepPrinted = (text) => {
    printed = (printed + text).slice(-10_000);
    onPrinted(text);
  };
  const result = await runAll(suite.commands, toolArguments, suite.environment, onPrinted && keepPrinted);
  return { result, ...readReport(suite, result, printed) };
}

/** Runs a step's commands one after the other, the rest also when one fails. */
async function runAll(commands, toolArguments, environment, onPrinted) {
  let result = "passed";
  // By the PATH of this environment: the project's own tools come first, and Node may be the machine's.
  const env = toolEnvironment({ NODE_COMPILE_CACHE: compileCache, ...environment });
  for (const [tool, ...args] of commands) {
    const problem = await run(tool, [...args, ...toolArguments], env, onPrinted);
    if (problem) {
      result = "failed";
      (onPrinted ?? console.error)(`${tool} failed: ${problem}\n`);
    }
  }
  return result;
}

/** @returns why a program failed, if it did */
function run(program, args, env = process.env, onPrinted = undefined) {
  const child = spawn(program, args, { cwd: root, env, stdio: onPrinted ? ["ignore", "pipe", "pipe"] : "inherit" });
  if (onPrinted) for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onPrinted);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? undefined : (signal ?? `code ${code}`)));
  });
}

/** Counts and names a suite's tests. One that fails without a failed test (it crashed, or found none) counts as one. */
function readReport({ name, report, count, failures }, result, printed) {
  const crash = { name, message: lastLines(printed) };
  try {
    const read = JSON.parse(readFileSync(report, "utf8"));
    const counts = count(read);
    if (result === "failed" && counts.failed === 0)
      return { ...counts, failed: 1, failures: [...failures(read), crash] };
    return { ...counts, failures: failures(read) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [crash] };
  }
}

function summarize(outcomes) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + (outcome[key] ?? 0), 0);
  console.log("\n=== summary ===\n");
  for (const { name, result, seconds } of outcomes) {
    console.log(`${name.padEnd(12)}${result.padEnd(9)}${seconds.toFixed(1).padStart(7)} s`);
  }
  const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
  if (failures.length > 0) console.log(`\n${describeFailures(failures)}`);
  const skippedInCi = inCi && total("skipped") > 0;
  if (skippedInCi) console.log(`\nCI must run every test. Skipped: ${total("skipped")}`);
  if (skippedInCi || outcomes.some(({ result }) => result === "failed")) process.exitCode = 1;
  const ran = outcomes.some(({ passed, failed, skipped }) => passed || failed || skipped);
  if (ran) console.log(`\ntests: ${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
}

main();
