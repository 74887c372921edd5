import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { version } from "../../server/environment/version.ts";
import { freePort } from "../support/server-process.ts";
import type { Engine } from "./engine.ts";

export const hardened = ["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges"];
/** The image's own user, one of an operator, and one as OpenShift chooses. */
const users = ["10001", "12345", "1000660000:0"];
const mostMegabytes = 400;
const buildTools = /^(?:typescript|vite|rolldown|vitest|@biomejs\/.*|node-(?:linux|darwin|win|bin)-.*)$/;

/** Checks what an image says of itself and what is in it. @returns its size in megabytes */
export async function checkContents({ run }: Engine, image: string, revision: string) {
  const [details] = JSON.parse(await run("image", "inspect", image));
  const label = (name: string) => details.Config.Labels[`org.opencontainers.image.${name}`];
  assert.deepEqual([label("version"), label("revision"), label("licenses")], [version, revision, "MIT"]);
  assert.ok(details.Config.Healthcheck ?? details.Healthcheck, "no health check");
  const megabytes = Math.round(details.Size / 1e6);
  assert.ok(megabytes < mostMegabytes, `${megabytes} MB`);
  const { bomFormat, components } = JSON.parse(await run("run", "--rm", image, "cat", "/shop/sbom.cdx.json"));
  const names: string[] = components.map(({ name }: { name: string }) => name);
  assert.equal(bomFormat, "CycloneDX");
  assert.ok(names.includes("kysely"));
  const installed = (await run("run", "--rm", image, "ls", "/shop/node_modules")).split("\n");
  assert.deepEqual(
    [...names, ...installed].filter((name) => buildTools.test(name)),
    [],
  );
  return megabytes;
}

/** Runs an image as each kind of user: it opens, sells its sample catalog, runs a command, and stops without losing an answer. */
export async function checkRuns(engine: Engine, image: string) {
  for (const user of users) {
    const port = await freePort();
    const publish = `--publish=127.0.0.1:${port}:3000`;
    const id = await engine.run("run", "--detach", ...hardened, `--user=${user}`, publish, image);
    try {
      await checkRunning(engine, id, `http://localhost:${port}`);
    } catch (error) {
      throw new Error(`As ${user}: ${await engine.run("logs", id)}`, { cause: error });
    } finally {
      await engine.run("rm", "--force", "--volumes", id);
    }
  }
}

async function checkRunning({ name, run }: Engine, id: string, url: string) {
  await untilReady(url);
  for (const path of ["/", "/products", "/healthz", "/no-picture.svg"]) {
    assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  }
  assert.equal(await run("exec", id, "node", "cli/main.ts", "orders"), "No orders yet");
  assert.match(await run("exec", id, "node", "cli/main.ts", "backup", "/data/shop.backup"), /^Backed up to/);
  // Docker runs it by itself; podman leaves that to systemd.
  if (name === "podman") await run("healthcheck", "run", id);
  const visits = Array.from({ length: 8 }, () => visitUntilRefused(url));
  await sleep(1000);
  await run("stop", "--time", "15", id);
  const answers = (await Promise.all(visits)).flat();
  assert.ok(answers.length > 20);
  assert.deepEqual([...new Set(answers)], [200]);
  assert.equal(await run("inspect", "--format", "{{.State.ExitCode}}", id), "0");
}

/** Waits until a shop can do everything. */
export async function untilReady(url: string, minutes = 2) {
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(200)) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
  }
  throw new Error(`${url} wasn't ready after ${minutes} minutes`);
}

/** Opens pages until the shop takes no new connection. @returns the status of each answer, 0 for one that was cut */
async function visitUntilRefused(url: string) {
  const answers: number[] = [];
  for (;;) {
    try {
      const response = await fetch(`${url}/products?page=1`);
      answers.push(
        await response.text().then(
          () => response.status,
          () => 0,
        ),
      );
    } catch {
      return answers;
    }
  }
}
