import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { connectPostgres } from "#database/connect.ts";
import { projectFolder, readConfig, variables } from "../server/environment/config.ts";
import { stopTimeoutMs } from "../server/process/stop-on-signal.ts";
import { freePort, startServer, withPath } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const compose: Compose = parse(readFileSync(join(projectFolder, "deploy/compose.yaml"), "utf8"));

interface Compose {
  services: Record<"shop" | "database" | "mail", Service>;
  volumes: Record<string, null>;
}

interface Service {
  build?: { context: string; dockerfile: string };
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

/** The files that the Dockerfile copies, besides packages. */
const files = [
  "package.json",
  "build",
  "catalog/products.json",
  "catalog/pictures",
  "database",
  "shop",
  "web",
  "server",
  "cli",
];

test("shop and commands run with the image's files and production packages only", async () => {
  const folder = await temporaryFolder();
  for (const file of files) await copy(file, folder);
  await copyProductionPackages(folder);
  const environment = { DATA_DIR: join(folder, "data"), PORT: await freePort() };
  const server = startServer(environment, [], folder);
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  const home = await (await fetch(url)).text();
  const assets = [...home.matchAll(/(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets.length).toBeGreaterThan(3);
  for (const path of assets) expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  const options = { cwd: folder, env: withPath(environment) };
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/main.ts", "orders"], options);
  expect(stdout).toBe("No orders yet\n");
});

test("every image has a pinned version", () => {
  for (const { build, image } of Object.values(compose.services)) if (!build) expect(image).toMatch(/:[\w.-]*\d/);
});

// What CI has is what the project is tested on.
test.skipIf(!process.env.CI || !inject("postgresUrl"))(
  "compose uses the PostgreSQL version that CI tests",
  async () => {
    const { db } = connectPostgres(inject("postgresUrl"));
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    await db.destroy();
    const major = rows[0]?.server_version.split(".")[0];
    expect(compose.services.database.image).toMatch(new RegExp(`^postgres:${major}-`));
  },
);

test("compose sets known variables that point to its services", () => {
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

test.each(Object.keys(keys))("compose requires %s instead of inventing one", (name) => {
  const others = { ...keys, [name]: "" };
  expect(() => environmentOf(compose.services.shop, others)).toThrow(`${name} is missing`);
});

test("compose keeps data in volumes, waits for healthy services and stops the shop gracefully", () => {
  const { shop, database, mail } = compose.services;
  const volumes = [shop, database].flatMap((service) => service.volumes ?? []).map((volume) => volume.split(":"));
  expect(volumes).toEqual([
    ["data", "/data"],
    ["database", "/var/lib/postgresql/data"],
  ]);
  expect(Object.keys(compose.volumes)).toEqual(volumes.map(([name]) => name));
  for (const { condition } of Object.values(shop.depends_on ?? {})) expect(condition).toBe("service_healthy");
  for (const { healthcheck } of [database, mail]) expect(healthcheck?.test[0]).toBe("CMD");
  expect(Number.parseInt(shop.stop_grace_period ?? "", 10) * 1000).toBeGreaterThan(stopTimeoutMs);
  expect(shop.build).toEqual({ context: "..", dockerfile: "deploy/Dockerfile" });
});

/** As `npm prune --omit=dev` leaves them, without Node itself. */
async function copyProductionPackages(folder: string) {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, "package-lock.json"), "utf8"));
  const wanted = Object.keys(packages).filter(
    (path) => path && !packages[path].dev && !/node_modules\/node-[a-z]+-/.test(path),
  );
  for (const path of wanted.filter((path) => existsSync(join(projectFolder, path)))) {
    await copy(path, folder);
  }
}

/** Node copies file by file, which takes several times as long. */
async function copy(path: string, folder: string) {
  const into = join(folder, dirname(path));
  await mkdir(into, { recursive: true });
  await promisify(execFile)("cp", ["-R", join(projectFolder, path), into]);
}
