import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const projectFolder = resolve(import.meta.dirname, "../..");

/** Vitest's global set-up: builds the shop if a test that runs needs the build. The others run on its sources. */
export default async function setUp(project: TestProject) {
  const { vitest } = project;
  await buildFor(vitest.state.getPaths());
  project.onTestsRerun((tests) => buildFor(tests.map(({ moduleId }) => moduleId)));
}

async function buildFor(files: string[]) {
  if (!files.some((file) => needsBuild(file))) return;
  try {
    await promisify(execFile)(process.execPath, ["scripts/prepare.mjs"], { cwd: projectFolder });
  } catch (error) {
    throw new Error((error as { stderr: string }).stderr);
  }
}

/** Whether a file of `tests/`, or one of them that it imports, names the build's folder. */
function needsBuild(file: string, known = new Set<string>()): boolean {
  if (known.has(file) || !file.startsWith(join(projectFolder, "tests/"))) return false;
  known.add(file);
  const text = readFileSync(file, "utf8");
  const imported = Array.from(text.matchAll(/ from "(\.[^"]+\.ts)"/g), ([, path = ""]) => resolve(dirname(file), path));
  return /"build[/"]/.test(text) || imported.some((path) => needsBuild(path, known));
}
