import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { withPath } from "../../tests/support/server-process.ts";

const projectFolder = resolve(import.meta.dirname, "../..");
const tellMemory = "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))";

/** Imports a catalog by the owner's command line. @returns how long the process took, and its largest resident memory */
export async function importInProcess(environment: Record<string, string>, file: string) {
  const args = ["--import", `data:text/javascript,${tellMemory}`, "cli/main.ts", "import", "--replace", file];
  const env = withPath(environment);
  const start = performance.now();
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: projectFolder, env });
  const seconds = (performance.now() - start) / 1000;
  const [, kilobytes] = /peak (\d+)/.exec(stderr) ?? [];
  return { seconds, megabytes: Number(kilobytes) / 1024 };
}
