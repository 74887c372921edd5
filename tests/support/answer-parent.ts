import { once } from "node:events";

/** For scripts that `runProcesses` runs: answers one input. */
export async function answerParent<Input, Answer>(work: (input: Input) => Promise<Answer>) {
  process.send?.("ready");
  const [input] = await once(process, "message");
  process.send?.(await work(input), undefined, undefined, () => process.disconnect?.());
}
