import { type ChildProcess, fork } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/**
 * Runs a script in one process for each input, all at the same moment. The scripts call `answerParent`.
 *
 * @returns their answers in the inputs' order, once all have ended
 * @throws what a process printed that ended before it had answered
 */
export async function runProcesses<Input extends object, Answer>(script: URL, inputs: Input[]): Promise<Answer[]> {
  const children = inputs.map(() => startChild(script));
  onTestFinished(() => {
    for (const { child } of children) child.kill();
  });
  await Promise.all(children.map(nextMessage));
  const answers = children.map((started) => nextMessage(started) as Promise<Answer>);
  for (const [index, { child }] of children.entries()) child.send(inputs[index] as Input);
  const answered = await Promise.all(answers);
  // One that is killed after its answer may still write until then.
  await Promise.all(children.map(({ ended }) => ended));
  return answered;
}

interface Child {
  child: ChildProcess;
  ended: Promise<unknown>;
  /** What it printed as errors, once it has ended. */
  printed: Promise<string>;
}

function startChild(script: URL): Child {
  const child = fork(script, { execArgv: [], stdio: ["ignore", "inherit", "pipe", "ipc"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { child, ended, printed: text(child.stderr as Readable) };
}

function nextMessage({ child, ended, printed }: Child) {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    ended.then(async (code) =>
      reject(new Error(`A process ended with code ${code} before it had answered:\n${await printed}`)),
    );
  });
}
