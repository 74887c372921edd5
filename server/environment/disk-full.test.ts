import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { diskFullMessage } from "./disk-full.ts";

test("a database that has no room to grow is a full disk, however deep the error lies", async () => {
  const folder = await temporaryFolder();
  const database = new DatabaseSync(join(folder, "shop.db"));
  database.exec("create table letters (text); pragma max_page_count = 3");
  const full = await failureOf(() => database.exec("insert into letters values (zeroblob(100000))"));
  database.close();
  const message = `The disk is full: there is no room left in ${folder}`;
  expect(diskFullMessage(full, [folder])).toBe(message);
  expect(diskFullMessage(new DatabaseUnavailableError(full), [folder])).toBe(message);
});

test.skipIf(process.platform !== "linux")("a file that finds no room is a full disk", async () => {
  const folder = await temporaryFolder();
  const full = await failureOf(() => writeFile("/dev/full", "x"));
  expect(diskFullMessage(full, [folder])).toBe(`The disk is full: there is no room left in ${folder}`);
});

test("other failures aren't, while there is room", async () => {
  const folder = await temporaryFolder();
  const missing = await failureOf(() => writeFile(join(folder, "none", "file"), "x"));
  const ioError = Object.assign(new Error("disk I/O error"), { errcode: 4874 });
  for (const error of [missing, ioError, undefined]) expect(diskFullMessage(error, [folder])).toBeUndefined();
});

async function failureOf(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("It didn't fail");
}
