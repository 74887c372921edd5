// Sees to it that `node` in the npm scripts is Node 26 or newer: the machine's own, or else the one that the lockfile brings.
// Like prepare.mjs it runs on the machine's own Node: built-in modules and plain JavaScript only.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const oldest = 26;
const help = `Install Node ${oldest} or newer from https://nodejs.org.`;

/**
 * Links the lockfile's Node into node_modules/.bin, which comes first on the PATH of npm scripts, unless the machine's own will
 * do. npm 10 leaves no link there at all, because several optional packages claim the name. See docs/decisions/0013.
 *
 * @param {string} folder the project's, with its dependencies installed
 * @param {{ version: string, path: string }} current the Node that runs this
 * @throws {Error} when neither Node will do, with what its owner can do about it
 */
export function linkNode(folder, current = { version: process.versions.node, path: process.execPath }) {
  const modules = join(folder, "node_modules");
  const link = join(modules, ".bin", "node");
  if (isRecent(current.version)) {
    const isInstalled = current.path.startsWith(realpathSync(modules) + sep);
    if (!isInstalled) rmSync(link, { force: true });
    return;
  }
  try {
    point(link, relative(dirname(link), findWorkingNode(folder, current)));
  } catch (error) {
    // It would keep npm scripts from running this once more.
    rmSync(link, { force: true });
    throw error;
  }
}

/** Whole or not at all: another start may use the link at this moment. */
function point(link, target) {
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === target) return;
  const unfinished = `${link}-${process.pid}`;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, unfinished);
  renameSync(unfinished, link);
}

function findWorkingNode(folder, { version }) {
  const node = findInstalledNode(folder);
  if (!node) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new Error(`Node ${version} is too old, and npm installed no newer version for ${platform}. ${help}`);
  }
  const failure = tryNode(node);
  if (failure !== undefined) throw new Error(failure);
  return node;
}

/** The program in the one Node package that npm installed: the others are for other platforms. */
function findInstalledNode(folder) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(optionalDependencies)
    .filter((name) => name.startsWith("node-"))
    .map((name) => join(folder, "node_modules", name, "bin", "node"))
    .find((path) => existsSync(path));
}

/** @returns {string | undefined} why a Node can't be used */
function tryNode(path) {
  const { status, stdout, stderr, error } = spawnSync(path, ["--version"], { encoding: "utf8" });
  if (status === 0 && isRecent(stdout.trim().slice(1))) return undefined;
  const output = [stdout, stderr, error?.message].filter(Boolean).join("\n").trim();
  const remedy = output.includes("libatomic") ? "On Debian, install libatomic1." : help;
  return `${output}\nThe installed Node (${path}) doesn't run on this machine. ${remedy}`.trim();
}

function isRecent(version) {
  return Number.parseInt(version, 10) >= oldest;
}
