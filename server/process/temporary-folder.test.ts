import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { projectFolder } from "../environment/config.ts";

const run = promisify(execFile);
const program = `
  import { openTemporaryFolder } from "#server/process/temporary-folder.ts";
  import { writeFileSync } from "node:fs";
  import { tmpdir } from "node:os";
  openTemporaryFolder({ databaseUrl: undefined, dataFolder: process.argv[1] });
  writeFileSync(tmpdir() + "/copy.db", "");
  console.log(tmpdir());
`;

/** Opens the temporary folder of a process, which then ends. @returns where it was */
async function openInProcess(dataFolder: string) {
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program, dataFolder], {
    cwd: projectFolder,
  });
  return stdout.trim();
}

test("a process works in a folder of its own below the data folder, which goes with it", async () => {
  const dataFolder = await temporaryFolder();
  expect(await openInProcess(dataFolder)).toMatch(new RegExp(`^${join(dataFolder, "tmp")}/torg-.+-\\d+-\\w{6}$`));
  expect(await readdir(join(dataFolder, "tmp"))).toEqual([]);
});

test("a start removes what killed processes left, and nothing that is in use or someone else's", async () => {
  const dataFolder = await temporaryFolder();
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const here = hostname().replaceAll(/[^\w.]/g, "_");
  const kept = [`torg-${here}-${process.pid}-abcdef`, "torg-another.host-1-abcdef", "notes"];
  const leftOver = [`torg-${here}-${child.pid}-abcdef`, "torg-another.host-1-ghijkl"];
  for (const name of [...kept, ...leftOver]) {
    await mkdir(join(dataFolder, "tmp", name), { recursive: true });
    await writeFile(join(dataFolder, "tmp", name, "copy.db"), "");
  }
  await utimes(join(dataFolder, "tmp", "torg-another.host-1-ghijkl"), 0, 0);
  await openInProcess(dataFolder);
  expect(await readdir(join(dataFolder, "tmp"))).toEqual(kept.toSorted());
});
