import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** All tests at once need a few hundred megabytes. */
const roomBytes = 4 * 1024 ** 3;

/** Where tests make their folders: in memory if there is room, because SQLite writes to the disk at each commit, which is 40 % of what opening a test's shop takes. */
export function parentFolder() {
  return isInMemory() ? memory : tmpdir();
}

/** Whether this machine has room in memory for what tests and their browsers write. */
export function isInMemory() {
  // Only Linux has it.
  if (process.platform !== "linux" || process.env.TMPDIR) return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === memory);
  if (!mount || /\bnoexec\b/.test(mount)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomBytes;
}
