import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPgBouncer } from "../../scripts/test-machinery.mjs";
import { freePort } from "./server-process.ts";
import { serverUser } from "./start-postgres.ts";

/**
 * Starts a PgBouncer that shares few connections among transactions.
 *
 * @param postgresUrl the server, all of whose databases it offers
 * @param connections how many it opens to each database
 * @param mode what of a client keeps its connection
 */
export async function startPgBouncer(postgresUrl: string, connections: number, mode = "transaction") {
  const program = findPgBouncer();
  if (!program) throw new Error("PgBouncer was not found.");
  const folder = mkdtempSync(join(tmpdir(), "torg-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  const log = join(folder, "log");
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  writeFileSync(file, settings(new URL(postgresUrl), { port, connections, mode, log }));
  const child = spawn(program, ["--quiet", file], { ...user, cwd: folder, stdio: "ignore" });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    process.off("exit", kill);
    if (isRunning()) {
      kill();
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  while (isRunning() && !(await isListening(Number(port)))) await sleep(20);
  if (!isRunning()) {
    const details = existsSync(log) ? readFileSync(log, "utf8") : "";
    await stop();
    throw new Error(`PgBouncer did not start. ${details}`);
  }
  const through = new URL(postgresUrl);
  through.port = port;
  return { url: through.href, stop };
}

async function isListening(port: number) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function settings(
  { hostname, port: serverPort, username }: URL,
  { port, connections, mode, log }: Record<string, unknown>,
) {
  return `
[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 500
logfile = ${log}
`;
}
