import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { root } from "./prepare.mjs";

/** Installs a project with an npm that fails so many times with a message. */
async function installWith(failures: number, message: string) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "scripts"));
  for (const file of ["scripts/prepare.mjs", "scripts/link-node.mjs", "package.json", "package-lock.json"])
    await copyFile(join(root, file), join(folder, file));
  const npm = `#!/bin/sh
mkdir -p node_modules bin
echo "$1" >> bin/calls
[ $(wc -l < bin/calls) -gt ${failures} ] && exit 0
echo "npm error ${message}" >&2
exit 1
`;
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/npm"), npm, { mode: 0o755 });
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const script = join(folder, "scripts/prepare.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--no-build"], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  return { status, stderr, calls: await readFile(join(folder, "bin/calls"), "utf8") };
}

test("an installation that fails on npm's own cache is repeated once, and says so", async () => {
  const { status, stderr, calls } = await installWith(1, "code EEXIST");
  expect({ status, calls }).toEqual({ status: 0, calls: "ci\nci\n" });
  expect(stderr).toBe("npm failed on its own cache. Trying again…\n");
});

test("an installation that fails twice on npm's cache, or once otherwise, prints what npm said", async () => {
  const again = await installWith(2, "code EEXIST");
  expect({ status: again.status, calls: again.calls }).toEqual({ status: 1, calls: "ci\nci\n" });
  expect(again.stderr).toContain("npm error code EEXIST\nCouldn't install dependencies.");
  const other = await installWith(1, "code E404");
  expect({ status: other.status, calls: other.calls }).toEqual({ status: 1, calls: "ci\n" });
  expect(other.stderr).toBe("npm error code E404\nCouldn't install dependencies.\n");
});
