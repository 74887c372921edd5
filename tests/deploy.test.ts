import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { projectFolder, readConfig, variables } from "../server/environment/config.ts";
import { version } from "../server/environment/version.ts";
import { stopTimeoutMs } from "../server/process/stop-on-signal.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const deploy = join(projectFolder, "deploy");
const read = (file: string) => readFileSync(join(deploy, file), "utf8");

interface KubernetesObject {
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parts that a test reads say enough.
  [field: string]: any;
}

const objects: KubernetesObject[] = parseAllDocuments(read("kubernetes/torg.yaml")).map((document) => document.toJS());
const [config, secret, deployment] = ["ConfigMap", "Secret", "Deployment"].map((kind) =>
  objects.find((object) => object.kind === kind),
);
const pod = deployment?.spec.template.spec;
const [container] = pod.containers;

test("Kubernetes gets variables that the shop reads, with values that it takes", () => {
  const environment = { ...config?.data, ...secret?.stringData };
  expect(variables).toEqual(expect.arrayContaining(Object.keys(environment)));
  expect(readConfig(environment).databaseUrl).toMatch(/^postgres:/);
  expect(container.image).toBe(`registry.example.com/torg:${version}`);
});

test("Kubernetes sends nobody to a pod that starts, keeps all pods while the database is away, and waits while they stop", () => {
  expect(container.startupProbe.httpGet.path).toBe("/readyz");
  expect(container.readinessProbe.httpGet.path).toBe("/healthz");
  expect(existsSync(join(projectFolder, "app/public", container.livenessProbe.httpGet.path))).toBe(true);
  const seconds = Number(container.lifecycle.preStop.exec.command[1]);
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(seconds * 1000 + stopTimeoutMs);
});

test("systemd gets variables that the shop reads, and waits while it stops", () => {
  const names = [...read("systemd/torg.env").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(variables).toEqual(expect.arrayContaining(names));
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read("systemd/torg.service")) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(stopTimeoutMs);
});

test("the unit for several shops differs from the one for a single shop in its port only", () => {
  const lines = (file: string) =>
    read(file)
      .split("\n")
      .filter((line) => !line.startsWith("# "));
  const single = lines("systemd/torg.service");
  const several = lines("systemd/torg@.service").filter((line) => !single.includes(line));
  expect(several).toEqual(["Description=Torg, an online shop, on port %i", "Environment=PORT=%i"]);
});

test("systemd understands the units", async ({ skip }) => {
  const verify = promisify(execFile)("systemd-analyze", ["--version"]).catch(() => undefined);
  if (!(await verify)) skip("systemd-analyze is missing");
  const folder = await temporaryFolder();
  await cp(join(deploy, "systemd"), folder, { recursive: true });
  const units = ["torg.service", "torg@.service", "torg-backup.service", "torg-backup.timer"];
  const answer = await promisify(execFile)("systemd-analyze", [
    "verify",
    ...units.map((unit) => join(folder, unit)),
  ]).catch((error) => error);
  // This machine may have no npm there.
  const problems = String(answer.stderr)
    .split("\n")
    .filter((line) => line && !line.includes("/usr/bin/npm"));
  expect(problems).toEqual([]);
});
