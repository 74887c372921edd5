import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/server-process.ts";
import { createEngine } from "./engine.ts";
import { fillIn } from "./fill-in.ts";
import { statusOf, until } from "./until.ts";

const file = "postgresql/etcd.yml";
const names = ["a", "b", "c"];

/** Three etcds, which keep who the leader is. */
export async function createEtcd(folder: string) {
  const ports = await Promise.all(names.map(async () => ({ peer: await freePort(), client: await freePort() })));
  const addresses = ports.map(({ client }) => `127.0.0.1:${client}`);
  const members = names.map((name, index) => {
    const { peer = "", client = "" } = ports[index] ?? {};
    const config = fillIn(file, {
      "name: a": `name: ${name}`,
      "/var/lib/etcd/torg": join(folder, `etcd-${name}`),
      "initial-cluster: a=http://10.0.0.21:2380,b=http://10.0.0.22:2380,c=http://10.0.0.23:2380": `initial-cluster: ${names
        .map((other, at) => `${other}=http://127.0.0.1:${ports[at]?.peer}`)
        .join()}`,
      "10.0.0.21:2380": `127.0.0.1:${peer}`,
      "10.0.0.21:2379": `127.0.0.1:${client}`,
    });
    const path = join(folder, `etcd-${name}.yml`);
    writeFileSync(path, config);
    return createEngine({ name: `etcd-${name}`, folder, command: ["etcd", "--config-file", path] });
  });

  return {
    addresses,
    async start() {
      for (const member of members) member.start();
      await until("etcd is healthy", 60, async () => (await statusOf(`http://${addresses[0]}/health`)) === 200);
    },
    async kill() {
      await Promise.all(members.map((member) => member.kill()));
    },
  };
}
