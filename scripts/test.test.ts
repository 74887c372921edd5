import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyProject, developerEnvironment } from "../tests/support/project-copy.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";

/** Runs npm in a folder. @returns its exit code and all that it printed */
async function npm(cwd: string, args: string[], settings?: Record<string, string>) {
  const ended = ({ code = 0, stdout, stderr }: { code?: number; stdout: string; stderr: string }) => {
    return { code, printed: stdout + stderr };
  };
  return promisify(execFile)("npm", args, { cwd, env: developerEnvironment(settings) }).then(ended, ended);
}

const tooling = [".npmrc", "package.json", "package-lock.json", "scripts", "tsconfig.json", "biome.json", ".gitignore"];

test("npm run check names every fault that compiler, linters and the security requirements find, and fails", async () => {
  const folder = await temporaryFolder();
  await copyProject(folder, tooling);
  for (const name of ["shop", "docs"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "shop/wrong.ts"), 'var count: number = "one";\n');
  await writeFile(
    join(folder, "docs/security-requirements.json"),
    '[{ "id": "2.1.3", "asks": "Passwords are never cut" }]',
  );
  const { code, printed } = await npm(folder, ["run", "check"]);
  expect(code).toBe(1);
  expect(printed, "the compiler").toContain("shop/wrong.ts(1,5): error TS2322");
  expect(printed, "Biome").toContain("shop/wrong.ts:1:5 lint/correctness/noUnusedVariables");
  expect(printed, "Knip").toMatch(/^shop\/wrong\.ts *$/m);
  expect(printed, "the security requirements").toContain("2.1.3 has neither a test nor a note");
});

/** Its file keeps that it ran, so that it fails once. */
const failsOnce = `
import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a test on a busy machine", () => {
  const ran = existsSync("ran-before");
  writeFileSync("ran-before", "");
  expect(ran).toBe(true);
});
`;

test("tests of a pure function run without a build or PostgreSQL, twice in CI if they fail; those of the whole shop build it first", async () => {
  const folder = await temporaryFolder();
  await copyProject(folder);
  // A build that fails at once, in both parts, shows that it was started.
  for (const part of ["app", "owner"]) await rm(join(folder, part, "vite.config.ts"));
  // Where PostgreSQL would keep its data.
  const settings = { TMPDIR: join(folder, "missing") };
  await writeFile(join(folder, "shop/fails-once.test.ts"), failsOnce);
  const oneTest = ["test", "--", "vitest", "--", "shop/fails-once.test.ts"];
  const inCi = await npm(folder, oneTest, { ...settings, CI: "true" });
  expect(inCi.printed).toContain("↻ passed only when repeated: shop/fails-once.test.ts › a test on a busy machine");
  expect(inCi.printed).toMatch(/vitest +passed/);
  expect(inCi.printed).toContain("tests: 1 passed, 0 failed, 0 skipped");
  expect(inCi.code).toBe(0);
  await rm(join(folder, "ran-before"));
  const atHome = await npm(folder, oneTest, settings);
  expect(atHome.printed).toContain("✗ shop/fails-once.test.ts › a test on a busy machine");
  expect(atHome.code).toBe(1);
  expect(existsSync(join(folder, "build"))).toBe(false);

  const whole = await npm(folder, ["test", "--", "vitest", "--", "tests/crawlers.test.ts"]);
  expect(whole.printed).toContain("Couldn't build the shop.");
  expect(whole.code).toBe(1);
});
