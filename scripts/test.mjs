// Everything that is checked before a change is trusted. `npm test` runs all steps, `npm test -- vitest lint` some of
// them, and `npm test -- vitest -- shop/cart` hands the rest of the line to the step's tool.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, root, toolEnvironment } from "./prepare.mjs";
import { findChromium, installTestMachinery } from "./test-machinery.mjs";

const inCi = Boolean(process.env.CI);
const results = join(root, "test-results");
/** The processes that tests start are begun as `npm start` begins the shop's: their modules are compiled once. */
const compileCache = join(root, "node_modules", ".cache", "node");

/** The steps in their order. A step with a report counts tests; a step without one passes or fails as a whole. */
const steps = [
  {
    name: "types",
    commands: [
      ["react-router", "typegen"],
      ["tsc"],
      ["react-router", "typegen", "owner"],
      ["tsc", "--project", "owner"],
    ],
  },
  {
    name: "lint",
    commands: [["biome", inCi ? "ci" : "check"], ["knip"], ["node", "scripts/check-security.mjs"]],
  },
  {
    name: "vitest",
    report: join(results, "vitest.json"),
    commands: [["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`]],
    count: ({ numPassedTests: passed, numFailedTests: failed, numTotalTests: total }) => ({
      passed,
      failed,
      skipped: total - passed - failed,
    }),
  },
  {
    name: "playwright",
    report: join(results, "playwright.json"),
    commands: [["playwright", "test", "--reporter=list,json"]],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, "playwright.json") },
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  },
];

function main() {
  const [names, toolArguments] = splitArguments(process.argv.slice(2));
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0 || (toolArguments.length > 0 && names.length !== 1)) {
    console.error(`Usage: npm test -- [${steps.map((step) => step.name).join("|")} …], or one step, -- and arguments.`);
    process.exitCode = 2;
    return;
  }
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step.name));
  const outcomes = [timed("install", () => prepared(install))];
  if (outcomes[0].result === "passed") {
    mkdirSync(results, { recursive: true });
    if (chosen.some((step) => step.report)) {
      outcomes.push(timed("build", () => prepared(build)));
      installTestMachinery();
    }
    outcomes.push(...chosen.map((step) => timed(step.name, () => runStep(step, toolArguments))));
  }
  summarize(outcomes);
}

function splitArguments(line) {
  const end = line.indexOf("--");
  return end === -1 ? [line, []] : [line.slice(0, end), line.slice(end + 1)];
}

function timed(name, run) {
  const start = performance.now();
  const outcome = run();
  return { name, ...outcome, seconds: (performance.now() - start) / 1000 };
}

/** Runs one of the preparations that a start runs too. Without it there is nothing to test, so it counts as a test. */
function prepared(prepare) {
  try {
    prepare();
    return { result: "passed" };
  } catch (error) {
    console.error(error.message);
    return { result: "failed", failed: 1 };
  }
}

function runStep(step, toolArguments) {
  console.log(`\n=== ${step.name} ===\n`);
  if (step.name === "playwright" && !findChromium() && !inCi) {
    console.log("Chromium was not found: the browser journeys are skipped.");
    return { result: "skipped", skipped: 1 };
  }
  if (step.report) rmSync(step.report, { force: true });
  const env = toolEnvironment({ NODE_COMPILE_CACHE: compileCache, ...step.environment });
  const failures = step.commands.filter(([tool, ...args]) => {
    // By the PATH of `env`: the project's own tools come first, and Node may be the machine's.
    const { status, signal, error } = spawnSync(tool, [...args, ...toolArguments], {
      cwd: root,
      env,
      stdio: "inherit",
    });
    if (status !== 0) console.error(`${tool} failed: ${error?.message ?? signal ?? `code ${status}`}`);
    return status !== 0;
  });
  const result = failures.length > 0 ? "failed" : "passed";
  return step.report ? { result, ...countTests(step, result) } : { result };
}

/** Reads a step's report. A tool that fails without a failed test (it crashed, or found none) counts as one. */
function countTests(step, result) {
  const counts = readReport(step);
  return result === "failed" && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport({ report, count }) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function summarize(outcomes) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + (outcome[key] ?? 0), 0);
  console.log("\n=== summary ===\n");
  for (const { name, result, seconds } of outcomes) {
    console.log(`${name.padEnd(12)}${result.padEnd(9)}${seconds.toFixed(1).padStart(7)} s`);
  }
  const skippedInCi = inCi && total("skipped") > 0;
  if (skippedInCi) console.log(`\nNothing may be skipped in CI, but ${total("skipped")} tests were.`);
  if (skippedInCi || outcomes.some(({ result }) => result === "failed")) process.exitCode = 1;
  console.log(`\ntests: ${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
}

main();
