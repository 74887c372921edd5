import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const projectFolder = resolve(import.meta.dirname, "../..");

/** Vitest's global set-up: builds the shop if tests of the whole shop are among those that run. The others run on its sources. */
export default async function setUp(project: TestProject) {
  const { vitest } = project;
  await buildFor(vitest.state.getPaths());
  project.onTestsRerun((tests) => buildFor(tests.map(({ moduleId }) => moduleId)));
}

async function buildFor(files: string[]) {
  const needsBuild = files.some((file) => file.startsWith(join(projectFolder, "tests/")));
  if (!needsBuild) return;
  try {
    await promisify(execFile)(process.execPath, ["scripts/prepare.mjs"], { cwd: projectFolder });
  } catch (error) {
    throw new Error((error as { stderr: string }).stderr);
  }
}
