import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** Starts a script of the bench in a process of its own, as fast as the shop is run. The script sends a message when it is ready. */
export async function startProcess(name: string, environment: NodeJS.ProcessEnv = {}) {
  const script = new URL(`${name}-process.ts`, import.meta.url);
  const child = fork(script, { execArgv: [], env: { ...process.env, NODE_ENV: "production", ...environment } });
  await nextMessage(child);
  return child;
}

/** Gives a process work, and waits for its answer. */
export async function ask<Answer>(child: ChildProcess, work: object) {
  child.send(work);
  return (await nextMessage(child)) as Answer;
}

/** @throws when the process ends before */
async function nextMessage(child: ChildProcess) {
  const over = new AbortController();
  const ended = once(child, "exit", over).then(([code]) => {
    throw new Error(`A process ended with code ${code} before it had answered`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", over), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    over.abort();
  }
}
