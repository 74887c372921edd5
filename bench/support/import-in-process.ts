import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { withPath } from "../../tests/support/server-process.ts";
import { generateCatalog } from "./generate-catalog.ts";

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

/** Makes a generated catalog of so many products a shop's only one, as its owner does. */
export async function importGenerated(environment: Record<string, string>, products: number) {
  const folder = await mkdtemp(join(tmpdir(), "torg-bench-"));
  try {
    const file = join(folder, "catalog.json");
    await generateCatalog(file, products);
    await importInProcess(environment, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
