// What the tests need besides the project's npm packages: a PostgreSQL server, a PgBouncer, a Chromium browser, and the Nu Html Checker with Java.
// Like prepare.mjs it runs on the machine's own Node: built-in modules and plain JavaScript only.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installHtmlChecker, root } from "./prepare.mjs";

const serverPrograms = ["initdb", "pg_ctl", "postgres"];
/** Chromium without windows: journeys take half as long in it. */
const headlessShell = "chromium-headless-shell";
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macBrowsers = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * The folder of PostgreSQL's server programs, newest version first.
 * @returns {string | undefined}
 */
export function findPostgres() {
  // Debian and Homebrew keep each version in a folder of its own, off the PATH.
  const versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap((parent) =>
    namesIn(parent)
      .filter((name) => /^(postgresql@)?\d+/.test(name))
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
      .map((name) => join(parent, name, "bin")),
  );
  return [...versions, ...pathFolders()].find((folder) =>
    serverPrograms.every((program) => existsSync(join(folder, program))),
  );
}

/**
 * The path of PgBouncer, which Debian keeps off a user's PATH.
 * @returns {string | undefined}
 */
export function findPgBouncer() {
  return findProgram(["pgbouncer"], [...pathFolders(), "/usr/sbin"]);
}

/**
 * The path of Prometheus's program that checks and tests rules. Only `npm run test:alerts` needs it.
 * @returns {string | undefined}
 */
export function findPromtool() {
  return findProgram(["promtool"]);
}

/**
 * The path of a Chromium or Chrome: the one that CHROMIUM_PATH names, or else the first that is found, the headless shell before others.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM_PATH ?? findProgram([headlessShell]) ?? findWholeChromium();
}

/**
 * The path of a Chromium or Chrome that people could use: it brings pages back as they were left, which the headless shell never does.
 * @returns {string | undefined}
 */
export function findWholeChromium() {
  return process.env.CHROMIUM_PATH ?? findProgram(browsers) ?? macBrowsers.find((path) => existsSync(path));
}

/**
 * The path of a Java. macOS has a program of that name that only says where to get one.
 * @returns {string | undefined}
 */
export function findJava() {
  const java = findProgram(["java"]);
  const isReal = process.platform !== "darwin" || (java && spawnSync(java, ["-version"]).status === 0);
  return isReal ? java : undefined;
}

/** The Nu Html Checker, for Java. */
export const htmlCheckerFile = join(root, "tests/html-checker/node_modules/vnu-jar/build/dist/vnu.jar");

/** @param {string[]} names */
function findProgram(names, folders = pathFolders()) {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Installs missing programs as root on Debian, and prints what is still missing. */
function main() {
  for (let tries = 0; mayInstall() && missingPackages().length > 0 && tries < 3; tries++) {
    if (tries > 0) spawnSync("sleep", ["10"]);
    installPackages(missingPackages());
  }
  const fate = process.env.CI ? "will fail" : "will be skipped";
  if (!findPostgres()) console.log(`PostgreSQL not found. Its tests ${fate}.`);
  if (!findPgBouncer()) console.log(`PgBouncer not found. Its tests ${fate}.`);
  if (!findChromium()) console.log(`Chromium not found. Browser tests ${fate}.`);
  if (findJava()) installHtmlChecker();
  else console.log("Java not found. Pages aren't judged by the Nu Html Checker.");
}

function missingPackages() {
  const packages = [];
  if (!findPostgres()) packages.push("postgresql");
  if (!findPgBouncer()) packages.push("pgbouncer");
  if (!findProgram([headlessShell])) packages.push(headlessShell);
  if (!findWholeChromium()) packages.push("chromium", "fonts-liberation");
  if (!findJava()) packages.push("default-jre-headless");
  return packages;
}

/** Whether this is root on Debian. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

/**
 * Runs apt-get. What counts is what can be found afterwards: a service that may not start here fails apt-get alone.
 * @param {string[]} packages
 */
export function installPackages(packages) {
  console.log(`Installing ${packages.join(", ")} …`);
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  for (const command of [["update"], install]) {
    const child = spawnSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=300", ...command], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    if (child.status !== 0)
      console.log(`apt-get ${command[0]} failed:\n${child.error?.message ?? child.stderr.trim()}`);
  }
}

function pathFolders() {
  return (process.env.PATH ?? "").split(delimiter).filter(Boolean);
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
