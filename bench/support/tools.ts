import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const folder = resolve(import.meta.dirname, "../tools");

/** Runs one of the bench's own tools in a process of its own: a program of theirs, or a script beside them. @returns its stdout */
export async function runTool(name: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  if (!existsSync(join(folder, "node_modules"))) {
    console.error("Installing what measures …");
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  }
  const command = name.endsWith(".mjs")
    ? [process.execPath, join(folder, name)]
    : [join(folder, "node_modules/.bin", name)];
  const [program = "", ...first] = command;
  const options = { env: { ...process.env, ...environment }, maxBuffer: 2 ** 28 };
  return (await promisify(execFile)(program, [...first, ...args], options)).stdout;
}
