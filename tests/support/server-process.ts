import { execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";

const projectFolder = resolve(import.meta.dirname, "../..");

/** What `npm start` gives Node. See docs/decisions/0045. */
export const nodeFlags = ["--max-semi-space-size=8", "--max-old-space-size=512"];

/** `npm run soak:late` uses them to delay the server's answers. */
const lateAnswers = process.env.LATE_ANSWERS ? ["--import", "./tests/soak/answer-late.ts"] : [];

export type ServerProcess = ReturnType<typeof startServer>;

/**
 * Starts the shop's server like in production, in its own process. It needs a build.
 *
 * @param environment the server's whole environment, besides PATH
 * @param launcher a program that starts it, with its arguments
 * @param folder where the shop's files are
 */
export function startServer(environment: Record<string, string>, launcher: string[] = [], folder = projectFolder) {
  const [program = "", ...args] = [...launcher, process.execPath, ...nodeFlags, ...lateAnswers, "build/shop/main.js"];
  const child = spawn(program, args, {
    cwd: folder,
    env: withPath(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "", both: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => {
      printed[name] += text;
      printed.both += text;
    });
  }
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", kill);
      resolve(code);
    });
  });

  /** The address that the server prints once it is open. */
  async function opened() {
    const failed = ended.then((code) => {
      throw new Error(`The server ended with code ${code} before it was open: ${printed.both}`);
    });
    const address = new Promise<string>((resolve) => {
      const look = () => {
        const [, url] = / is open at (http:\S+)\n/.exec(printed.stdout) ?? [];
        if (url) resolve(url);
      };
      child.stdout.on("data", look);
      look();
    });
    return Promise.race([address, failed]);
  }

  return {
    pid: Number(child.pid),
    opened,
    /** Kills the process, or sends it another signal. */
    kill: (signal: NodeJS.Signals = "SIGKILL") => child.kill(signal),
    /** The processes that this one started, by their ids, when it shares its work with others. */
    workers: () => workersOf(Number(child.pid)),
    /** The code with which the process ends. */
    ended,
    /** What it has printed so far. */
    printed,
    /** Forgets what it prints from now on, for loads that log gigabytes. */
    forgetOutput() {
      for (const output of [child.stdout, child.stderr]) output.removeAllListeners("data").resume();
    },
    /** Stops the server like a service manager. @returns its exit code */
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** The processes that a server's process has started, by their ids. */
export async function workersOf(pid: number) {
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Runs the owner's command line in a process of its own. @returns what it prints. @throws when it fails */
export async function runShopCommand(environment: Record<string, string>, ...args: string[]) {
  return (await execute(environment, args)).stdout;
}

/** Runs the owner's command line in a process of its own. @returns all that its caller can tell of it, also when it fails */
export async function tryShopCommand(environment: Record<string, string>, ...args: string[]) {
  const ended = (result: { stdout: string; stderr: string; code?: number }) => {
    const { code = 0, stdout, stderr } = result;
    return { code, stdout, stderr };
  };
  return execute(environment, args).then(ended, ended);
}

function execute(environment: Record<string, string>, args: string[]) {
  const options = { cwd: projectFolder, env: withPath(environment), maxBuffer: Number.POSITIVE_INFINITY };
  return promisify(execFile)(process.execPath, ["cli/main.ts", ...args], options);
}

/** The ports that this process gives out next. Each process begins elsewhere, so that two rarely try the same one. */
let nextPort = 10_000 + (process.pid % 200) * 100;

/**
 * A port that a server can listen on later. It is below those that the system gives to connections (32768 and up), so that none of them takes it
 * in between.
 */
export async function freePort(): Promise<string> {
  const port = nextPort;
  nextPort = port < 30_000 ? port + 1 : 10_000;
  return (await canListen(port)) ? String(port) : freePort();
}

function canListen(port: number) {
  return new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** As `npm start` sets it, and nothing else of this process's own environment than the PATH. */
export function withPath(environment: Record<string, string>) {
  const { PATH } = process.env;
  const asStarted = { NODE_ENV: "production", NODE_COMPILE_CACHE: "node_modules/.cache/node", MALLOC_ARENA_MAX: "2" };
  return { PATH, ...asStarted, ...environment };
}
