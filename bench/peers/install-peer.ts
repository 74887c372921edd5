import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installLocked } from "../support/installation.ts";

/** Installs a peer, and lets it prepare what it needs, unless an earlier run has done both. @returns the folder of its packages */
export function installPeer(folder: string, prepare: () => void = () => {}) {
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".prepared");
  const lockfile = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return modules;
  console.error(`Installing ${folder} …`);
  installLocked(folder);
  prepare();
  writeFileSync(stamp, lockfile);
  return modules;
}

/** The version of a package that a peer has. */
export function versionOf(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies[name];
}

/** Runs one of a peer's programs to its end. @throws with what it prints */
export function runProgram(args: string[], folder: string, environment: NodeJS.ProcessEnv) {
  const options = { cwd: folder, env: environment, maxBuffer: 2 ** 26, encoding: "utf8" } as const;
  return execFileSync(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}
