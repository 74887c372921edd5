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
import { version } from "../server/environment/version.ts";
import { stopTimeoutMs } from "../server/process/stop-on-signal.ts";
import { freePort, startServer, withPath } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const compose: Compose = parse(readFileSync(join(projectFolder, "deploy/compose.yaml"), "utf8"), { merge: true });

interface Compose {
  services: Record<"shop-1" | "shop-2" | "caddy" | "database" | "mail", Service>;
  volumes: Record<string, null>;
}

interface Service {
  build?: { context: string; dockerfile: string };
  image: string;
  env_file?: string[];
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
}

const keys = { AUTH_SECRET: "x".repeat(32), POSTGRES_PASSWORD: "hidden" };
/** What operators are asked to set. */
const example = readFileSync(join(projectFolder, "deploy/compose.env.example"), "utf8");

/** What Compose gives a service, `${…}` filled in from the environment. */
function environmentOf(service: Service, from: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(service.environment).map(([name, value]) => [name, fillIn(value, from)] as const),
  );
}

/** Only what podman-compose 1.0 understands too: its defaults are never empty. See docs/decisions/0243. */
function fillIn(value: string, from: Record<string, string>) {
  return value.replaceAll(/\$\{(\w+):([?-])([^}]+)\}/g, (_, name: string, kind: string, other: string) => {
    if (!from[name] && kind === "?") throw new Error(`${name} ${other}`);
    return from[name] || other;
  });
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

test("every image that isn't built has a pinned version", () => {
  for (const { build, image } of Object.values(compose.services)) if (!build) expect(image).toMatch(/:[\w.-]*\d/);
});

test("the Dockerfile labels images with the shop's version and copies what runs", () => {
  const dockerfile = readFileSync(join(projectFolder, "deploy/Dockerfile"), "utf8");
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  for (const file of files.filter((file) => file !== "build")) expect(copied).toContain(file);
  const ignored = readFileSync(join(projectFolder, "deploy/Dockerfile.dockerignore"), "utf8").split("\n");
  expect(copied.filter((file) => !ignored.includes(`!${file}`))).toEqual([]);
});

// What CI has is what the project is tested on.
test.skipIf(!process.env.CI || !inject("postgresUrl"))(
  "compose uses the PostgreSQL version that CI tests",
  async () => {
    const { db } = connectPostgres(inject("postgresUrl"));
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    await db.destroy();
    const major = rows[0]?.server_version.split(".")[0];
    expect(compose.services.database.image).toMatch(new RegExp(`/postgres:${major}-`));
  },
);

test("compose sets known variables that point to its services, and leaves others to .env", () => {
  const { "shop-1": shop, "shop-2": second, caddy, database } = compose.services;
  expect(second).toEqual(shop);
  const given = environmentOf(shop, keys);
  const asked = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  const ownOfCompose = ["POSTGRES_PASSWORD", "HTTP_PORT", "HTTPS_PORT", "COMPOSE_PROJECT_NAME", "TMPDIR"];
  const forShop = [...Object.keys(given), ...asked].filter((name) => !ownOfCompose.includes(name));
  expect(variables).toEqual(expect.arrayContaining(forShop));
  expect(shop.env_file).toEqual([".env"]);
  const { databaseUrl = "", smtpUrl = "", shopUrl, port, authSecret, trustedProxies } = readConfig(given);
  const { username, password, hostname, pathname } = new URL(databaseUrl);
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = environmentOf(database, keys);
  expect([username, password, pathname]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`]);
  expect(Object.keys(shop.depends_on ?? {})).toEqual([hostname, new URL(smtpUrl).hostname]);
  expect(authSecret).toBe(keys.AUTH_SECRET);
  expect(trustedProxies).toBe(1);
  const shops = Object.keys(caddy.depends_on ?? {});
  expect(environmentOf(caddy, keys)).toEqual({
    SHOP_URL: shopUrl,
    SHOPS: shops.map((name) => `${name}:${port}`).join(" "),
  });
  expect(Object.keys(compose.services)).toEqual([...shops, "caddy", ...Object.keys(shop.depends_on ?? {})]);
});

test.each(Object.keys(keys))("compose requires %s instead of inventing one", (name) => {
  const others = { ...keys, [name]: "" };
  expect(() => environmentOf(compose.services["shop-1"], others)).toThrow(`${name} is missing`);
  expect(example).toContain(`\n${name}=\n`);
});

test("compose has no default that podman-compose 1.0 would leave as it is", () => {
  expect(JSON.stringify(compose)).not.toMatch(/\$\{\w+:?-\}/);
});

test("compose keeps data in volumes, waits for healthy services and stops the shops gracefully", () => {
  const { "shop-1": shop, caddy, database, mail } = compose.services;
  const named = [shop, database, caddy]
    .flatMap((service) => service.volumes ?? [])
    .filter((volume) => /^\w/.test(volume));
  expect(named).toEqual(["data:/data", "database:/var/lib/postgresql/data", "certificates:/data"]);
  expect(Object.keys(compose.volumes)).toEqual(named.map((volume) => volume.split(":")[0]));
  for (const { depends_on } of [shop, caddy]) {
    for (const { condition } of Object.values(depends_on ?? {})) expect(condition).toBe("service_healthy");
  }
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
