import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { connectPostgres } from "#database/connect.ts";
import { buildSources } from "../scripts/prepare.mjs";
import { projectFolder, readConfig, variables } from "../server/config.ts";
import { longestStop } from "../server/stop-on-signal.ts";
import { copiesOf, copyInto, readStages, variablesOf } from "./support/dockerfile.ts";
import { freePort, nodeFlags, startServer } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const stages = readStages(join(projectFolder, "Dockerfile"));
const [building = [], final = []] = stages;
const compose: Compose = parse(readFileSync(join(projectFolder, "compose.yaml"), "utf8"));
const manifest = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));

interface Compose {
  services: Record<"shop" | "database" | "mail", Service>;
  volumes: Record<string, null>;
}

interface Service {
  build?: string;
  image?: string;
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
}

const keys = { AUTH_SECRET: "x".repeat(32), POSTGRES_PASSWORD: "hidden" };

/** What Compose gives a service, `${…}` filled in from the environment. */
function environmentOf(service: Service, from: Record<string, string>) {
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, other: string) => {
      if (!from[name] && kind === "?") throw new Error(`${name} ${other}`);
      return from[name] || other;
    });
  return Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, fill(value)]));
}

test("the image is made of files that are there, and builds from all that the build is made of", () => {
  expect(stages).toHaveLength(2);
  const copied = copiesOf(building).flatMap(({ sources }) => sources);
  expect(copied.toSorted()).toEqual([...buildSources, "scripts"].toSorted());
  for (const path of copied) expect(existsSync(join(projectFolder, path)), path).toBe(true);
});

test("what the image holds is enough: the shop runs from it, is healthy, and its owner's commands work", async () => {
  const folder = await temporaryFolder();
  for (const { from, sources, target } of copiesOf(final)) {
    if (!from) await copyInto(folder, projectFolder, sources, target);
  }
  const built = copiesOf(final).filter(({ from }) => from === "build");
  expect(built.flatMap(({ sources }) => sources)).toEqual(["/shop/node_modules", "/shop/build"]);
  await cp(join(projectFolder, "build"), join(folder, "build"), { recursive: true });
  await copyProductionPackages(folder);

  const { PATH, ...set } = variablesOf(final);
  expect(PATH).toBe("/shop/node_modules/.bin:$PATH");
  const environment = { ...set, DATA_DIR: join(folder, "data"), PORT: await freePort() };
  const server = startServer(environment, [], folder);
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  const home = await (await fetch(url)).text();
  const assets = [...home.matchAll(/(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets.length).toBeGreaterThan(3);
  for (const path of assets) expect((await fetch(`${url}${path}`)).status, path).toBe(200);

  const env = { ...environment, PATH: `${join(folder, "node_modules/.bin")}:${process.env.PATH}` };
  const run = (...[program = "", ...args]: string[]) => promisify(execFile)(program, args, { cwd: folder, env });
  const health = /CMD (\[.*\])$/.exec(final.find(({ keyword }) => keyword === "HEALTHCHECK")?.rest ?? "")?.[1] ?? "";
  await run(...JSON.parse(health));
  expect((await run("node", "cli/main.ts", "orders")).stdout).toBe("No orders yet\n");
  await server.stop();
  await expect(run(...JSON.parse(health)), "a shop that doesn't answer isn't healthy").rejects.toMatchObject({
    code: 1,
  });
});

test("the image starts the shop as npm start does, as a user of its own", () => {
  const value = (keyword: string) => final.find((instruction) => instruction.keyword === keyword)?.rest;
  expect(JSON.parse(value("CMD") ?? "")).toEqual(["node", ...nodeFlags, "server/main.ts"]);
  const { NODE_ENV, MALLOC_ARENA_MAX, DATA_DIR } = variablesOf(final);
  expect(manifest.scripts.start).toContain(`NODE_ENV=${NODE_ENV} `);
  expect(manifest.scripts.start).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} exec node ${nodeFlags.join(" ")} `);
  expect(value("VOLUME")).toBe(DATA_DIR);
  expect(value("USER")).toBe("shop");
  expect(value("EXPOSE")).toBe(String(readConfig(environmentOf(compose.services.shop, keys)).port));
  const known = ["NODE_ENV", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX", "PATH", ...variables];
  expect(known).toEqual(expect.arrayContaining(Object.keys(variablesOf(final))));
});

test("the images' versions are the project's", () => {
  const [base = "", finalBase = ""] = [building, final].map(([from]) => from?.rest);
  const [, major, release] = /^node:(\d+)-(\w+)-slim AS build$/.exec(base) ?? [];
  const nodes: string[] = Object.values(manifest.optionalDependencies);
  expect(nodes.map((version) => version.split(".")[0])).toEqual(nodes.map(() => major));
  expect(finalBase).toBe(`debian:${release}-slim`);
  expect(compose.services.database.image).toMatch(new RegExp(`^postgres:\\d+-${release}$`));
  for (const { image } of Object.values(compose.services))
    expect(image ?? "", "none is left open").not.toMatch(/latest$/);
});

// What CI has is what the project is tested on.
test.skipIf(!process.env.CI || !inject("postgresUrl"))("the database is the PostgreSQL that CI tests on", async () => {
  const { db } = connectPostgres(inject("postgresUrl"));
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  await db.destroy();
  const major = rows[0]?.server_version.split(".")[0];
  expect(compose.services.database.image).toMatch(new RegExp(`^postgres:${major}-`));
});

test("compose gives the shop variables that it knows, which lead to the other services", () => {
  const { shop, database } = compose.services;
  const given = environmentOf(shop, keys);
  expect(variables).toEqual(expect.arrayContaining(Object.keys(given)));
  const { databaseUrl = "", smtpUrl = "", shopUrl, port, authSecret } = readConfig(given);
  const { username, password, hostname, pathname } = new URL(databaseUrl);
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = environmentOf(database, keys);
  expect([username, password, pathname]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`]);
  const others = [hostname, new URL(smtpUrl).hostname];
  expect(Object.keys(shop.depends_on ?? {})).toEqual(others);
  expect(Object.keys(compose.services)).toEqual(["shop", ...others]);
  expect(shop.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  expect(shopUrl).toBe(`http://localhost:${port}`);
  expect(authSecret).toBe(keys.AUTH_SECRET);
});

test.each(Object.keys(keys))("compose asks for %s rather than making one up", (name) => {
  const others = { ...keys, [name]: "" };
  expect(() => environmentOf(compose.services.shop, others)).toThrow(`${name} is missing`);
});

test("compose keeps what the services keep, waits until they are healthy, and lets the shop finish", () => {
  const { shop, database, mail } = compose.services;
  const volumes = [shop, database].flatMap((service) => service.volumes ?? []).map((volume) => volume.split(":"));
  expect(volumes).toEqual([
    ["data", variablesOf(final).DATA_DIR],
    ["database", "/var/lib/postgresql/data"],
  ]);
  expect(Object.keys(compose.volumes)).toEqual(volumes.map(([name]) => name));
  for (const { condition } of Object.values(shop.depends_on ?? {})) expect(condition).toBe("service_healthy");
  for (const { healthcheck } of [database, mail]) expect(healthcheck?.test[0]).toBe("CMD");
  expect(Number.parseInt(shop.stop_grace_period ?? "", 10) * 1000).toBeGreaterThan(longestStop);
  expect(shop.build).toBe(".");
});

/** As `npm prune --omit=dev` leaves them. Node itself is the one that runs the tests. */
async function copyProductionPackages(folder: string) {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, "package-lock.json"), "utf8"));
  const wanted = Object.keys(packages).filter(
    (path) => path && !packages[path].dev && !packages[path].devOptional && !/node_modules\/node-[a-z]+-/.test(path),
  );
  for (const path of wanted.filter((path) => existsSync(join(projectFolder, path)))) {
    await cp(join(projectFolder, path), join(folder, path), { recursive: true });
  }
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  await symlink(process.execPath, join(folder, "node_modules/.bin/node"));
}
