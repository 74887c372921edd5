// Brings the project up to date before anything else starts: its dependencies, then its build.
// It runs before there are dependencies, on the machine's own Node 20 or newer: built-in modules and plain JavaScript only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { linkNode } from "./link-node.mjs";

/** The project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const programs = join(root, "node_modules", ".bin");
const htmlChecker = join(root, "tests", "html-checker");
/** What the pages are built from. */
const pageSources = [
  "app",
  "owner",
  "ui",
  "scripts/vite-plugins.ts",
  "web",
  "shop",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

const longestTurn = 15 * 60_000;

/**
 * @typedef {object} Options
 * @property {boolean} [quiet] Keep stdout free: progress goes to stderr.
 * @property {boolean} [verbose] Show what the tools print, even when they succeed.
 */

/**
 * The environment for the project's tools: its own Node comes first on the PATH.
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function toolEnvironment(extra) {
  return { ...process.env, PATH: [programs, process.env.PATH].join(delimiter), ...extra };
}

/**
 * Installs the dependencies, unless those that the lockfile names are there, and makes `node` one that runs the shop.
 * @param {Options} [options]
 */
export function install(options) {
  bringUpToDate(
    {
      title: "Installing dependencies…",
      failure: "Couldn't install dependencies.",
      stamp: join(root, "node_modules", ".torg-install"),
      inputs: installInputs(),
      run: (verbose) =>
        installWithNpm(["ci", "--include=dev", "--include=optional", ...npmFlags], outsideEnvironment(), verbose),
    },
    options,
  );
  linkNode(root);
}

/**
 * Installs the Nu Html Checker, which only tests need, without the script that would fetch a Java.
 * @param {Options} [options]
 */
export function installHtmlChecker(options) {
  bringUpToDate(
    {
      title: "Installing the HTML checker…",
      failure: "Couldn't install the HTML checker.",
      stamp: join(htmlChecker, "node_modules", ".torg-install"),
      inputs: hashOf(["tests/html-checker/package-lock.json"]),
      run: (verbose) => installWithNpm(["ci", `--prefix=${htmlChecker}`, ...npmFlags], outsideEnvironment(), verbose),
    },
    options,
  );
}

const npmFlags = ["--loglevel=error", "--no-audit", "--no-fund"];

/** npm ci removes node_modules, so it mustn't run on the Node in there, which is on npm scripts' PATH. */
function outsideEnvironment() {
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => resolve(folder) !== programs);
  return { ...process.env, PATH: path.join(delimiter) };
}

/** What npm prints when its own cache is at fault, and not the project: another npm wrote to it at the same moment, or a file in it is broken. */
const cacheFailure = /\b(?:EEXIST|EINTEGRITY|ENOTEMPTY|ENOTCACHED)\b|_cacache/;

/** Runs npm, and once more if it failed on its own cache. */
function installWithNpm(args, environment, verbose) {
  const attempt = () => {
    const result = runTool("npm", args, environment);
    if (verbose && result.output) console.error(result.output);
    return result;
  };
  const first = attempt();
  if (first.succeeded || !cacheFailure.test(first.output)) return first;
  console.error("npm failed on its own cache. Trying again…");
  return attempt();
}

/** What an installation follows from: the lockfile, npm's settings, what package.json asks for, and the kind of machine it runs on. */
function installInputs() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const asked = Object.entries(manifest).filter(([field]) => /dependencies|overrides/i.test(field));
  return hashOf(["package-lock.json", ".npmrc"], asked, process.platform, process.arch);
}

/**
 * Builds the shop's pages, and its server with them in it, unless they were built from the same files before.
 * @param {Options} [options]
 */
export function build(options) {
  const folder = join(root, "build");
  const failure = "Couldn't build the shop.";
  const environment = toolEnvironment({ NODE_ENV: "production" });
  const pages = hashOf(pageSources);
  bringUpToDate(
    {
      title: "Building the shop…",
      failure,
      stamp: join(folder, ".inputs"),
      inputs: pages,
      run: (verbose) => {
        rmSync(folder, { recursive: true, force: true });
        const built = ["app", "owner"].map((folder) =>
          runTool(join(programs, "react-router"), ["build", folder], environment, verbose),
        );
        return {
          succeeded: built.every(({ succeeded }) => succeeded),
          output: built.map(({ output }) => output).join("\n"),
        };
      },
    },
    options,
  );
  bringUpToDate(
    {
      title: "Building the server…",
      failure,
      stamp: join(folder, "shop", ".inputs"),
      inputs: hashOf(["server", "api", "database"], pages),
      run: (verbose) =>
        runTool(
          join(programs, "rolldown"),
          ["--config", "server/rolldown.config.ts", "--configLoader", "native"],
          environment,
          verbose,
        ),
    },
    options,
  );
}

/** Runs a step whose inputs changed since it last succeeded; throws an Error with its output if it fails. */
function bringUpToDate(step, { quiet = false, verbose = false } = {}) {
  const isCurrent = () => existsSync(step.stamp) && readFileSync(step.stamp, "utf8") === step.inputs;
  if (isCurrent()) return;
  const say = quiet ? console.error : console.log;
  const endTurn = takeTurn(say);
  try {
    if (isCurrent()) return;
    say(step.title);
    const { succeeded, output } = step.run(verbose);
    if (!succeeded) throw new Error(`${output}\n${step.failure}`.trim());
    writeFileSync(step.stamp, step.inputs);
  } finally {
    endTurn();
  }
}

/** Waits for its turn, because two starts at the same moment would ruin each other's files; returns how to end it. */
function takeTurn(say) {
  const name = createHash("sha256").update(`${root} ${process.getuid?.()}`).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `torg-prepare-${name}`);
  let waiting = false;
  for (;;) {
    try {
      // A symbolic link is created with its target, so no process reads a half-written lock.
      symlinkSync(String(process.pid), lock);
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!waiting) say("Waiting for another start to finish preparing…");
    waiting = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** Whether the process that made the lock was killed before it could remove it. */
function isAbandoned(lock) {
  try {
    const owner = Number(readlinkSync(lock));
    if (owner === process.pid || Date.now() - lstatSync(lock).mtimeMs > longestTurn) return true;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** One hash over the contents of files and folders, tests left out. */
function hashOf(names, ...inputs) {
  const hash = createHash("sha256").update(JSON.stringify(inputs));
  for (const file of names.flatMap(filesIn).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [name];
  return readdirSync(path, { recursive: true })
    .map((file) => join(name, file))
    .filter((file) => !/\.test\.tsx?$|\.react-router/.test(file) && statSync(join(root, file)).isFile());
}

function runTool(command, args, env, verbose) {
  const stdio = verbose ? ["ignore", 2, 2] : ["ignore", "pipe", "pipe"];
  const child = spawnSync(command, args, { cwd: root, env, stdio, encoding: "utf8", maxBuffer: 2 ** 26 });
  const output = [child.stdout, child.stderr, child.error?.message].filter(Boolean).join("\n").trim();
  return { succeeded: child.status === 0, output };
}

function main() {
  const flag = { type: "boolean" };
  try {
    const { values } = parseArgs({ options: { "no-build": flag, quiet: flag, verbose: flag } });
    install(values);
    if (!values["no-build"]) build(values);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
