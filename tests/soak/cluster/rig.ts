import { execFile } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { promisify } from "node:util";
import { openMailServer } from "../../support/open-mail-server.ts";
import { atExit } from "./at-exit.ts";
import { mountDisk } from "./disk.ts";
import { createEtcd } from "./etcd.ts";
import { createBalancer, createLeaderProxy } from "./haproxy.ts";
import { createMachine, type Machine } from "./machine.ts";
import { createNode, type Node, superuserPassword, untilReplicating } from "./patroni.ts";
import { createPooler } from "./pgbouncer.ts";
import { statusOf, until } from "./until.ts";

const password = "only good for tests too";
const diskMegabytes = 768;

export type Rig = Awaited<ReturnType<typeof openRig>>;

/**
 * Everything around two shops, on this machine and from the files in `deploy/`: HAProxy in front of them; PgBouncer, HAProxy, PostgreSQL on two nodes
 * with Patroni, and etcd behind them. The shops aren't started yet.
 */
export async function openRig() {
  const folder = await mkdtemp(join(tmpdir(), "torg-cluster-"));
  // PostgreSQL and PgBouncer run as another user.
  chmodSync(folder, 0o755);
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  const mailServer = await openMailServer();
  const etcd = await createEtcd(folder);
  const disks = [mountDisk(join(folder, "disk-a"), diskMegabytes), mountDisk(join(folder, "disk-b"), diskMegabytes)];
  const [a, b] = await Promise.all(
    disks.map(({ path }, index) => {
      return createNode({ name: "ab"[index] ?? "", folder, disk: path, etcd: etcd.addresses });
    }),
  );
  const nodes = [a, b] as [Node, Node];
  const leaderProxy = await createLeaderProxy(folder, nodes);
  const pooler = await createPooler(folder, leaderProxy.port, password);
  const environment: Record<string, string> = {
    DATABASE_URL: databaseUrl(pooler.port),
    AUTH_SECRET: "a secret that is only good for tests",
    SMTP_URL: mailServer.url,
    DATA_DIR: join(folder, "shop"),
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
  };
  const machines = [
    await createMachine({ name: "m1", folder, processes: 1, environment }),
    await createMachine({ name: "m2", folder, processes: 2, environment }),
  ] as [Machine, Machine];
  const balancer = await createBalancer(folder, [machines[0].port, machines[1].port]);
  const url = `https://localhost:${balancer.port}`;
  environment.SHOP_URL = url;
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), balancer.certificate]);

  return {
    folder,
    url,
    environment,
    /** The database without PgBouncer. */
    direct: { ...environment, DATABASE_URL: databaseUrl(leaderProxy.port) },
    ...{ mailServer, etcd, nodes, leaderProxy, pooler, machines, balancer },
    diskOf: (node: Node) => disks[nodes.indexOf(node)] as (typeof disks)[0],
    /** Starts all but the shops, and creates the database. */
    async start() {
      await etcd.start();
      nodes[0].start();
      await until("the first node is the leader", 90, nodes[0].isLeader);
      nodes[1].start();
      await untilReplicating(nodes);
      await createDatabase(nodes[0]);
      for (const engine of [leaderProxy, pooler, balancer]) engine.start();
      await until("HAProxy answers", 30, async () => (await statusOf(url)) > 0);
      for (const { name, isRunning } of [leaderProxy, pooler, balancer]) {
        if (!isRunning()) throw new Error(`${name} ended: see its log`);
      }
    },
    async close() {
      for (const machine of machines) await machine.kill();
      for (const engine of [balancer, pooler, leaderProxy, ...nodes]) await engine.kill();
      await etcd.kill();
      for (const disk of disks) disk.unmount();
      await mailServer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function databaseUrl(port: string) {
    return `postgres://torg:${encodeURIComponent(password)}@127.0.0.1:${port}/torg`;
  }
}

async function createDatabase({ port }: Node) {
  const env = { ...process.env, PGPASSWORD: superuserPassword };
  const psql = (command: string) =>
    promisify(execFile)("psql", ["--host=127.0.0.1", `--port=${port}`, "--username=postgres", "--command", command], {
      env,
    });
  await psql(`create role torg login password '${password}'`);
  await psql("create database torg owner torg");
}
