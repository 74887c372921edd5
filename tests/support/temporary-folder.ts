import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parentFolder } from "./parent-folder.ts";

/** An empty folder that is removed after the test. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(parentFolder(), "torg-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
