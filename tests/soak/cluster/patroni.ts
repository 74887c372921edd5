import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPostgres } from "../../../scripts/test-machinery.mjs";
import { freePort, workersOf } from "../../support/server-process.ts";
import { serverUser } from "../../support/start-postgres.ts";
import { createEngine } from "./engine.ts";
import { fillIn } from "./fill-in.ts";
import { statusOf, until } from "./until.ts";

const file = "postgresql/patroni.yml";
export const superuserPassword = "only good for tests";

export type Node = Awaited<ReturnType<typeof createNode>>;

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

interface NodeOptions {
  name: string;
  /** For logs and configuration. */
  folder: string;
  /** Where its data folder is made: a file system of its own. */
  disk: string;
  etcd: string[];
}

/** A PostgreSQL that Patroni runs, as the user of Debian's package. See docs/decisions/0246. */
export async function createNode({ name, folder, disk, etcd }: NodeOptions) {
  const [port, restPort] = [await freePort(), await freePort()];
  const data = join(disk, "data");
  const [first = "", second = "", third = ""] = etcd;
  const config = fillIn(file, {
    "name: a": `name: ${name}`,
    "10.0.0.21:8008": `127.0.0.1:${restPort}`,
    "10.0.0.21:2379": first,
    "10.0.0.22:2379": second,
    "10.0.0.23:2379": third,
    // This machine has one watchdog at most. `faults.ts` does what it would do.
    "mode: required": "mode: off",
    "device: /dev/watchdog": "",
    "10.0.0.21:5432": `127.0.0.1:${port}`,
    "/var/lib/postgresql/15/torg": data,
    "/usr/lib/postgresql/15/bin": findPostgres() ?? "",
    "/var/lib/postgresql/.patroni-pgpass": join(disk, "pgpass"),
    "/var/run/postgresql": disk,
    "choose-one": superuserPassword,
    "choose-another": superuserPassword,
    // The disk is small here.
    "max_wal_size: 1GB": "max_wal_size: 128MB",
  });
  const path = join(folder, `patroni-${name}.yml`);
  writeFileSync(path, config);
  const engine = createEngine({ name: `patroni-${name}`, folder, command: ["patroni", path], user: serverUser() });
  const rest = `http://127.0.0.1:${restPort}`;

  /** PostgreSQL and the processes that it answers with. Patroni gives them a process group of their own. */
  async function postgresProcesses() {
    const pidFile = join(data, "postmaster.pid");
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8").split("\n")[0]) : 0;
    return pid > 0 && isAlive(pid) ? [pid, ...(await workersOf(pid))] : [];
  }

  async function signal(signalName: NodeJS.Signals) {
    engine.signal(signalName);
    for (const pid of await postgresProcesses()) tryToSignal(pid, signalName);
  }

  return {
    name,
    port,
    restPort,
    disk,
    start: engine.start,
    /** Ends Patroni and PostgreSQL as when the machine loses its power. */
    async kill() {
      const processes = await postgresProcesses();
      await engine.kill();
      for (const pid of processes) tryToSignal(pid, "SIGKILL");
    },
    freeze: () => signal("SIGSTOP"),
    isLeader: async () => (await statusOf(`${rest}/primary`)) === 200,
    /** Whether orders are confirmed only once this node has them. */
    isSynchronous: async () => (await statusOf(`${rest}/synchronous`)) === 200,
    /** Makes the other node the leader. */
    async switchOver(candidate: string) {
      const body = JSON.stringify({ leader: name, candidate });
      const answer = await fetch(`${rest}/switchover`, { method: "POST", body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`Patroni refuses the switchover: ${text}`);
    },
    async members() {
      const answer = await fetch(`${rest}/cluster`);
      return ((await answer.json()) as { members: Member[] }).members;
    },
  };
}

/** Waits until one of two nodes is the leader, and the other its synchronous standby. @returns the two in this order */
export async function untilReplicating(nodes: [Node, Node], seconds = 120): Promise<[leader: Node, standby: Node]> {
  return until("a leader with a synchronous standby", seconds, async () => {
    for (const [leader, standby] of [nodes, nodes.toReversed() as [Node, Node]]) {
      if ((await leader.isLeader()) && (await standby.isSynchronous())) return [leader, standby] as [Node, Node];
    }
    return undefined;
  });
}

function isAlive(pid: number) {
  return tryToSignal(pid, 0);
}

function tryToSignal(pid: number, signalName: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signalName);
  } catch {
    return false;
  }
}
