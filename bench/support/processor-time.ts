import { readFile } from "node:fs/promises";

/** Linux counts a process's time in hundredths of a second (`proc_pid_stat(5)`). */
const tickMs = 10;

/**
 * Milliseconds for which a process has had a processor: unlike a clock's, they don't depend on what else the machine does.
 *
 * @param withEnded also those of its child processes that have ended
 */
export async function processorMs(pid: number, { withEnded = false } = {}) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The program's name, in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const counted = withEnded ? fields.slice(11, 15) : fields.slice(11, 13);
  return counted.reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs;
}
