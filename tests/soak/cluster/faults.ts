import { setTimeout as sleep } from "node:timers/promises";
import { kill, type Machine } from "./machine.ts";
import { untilReplicating } from "./patroni.ts";
import type { Rig } from "./rig.ts";
import { until } from "./until.ts";

/** Something that goes wrong, or that an operator does while the shop sells. It ends once everything runs again. */
interface Fault {
  run: (rig: Rig) => Promise<void>;
  /** How many processes may send a mail again, since they or their database ended between sending and noting it. */
  mailsAgain: (machines: Machine[]) => number;
}

const none = () => 0;
const all = (machines: Machine[]) => machines.reduce((sum, { processes }) => sum + processes, 0);

/** How long something stays away, in milliseconds. */
const away = 5000;
const etcdAway = 15_000;
const diskFull = 20_000;
const failoverSeconds = 90;

export const faults: Record<string, Fault> = {
  "rolling-restart": {
    mailsAgain: none,
    async run({ machines }) {
      for (const machine of machines) await restart(machine);
    },
  },
  "process-killed": {
    mailsAgain: () => 1,
    async run({ machines }) {
      const machine = machines.find(({ processes }) => processes > 1);
      const [worker] = (await machine?.workers()) ?? [];
      if (!worker) throw new Error("No machine has several processes");
      kill(worker);
      await until(
        "a new process replaced it",
        30,
        async () => (await machine?.workers())?.length === machine?.processes,
      );
      await sleep(away);
    },
  },
  "machines-killed": {
    mailsAgain: all,
    async run({ machines }) {
      for (const machine of machines) {
        await machine.kill();
        await sleep(away);
        await machine.start();
      }
    },
  },
  switchover: {
    mailsAgain: all,
    async run({ nodes }) {
      const [leader, standby] = await untilReplicating(nodes);
      await leader.switchOver(standby.name);
      await until("the other node is the leader", failoverSeconds, standby.isLeader);
      await untilReplicating(nodes);
    },
  },
  "leader-killed": {
    mailsAgain: all,
    async run({ nodes }) {
      const [leader, standby] = await untilReplicating(nodes);
      await leader.kill();
      await until("the standby is the leader", failoverSeconds, standby.isLeader);
      await sleep(away);
      leader.start();
      await untilReplicating(nodes);
    },
  },
  "leader-frozen": {
    mailsAgain: all,
    async run({ nodes }) {
      const [leader, standby] = await untilReplicating(nodes);
      await leader.freeze();
      await until("the standby is the leader", failoverSeconds, standby.isLeader);
      // The watchdog restarts its machine. See docs/decisions/0246.
      await leader.kill();
      leader.start();
      await untilReplicating(nodes);
    },
  },
  "pooler-killed": {
    mailsAgain: all,
    async run({ pooler }) {
      await pooler.kill();
      await sleep(away);
      pooler.start();
    },
  },
  "etcd-killed": {
    mailsAgain: none,
    async run({ etcd, nodes }) {
      const [leader] = await untilReplicating(nodes);
      await etcd.kill();
      await sleep(etcdAway);
      await etcd.start();
      await until("the leader stays the leader", failoverSeconds, leader.isLeader);
      await untilReplicating(nodes);
    },
  },
  "disk-full": {
    mailsAgain: all,
    async run({ nodes, diskOf }) {
      const [leader] = await untilReplicating(nodes);
      const disk = diskOf(leader);
      await disk.fill();
      await sleep(diskFull);
      disk.free();
      await untilReplicating(nodes);
    },
  },
};

/** Upgrades one machine after the other to this project's code. */
export const upgrade: Fault = {
  mailsAgain: all,
  async run({ machines }) {
    for (const machine of machines) await restart(machine);
  },
};

async function restart(machine: Machine) {
  const code = await machine.stop();
  if (code !== 0) throw new Error(`${machine.name} ended with ${code} when it was asked to`);
  await machine.start();
}
