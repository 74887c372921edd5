import { execFile } from "node:child_process";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const projectFolder = resolve(import.meta.dirname, "../..");
/** Not part of the sources: dependencies, and what programs write. */
const leftOut = [".git", "node_modules", "build", "data", "test-results", "screenshots"];
/** Every copy has its own: the links that `npm start` changes, and a module that Vite sends to browsers only from the project's folder. */
const copiedModules = [".bin", "@react-router"];
/** What programs write into `node_modules`. */
const writtenModules = /^\.(vite|cache)/;

/**
 * Copies the project's sources, without a build, into a folder. The copy shares this project's dependencies.
 *
 * @param names files and folders at the project's root; by default all sources
 */
export async function copyProject(folder: string, names?: string[]) {
  names ??= (await readdir(projectFolder)).filter((name) => !leftOut.includes(name));
  // Node copies file by file, which takes several times as long.
  await promisify(execFile)("cp", ["-R", ...names.map((name) => join(projectFolder, name)), folder]);
  await shareModules(join(folder, "node_modules"));
}

/** Gives a folder with the same sources this project's dependencies. */
export async function shareModules(folder: string) {
  const shared = join(projectFolder, "node_modules");
  await mkdir(folder);
  for (const name of copiedModules) {
    await cp(join(shared, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  }
  const names = (await readdir(shared)).filter((name) => !copiedModules.includes(name) && !writtenModules.test(name));
  await Promise.all(names.map((name) => symlink(join(shared, name), join(folder, name))));
}

/** The environment of a program that a developer starts: nothing that Vitest sets for its own. */
export function developerEnvironment(extra: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...extra };
}
