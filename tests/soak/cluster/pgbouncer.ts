import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/server-process.ts";
import { serverUser } from "../../support/start-postgres.ts";
import { createEngine } from "./engine.ts";
import { fillIn } from "./fill-in.ts";

/** PgBouncer, which refuses to run as root. @param leaderPort where HAProxy leads to the leader */
export async function createPooler(folder: string, leaderPort: string, password: string) {
  const port = await freePort();
  const users = join(folder, "userlist.txt");
  writeFileSync(users, `"torg" "${password}"\n`);
  const config = fillIn("postgresql/pgbouncer.ini", {
    "port=5433": `port=${leaderPort}`,
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
    "logfile = /var/log/postgresql/pgbouncer.log": "",
    "pidfile = /var/run/postgresql/pgbouncer.pid": "",
  });
  const path = join(folder, "pgbouncer.ini");
  writeFileSync(path, config);
  const user = serverUser();
  if (user) for (const owned of [users, path]) chownSync(owned, user.uid, user.gid);
  const engine = createEngine({ name: "pgbouncer", folder, command: ["/usr/sbin/pgbouncer", path], user });
  return { ...engine, port };
}
