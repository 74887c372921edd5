import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { isOutage } from "../errors.ts";
import { outageExitCode } from "../run-apart.ts";

/**
 * Runs the program of a process that `runApart` has started: its task comes by the standard input as JSON, and its result goes to the standard output.
 * An outage of the database ends it with a code of its own, so that the caller sees the same error as if it had worked itself.
 */
export async function runProgram<Task>(work: (task: Task) => Promise<unknown>) {
  const task: Task = JSON.parse(await text(process.stdin));
  try {
    process.stdout.write(JSON.stringify(await work(task)));
  } catch (error) {
    if (!isOutage(error)) throw error;
    process.stderr.write(`${inspect(error)}\n`);
    process.exitCode = outageExitCode;
  }
}
