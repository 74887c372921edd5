import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type Engine = ReturnType<typeof findEngines>[number];

/** For a machine where podman may not raise limits or has no systemd: runc works on any cgroups. */
const modestSettings = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`;

/** The engines of this machine that answer. */
export function findEngines(wanted = ["podman", "docker"]) {
  return wanted.filter((name) => spawnSync(name, ["info"]).status === 0).map(openEngine);
}

function openEngine(name: string) {
  const env = { ...process.env };

  /** Runs a command of the engine. @returns what it printed on stdout. @throws with its stderr when it fails */
  async function run(...args: string[]) {
    const { stdout } = await promisify(execFile)(name, args, { env, maxBuffer: 2 ** 27 });
    return stdout.trim();
  }

  const succeeds = (...args: string[]) =>
    run(...args).then(
      () => true,
      () => false,
    );

  return {
    name,
    /** The environment of its commands, and of Compose's. */
    env,
    run,
    succeeds,
    /** Runs a command that takes minutes, and shows what it prints. */
    show(...args: string[]) {
      const { status } = spawnSync(name, args, { env, stdio: "inherit" });
      if (status !== 0) throw new Error(`${name} ${args[0]} failed`);
    },
    /** Runs a container with modest settings from now on, if it doesn't run with those of the machine. */
    async settle(image: string) {
      if (name !== "podman" || env.CONTAINERS_CONF || (await succeeds("run", "--rm", image, "true"))) return;
      const folder = mkdtempSync(join(tmpdir(), "torg-podman-"));
      process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
      env.CONTAINERS_CONF = join(folder, "containers.conf");
      writeFileSync(env.CONTAINERS_CONF, modestSettings);
    },
    /** Whether an image is here, or can be pulled. */
    has: async (image: string) =>
      (await succeeds("image", "inspect", image)) || (await succeeds("pull", "--quiet", image)),
  };
}
