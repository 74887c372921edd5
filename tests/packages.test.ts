import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../server/environment/config.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** What only builds and tests need: see docs/decisions/0241. */
const tools = /^add (?:@(?:types|typescript|rolldown|vitest)\/|(?:typescript|vite|rolldown|vitest) )/;

/** Runs npm in a folder that has only what npm reads, so that nothing is installed there and nothing is fetched. */
async function npm(...words: string[]) {
  const folder = await temporaryFolder();
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
    await cp(join(projectFolder, file), join(folder, file));
  }
  return (await promisify(execFile)("npm", [...words, "--offline"], { cwd: folder })).stdout;
}

test("npm ci --omit=dev brings no build tools", async () => {
  const added = (await npm("ci", "--omit=dev", "--dry-run")).split("\n").filter((line) => line.startsWith("add "));
  expect(added.some((line) => line.startsWith("add better-auth "))).toBe(true);
  expect(added.filter((line) => tools.test(line))).toEqual([]);
});

test("packages that others need beside them fit, although npm no longer checks", async () => {
  expect(await npm("ls", "--all", "--package-lock-only", "--legacy-peer-deps=false")).toContain("better-auth@");
});

test("the lockfile names no registry", async () => {
  expect(await readFile(join(projectFolder, "package-lock.json"), "utf8")).not.toMatch(/"resolved"|registry/);
});
