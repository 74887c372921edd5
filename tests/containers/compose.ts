import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:https";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { projectFolder } from "../../server/environment/config.ts";
import { freePort } from "../support/server-process.ts";
import type { Engine } from "./engine.ts";

/** Starts `deploy/compose.yaml` on free ports and kills its shops in turn, if the engine has Compose and all images. @returns what came of it */
export async function checkCompose(engine: Engine, image: string) {
  const compose = findCompose(engine.name);
  if (!compose) return "compose isn't installed";
  const source = join(projectFolder, "deploy");
  const file = parse(readFileSync(join(source, "compose.yaml"), "utf8"), { merge: true });
  for (const name of ["caddy", "database", "mail"]) {
    if (!(await engine.has(file.services[name].image)))
      return `compose wasn't tried: ${file.services[name].image} can't be pulled`;
  }
  const folder = mkdtempSync(join(tmpdir(), "torg-compose-"));
  const up = (...words: string[]) =>
    promisify(execFile)(compose[0] as string, [...compose.slice(1), ...words], { cwd: folder, env: engine.env });
  const port = await freePort();
  // podman-compose 1.0 names the project by its folder, whatever .env says.
  const project = basename(folder).toLowerCase();
  try {
    for (const name of ["shop-1", "shop-2"]) {
      file.services[name].image = image;
      delete file.services[name].build;
    }
    delete file.services.mail.ports;
    writeFileSync(join(folder, "compose.yaml"), stringify(file));
    cpSync(join(source, "caddy"), join(folder, "caddy"), { recursive: true });
    writeFileSync(join(folder, ".env"), await settings(project, port));
    await up("up", "--detach");
    return await checkShops(engine, up, project, port);
  } finally {
    await up("down", "--volumes").catch(() => {});
    // podman-compose 1.0 leaves the one that two services share.
    await engine.succeeds("volume", "rm", "--force", `${project}_data`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The example's file, filled in. */
async function settings(project: string, port: string) {
  const secret = () => randomBytes(32).toString("hex");
  return readFileSync(join(projectFolder, "deploy/compose.env.example"), "utf8")
    .replace(/^AUTH_SECRET=$/m, `AUTH_SECRET=${secret()}`)
    .replace(/^POSTGRES_PASSWORD=$/m, `POSTGRES_PASSWORD=${secret()}`)
    .replace(/^COMPOSE_PROJECT_NAME=.*$/m, `COMPOSE_PROJECT_NAME=${project}`)
    .replace(/^SHOP_URL=.*$/m, `SHOP_URL=https://localhost:${port}\nHTTPS_PORT=${port}\nHTTP_PORT=${await freePort()}`);
}

function findCompose(engine: string) {
  const known = engine === "podman" ? [["podman-compose"]] : [["docker", "compose"], ["docker-compose"]];
  return known.find(([program = "", ...words]) => spawnSync(program, [...words, "version"]).status === 0);
}

async function checkShops(engine: Engine, up: (...words: string[]) => Promise<unknown>, project: string, port: string) {
  for (let tries = 0; (await statusOf(port, "/readyz")) !== 200; tries++) {
    assert.ok(tries < 240, "Compose's shops weren't ready after two minutes");
    await sleep(500);
  }
  let stopping = false;
  const statuses: Record<string, number> = {};
  const visits = Array.from({ length: 4 }, async (_, visitor) => {
    for (let n = 0; !stopping; n++) {
      const status = await statusOf(port, `/products?page=1&visit=${visitor}-${n}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  for (const name of ["shop-1", "shop-2"]) {
    const id = await containerOf(engine, `${project}[_-]${name}`);
    await engine.run("kill", id);
    await sleep(2000);
    await engine.run("start", id);
    await sleep(8000);
  }
  await up("restart", "shop-1");
  stopping = true;
  await Promise.all(visits);
  assert.deepEqual(Object.keys(statuses), ["200"], JSON.stringify(statuses));
  return `compose answered ${statuses[200]} requests while its shops were killed and restarted in turn, and lost none`;
}

async function containerOf(engine: Engine, name: string) {
  const ids = await engine.run("ps", "--quiet", `--filter=name=${name}`);
  assert.match(ids, /^\w+$/, `no container ${name}`);
  return ids;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

/** The status of a page behind Caddy, whose own authority signs certificates of localhost; 0 without an answer. */
function statusOf(port: string, path: string) {
  return new Promise<number>((resolve) => {
    const request = get({ host: "localhost", port, path, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(Number(response.statusCode)));
      response.once("error", () => resolve(0));
    });
    request.once("error", () => resolve(0));
  });
}
