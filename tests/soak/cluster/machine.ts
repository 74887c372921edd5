import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type ServerProcess, startServer } from "../../support/server-process.ts";
import { statusOf, until } from "./until.ts";

export type Machine = Awaited<ReturnType<typeof createMachine>>;

interface MachineOptions {
  name: string;
  /** For its log. */
  folder: string;
  /** How many processes it has. */
  processes: number;
  environment: Record<string, string>;
}

/** A machine with a shop: its own port, its own processes, nothing else of its own. */
export async function createMachine({ name, folder, processes, environment }: MachineOptions) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ServerProcess | undefined;

  async function end(signal: NodeJS.Signals) {
    if (!server) return 0;
    const workers = await server.workers();
    server.kill(signal);
    if (signal === "SIGKILL") workers.forEach(kill);
    const code = await server.ended;
    appendFileSync(join(folder, `${name}.log`), server.printed.both);
    server = undefined;
    return code;
  }

  return {
    name,
    port,
    url,
    processes,
    workers: async () => (await server?.workers()) ?? [],
    /** Starts it and waits until it may be used. @param release the folder of its code; by default this project's */
    async start(release?: { folder: string; environment: Record<string, string> }) {
      const all = { ...environment, ...release?.environment, PORT: port, WEB_CONCURRENCY: String(processes) };
      for (let tries = 1; ; tries++) {
        const started = startServer(all, [], release?.folder);
        server = started;
        const failure = await started.opened().then(
          () => undefined,
          (error: Error) => error,
        );
        if (!failure) break;
        appendFileSync(join(folder, `${name}.log`), started.printed.both);
        // Like a service manager.
        if (tries === 20) throw failure;
        await new Promise((retry) => setTimeout(retry, 500));
      }
      await until(`${name} is ready`, 60, isReady);
    },
    isReady,
    /** Ends all its processes without warning. */
    kill: () => end("SIGKILL"),
    /** Asks it to finish what it answers, as `systemctl stop` does. @returns its exit code */
    stop: () => end("SIGTERM"),
  };

  /** Releases from before `/readyz` have `/healthz` alone. */
  async function isReady() {
    const status = await statusOf(`${url}/readyz`);
    return status === 200 || (status === 404 && (await statusOf(`${url}/healthz`)) === 200);
  }
}

/** Ends a process that may have ended already. */
export function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}
