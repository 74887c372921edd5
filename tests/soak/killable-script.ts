import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { withPath } from "../support/server-process.ts";

const retryPause = 100;
const longestStart = 60_000;

/** Runs a script that prints "open" once it is ready in its own process. What it needs may not be ready, so it is restarted until it works. */
export function createKillableScript(script: URL, argument: () => string, environment: Record<string, string> = {}) {
  let child: ReturnType<typeof fork> | undefined;
  const kill = () => void child?.kill("SIGKILL");

  return {
    async start() {
      process.once("exit", kill);
      for (const until = performance.now() + longestStart; ; ) {
        child = fork(script, [argument()], { execArgv: [], env: withPath(environment), stdio: "ignore" });
        const [first] = await Promise.race([once(child, "message"), once(child, "exit")]);
        if (first === "open") return;
        if (performance.now() > until) throw new Error(`${script.pathname} doesn't start`);
        await sleep(retryPause);
      }
    },
    /** Kills it without warning. */
    async kill() {
      process.off("exit", kill);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      kill();
      await ended;
    },
  };
}
