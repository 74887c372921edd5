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

/** Programs of the system, and the Debian package of each. */
const programs: Record<string, string> = { wrk: "wrk" };

/**
 * Runs one of the bench's tools in its own process: a program of the system, or an installed one.
 *
 * @returns its stdout
 * @throws ToolError when it fails or is missing
 */
export async function runTool(name: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const program = name in programs ? name : installedTool(name);
  const options = { env: { ...process.env, ...environment }, maxBuffer: 2 ** 28 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const isMissing = name in programs && (error as NodeJS.ErrnoException).code === "ENOENT";
    const advice = new Error(`It isn't installed. On Debian: apt install ${programs[name]}`);
    throw new ToolError(name, isMissing ? advice : (error as Error));
  }
}

function installedTool(name: string) {
  if (!existsSync(join(folder, "node_modules"))) {
    console.error("Installing what measures …");
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  }
  return join(folder, "node_modules/.bin", name);
}
