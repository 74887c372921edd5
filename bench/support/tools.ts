import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const folder = resolve(import.meta.dirname, "../tools");

/** A tool failed. The message is one line: what it printed to stdout can be a whole report. */
export class ToolError extends Error {
  override name = "ToolError";

  constructor(tool: string, { stderr = "", message }: Error & { stderr?: string }) {
    const lines = (stderr || message).split("\n").filter((line) => line.trim());
    const reason = lines.find((line) => /error/i.test(line)) ?? lines[0] ?? "";
    super(`${tool} failed: ${reason.slice(0, 300)}`);
  }
}

/**
 * Runs one of the bench's tools in its own process: an installed program, or a script of this folder.
 *
 * @returns its stdout
 * @throws ToolError when it fails
 */
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
  try {
    return (await promisify(execFile)(program, [...first, ...args], options)).stdout;
  } catch (error) {
    throw new ToolError(name, error as Error);
  }
}
