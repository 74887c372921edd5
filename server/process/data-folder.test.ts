import { chmod, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { restrictDataFolder } from "./data-folder.ts";

test("what isn't the shop's in its data folder keeps its mode, and so does what a link leads to", async () => {
  const folder = await temporaryFolder();
  const elsewhere = await temporaryFolder();
  const letter = join(elsewhere, "letter.eml");
  const notes = join(folder, "notes.txt");
  for (const file of [letter, notes]) await writeFile(file, "", { mode: 0o644 });
  await chmod(elsewhere, 0o755);
  await symlink(elsewhere, join(folder, "outbox"));
  expect(restrict(folder)).toEqual([]);
  expect([await modeOf(folder), await modeOf(elsewhere), await modeOf(letter), await modeOf(notes)]).toEqual([
    "700",
    "755",
    "644",
    "644",
  ]);
});

test("a data folder that all users share stays open to them, with a warning", async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o1777);
  const reason = `${folder} is shared by all users`;
  expect(restrict(folder)).toEqual([`Other users of this machine may read the data folder ${folder}: ${reason}`]);
  expect(await modeOf(folder)).toBe("777");
});

test.skipIf(process.platform !== "linux")("a folder whose mode can't be changed is warned of in one line", () => {
  // On Linux not even root can change modes there.
  const [warning, ...others] = restrict("/proc/self/");
  expect(warning).toMatch(/^Other users of this machine may read the data folder \/proc\/self\/: EPERM[^\n]*$/);
  expect(others).toEqual([]);
});

test("a database that others could read is restricted though the folder can't be", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "shop.db"), "", { mode: 0o644 });
  await chmod(folder, 0o1777);
  expect(restrict(folder)).toHaveLength(1);
  expect(await modeOf(join(folder, "shop.db"))).toBe("600");
});

test("a data folder that isn't there isn't made", async () => {
  const folder = join(await temporaryFolder(), "none");
  expect(restrict(folder)).toEqual([]);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

function restrict(folder: string) {
  const warnings: string[] = [];
  restrictDataFolder(folder, (line) => warnings.push(line));
  return warnings;
}

async function modeOf(path: string) {
  return ((await stat(path)).mode & 0o777).toString(8);
}
