import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "#server/environment/config.ts";

const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** Installs what a folder's lockfile names. @throws with what npm says */
export function installLocked(folder: string, ...options: string[]) {
  execFileSync("npm", ["ci", ...quietly, ...options], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
}

/** Installs in a folder what runs the shop. @returns the folder of packages */
export function installShop(folder: string) {
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(projectFolder, file), join(folder, file));
  installLocked(folder, "--omit=dev");
  return join(folder, "node_modules");
}

/** How many packages npm has installed in a folder of packages. */
export function countPackages(modules: string) {
  const installed = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  return Object.keys(installed.packages).length;
}

/** What a file or folder takes on the disk. */
export function megabytes(path: string) {
  const [kilobytes] = execFileSync("du", ["-sk", path], { encoding: "utf8" }).split("\t");
  return Math.round(Number(kilobytes) / 102.4) / 10;
}
