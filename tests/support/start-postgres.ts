import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { findPostgres } from "../../scripts/test-machinery.mjs";
import { parentFolder } from "./parent-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A throwaway PostgreSQL where tests may create databases, or "" on a machine without one. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up: one PostgreSQL for all tests of a run, unless none of them can use a database. */
export default async function setUp(project: TestProject) {
  const isMissing = !findPostgres() && !process.env.CI;
  if (isMissing || !mayUseDatabase(project)) {
    project.provide("postgresUrl", "");
    return;
  }
  const { url, stop } = await startPostgres();
  project.provide("postgresUrl", url);
  return stop;
}

/** Tests open databases by what is in `tests/support/`. While Vitest watches, others may follow. */
function mayUseDatabase({ vitest }: TestProject) {
  const files = [...vitest.state.getPaths()];
  return vitest.config.watch || files.some((file) => /support\/|postgresUrl/.test(readFileSync(file, "utf8")));
}

/**
 * Starts a throwaway PostgreSQL server in a temporary folder.
 *
 * @param durable whether it waits for the disk, as a shop's own does; otherwise it is fast, and safe for no data
 * @param primaryUrl a server whose replica it becomes
 */
export async function startPostgres({ durable = false, primaryUrl }: { durable?: boolean; primaryUrl?: string } = {}) {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL's server programs (initdb, pg_ctl) were not found.");
  // Databases are hundreds of files each: on a disk, making and removing them takes two fifths of the time that PostgreSQL takes in all.
  const folder = mkdtempSync(join(durable ? tmpdir() : parentFolder(), "torg-postgres-"));
  const data = join(folder, "data");
  const log = join(folder, "log");
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

  const stop = () => {
    process.off("exit", stop);
    try {
      if (existsSync(join(data, "postmaster.pid"))) crash();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const start = () => run("pg_ctl", "start", "--wait", `--pgdata=${data}`, `--log=${log}`);
  /** Ends the server as a crash would: nothing is finished, nothing is written any more. */
  const crash = () => run("pg_ctl", "stop", "--mode=immediate", `--pgdata=${data}`);
  /** Lets a replica accept writes. */
  const promote = () => run("pg_ctl", "promote", "--wait", `--pgdata=${data}`);
  const pid = () => readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
  /** Sends a signal to the server, and then to the processes that it answers with: a server that has stopped starts no more of them. */
  const signal = (name: NodeJS.Signals) => {
    process.kill(Number(pid()), name);
    while (name === "SIGSTOP" && !stateOf(pid()).startsWith("T"));
    for (const child of execFileSync("pgrep", ["-P", pid()], { encoding: "utf8" }).trim().split("\n")) {
      try {
        process.kill(Number(child), name);
      } catch (error) {
        // A server that goes on ends the processes of connections that were closed meanwhile.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  };
  const kill = () => process.kill(Number(pid()), "SIGKILL");
  /** Starts the server after it was killed: what it has left behind may be in the way for a moment. */
  const startAgain = async () => {
    for (let tries = 0; ; tries++) {
      try {
        const options = { ...user, cwd: folder };
        const args = ["start", "--wait", `--pgdata=${data}`, `--log=${log}`];
        return await promisify(execFile)(join(programs, "pg_ctl"), args, options);
      } catch (error) {
        if (tries === 300) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  try {
    if (primaryUrl) run("pg_basebackup", `--dbname=${primaryUrl}`, `--pgdata=${data}`, ...replicaOptions);
    else run("initdb", ...clusterOptions, data);
    const port = await freePort();
    appendFileSync(join(data, "postgresql.conf"), settings(port) + (durable ? "" : withoutDisk));
    start();
    process.once("exit", stop);
    const url = `postgres://torg@127.0.0.1:${port}/postgres`;
    return { url, pid: () => Number(pid()), stop, crash, start, signal, kill, startAgain, promote };
  } catch (error) {
    const details = existsSync(log) ? readFileSync(log, "utf8") : "";
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start. ${details}`, { cause: error });
  }
}

// macOS has no C.UTF-8.
const locale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
const clusterOptions = ["--username=torg", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`, "--no-sync"];
const replicaOptions = ["--checkpoint=fast", "--no-sync", "--write-recovery-conf"];

/** PostgreSQL and PgBouncer refuse to run as root: there they run as the user that PostgreSQL's package made. */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** A process's state in the words of `ps`. */
function stateOf(pid: string) {
  return execFileSync("ps", ["-o", "state=", "-p", pid], { encoding: "utf8" });
}

function settings(port: number) {
  return `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 300
`;
}

/** Its log of changes stays small, because it may be kept in memory. */
const withoutDisk = `
fsync = off
synchronous_commit = off
full_page_writes = off
max_wal_size = 256MB
`;

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("No port is free."));
      server.close(() => resolve(address.port));
    });
  });
}
