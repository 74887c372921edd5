import { type ChildProcess, fork } from "node:child_process";
import { onTestFinished } from "vitest";

/**
 * Runs a script in one process for each input, all at the same moment. The scripts call `answerParent`.
 *
 * @returns their answers in the inputs' order, once all have ended
 */
export async function runProcesses<Input extends object, Answer>(script: URL, inputs: Input[]): Promise<Answer[]> {
  const children = inputs.map(() => fork(script, { execArgv: [] }));
  const ended = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
  onTestFinished(() => {
    for (const child of children) child.kill();
  });
  await Promise.all(children.map((child) => nextMessage(child)));
  const answers = children.map((child) => nextMessage(child) as Promise<Answer>);
  for (const [index, child] of children.entries()) child.send(inputs[index] as Input);
  const answered = await Promise.all(answers);
  // One that is killed after its answer may still write until then.
  await Promise.all(ended);
  return answered;
}

function nextMessage(child: ChildProcess) {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`A process ended with code ${code} before it had answered`)));
  });
}
