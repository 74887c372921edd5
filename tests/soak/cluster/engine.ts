import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { atExit } from "./at-exit.ts";

interface EngineOptions {
  name: string;
  command: string[];
  /** Where its log goes, as `<name>.log`. */
  folder: string;
  /** As whom it runs; otherwise as this process. */
  user?: { uid: number; gid: number } | undefined;
}

/** A program of the cluster in a process group of its own, which ends with this process. */
export function createEngine({ name, command: [program = "", ...args], folder, user }: EngineOptions) {
  const log = openSync(join(folder, `${name}.log`), "a");
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  /** Sends a signal to it and to the processes that it started. */
  function signal(signalName: NodeJS.Signals) {
    if (isRunning() && child?.pid) process.kill(-child.pid, signalName);
  }

  async function end(signalName: NodeJS.Signals) {
    if (!child || !isRunning()) return;
    const ended = once(child, "exit");
    signal(signalName);
    await ended;
  }

  atExit(() => signal("SIGKILL"));
  return {
    name,
    isRunning,
    start() {
      const { PATH } = process.env;
      const env = { PATH, LANG: "C.UTF-8", HOME: folder };
      child = spawn(program, args, { cwd: folder, detached: true, env, stdio: ["ignore", log, log], ...user });
    },
    signal,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
