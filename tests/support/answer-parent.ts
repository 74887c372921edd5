import { once } from "node:events";

/** What a script does that `runProcesses` runs: it answers one input. */
export async function answerParent<Input, Answer>(work: (input: Input) => Promise<Answer>) {
  process.send?.("ready");
  const [input] = await once(process, "message");
  process.send?.(await work(input), undefined, undefined, () => process.disconnect?.());
}
