import { chmod } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { version } from "#server/environment/version.ts";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { saveMailServer } from "#shop/mail/mail-server/mail-server.ts";
import { seal } from "#shop/secrets/seal.ts";
import { findPgBouncer } from "../scripts/test-machinery.mjs";
import {
  connect,
  createDatabase,
  createPostgresDatabase,
  dropPostgresDatabase,
  forEachEngine,
} from "../tests/support/databases.ts";
import { keepPicture } from "../tests/support/kept-picture.ts";
import { openMailServer } from "../tests/support/open-mail-server.ts";
import { startS3 } from "../tests/support/s3-server.ts";
import { tryShopCommand } from "../tests/support/server-process.ts";
import { startPgBouncer } from "../tests/support/start-pgbouncer.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { vippsKeys } from "../tests/support/vipps-stand-in.ts";
import { checkForwarding, checkHealth } from "./doctor/check-address.ts";
import { describeExtension, describeOffset, describeReplica, describeServer } from "./doctor/check-database.ts";
import { checkDisk, checkNode } from "./doctor/check-machine.ts";
import { examine } from "./doctor/examine.ts";

const secret = "f3a1c2d4e5b697880a1b2c3d4e5f6071";
const day = 24 * 60 * 60_000;
const megabyte = 1024 * 1024;
const [testOnPostgres, testThroughPgBouncer] = [
  test.skipIf(!inject("postgresUrl")),
  test.skipIf(!inject("postgresUrl") || !(findPgBouncer() || process.env.CI)),
];

/** The environment of a shop that has been started, with its database. */
async function setUp(engine: Engine, changes: Record<string, string> = {}) {
  const location = await createDatabase(engine);
  await chmod(location.dataFolder, 0o700);
  const environment: Record<string, string> = { DATA_DIR: location.dataFolder, AUTH_SECRET: secret, ...changes };
  if (location.databaseUrl) environment.DATABASE_URL = location.databaseUrl;
  return { environment, db: connect(location).db };
}

/** What a check says: "warning: …". */
async function look(environment: Record<string, string>, check: string, timeoutMs?: number) {
  const found = (await examine(environment, timeoutMs)).find((finding) => finding.check === check);
  return `${found?.level}: ${found?.text}`;
}

forEachEngine((_, engine) => {
  test("a shop that was just set up has warnings and no problem, and its secrets stay hidden", async () => {
    const { environment } = await setUp(engine, {
      STRIPE_SECRET_KEY: "sk_test_hidden",
      STRIPE_WEBHOOK_SECRET: "whsec_hidden",
    });
    const { code, stdout, stderr } = await tryShopCommand(environment, "doctor");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ok {7}Configuration: /);
    expect(stdout).toContain(`\nok       Database: ${engine === "postgres" ? "PostgreSQL" : "SQLite"} in `);
    expect(stdout).toContain("\nok       Migrations: The database has this version's schema\n");
    expect(stdout).toContain("\nwarning  Mail server: No mail server is set up, so customers get no emails. Enter it");
    expect(stdout).toContain("\nok       Payments: stripe with test keys\n");
    expect(stdout).not.toMatch(/^problem/m);
    expect(stdout).not.toMatch(new RegExp(`${secret}|hidden`));
  });

  test("an older and a newer schema are told apart", async () => {
    const { environment, db } = await setUp(engine);
    await sql`insert into kysely_migration (name, timestamp) values ('900-later-breaking', '')`.execute(db);
    expect(await look(environment, "Migrations")).toMatch(/^problem: a newer version .*900-later-breaking/);
    await sql`delete from kysely_migration where name > '050'`.execute(db);
    expect(await look(environment, "Migrations")).toBe("warning: The database has an older schema");
  });

  test("an old backup, a job that nobody runs and failed jobs are noticed", async () => {
    const { environment, db } = await setUp(engine);
    expect(await look(environment, "Backup")).toBe("warning: There was no backup yet");
    await noteBackup(db, new Date(Date.now() - 3.5 * day));
    expect(await look(environment, "Backup")).toBe("warning: The last one was made 3 days ago");
    await noteBackup(db, new Date(Date.now() - day / 2));
    expect(await look(environment, "Backup")).toBe("ok: The last one was made 12 hours ago");
    const job = { kind: "mail", payload: "{}", createdAt: Date.now(), runAt: Date.now() + day, lastError: "Refused" };
    await db
      .insertInto("jobs")
      .values([job, { ...job, failedAt: Date.now() }])
      .execute();
    expect(await look(environment, "Jobs")).toBe("warning: Failed or tried again: 2 mail");
    await db
      .updateTable("jobs")
      .set({ runAt: Date.now() - 10.5 * 60_000 })
      .execute();
    expect(await look(environment, "Jobs")).toBe("problem: A job (mail) has been due for 10 minutes");
  });
});

test("a wrong variable, and a shop that was never started, are problems that end the check", async () => {
  const DATA_DIR = join(await temporaryFolder(), "new");
  const wrong = await tryShopCommand({ DATA_DIR, PORT: "many" }, "doctor", "--json");
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout)).toEqual([
    {
      check: "Configuration",
      level: "problem",
      text: "PORT must be a number",
      advice: "Fix it first: nothing else was checked.",
    },
  ]);
  expect(await look({ DATA_DIR }, "Configuration")).toMatch(/^problem: There is no shop in .* yet/);
});

test("a database that refuses, and one that never answers, are problems, and the rest is checked in time", async () => {
  const silent = createServer();
  const hanging = await listen(silent);
  for (const [port, reason] of [
    [1, /ECONNREFUSED|connect/i],
    [hanging, /^problem: No answer within 0.5 seconds|timeout/],
  ] as const) {
    const environment = { DATABASE_URL: `postgres://torg:hidden@127.0.0.1:${port}/shop`, AUTH_SECRET: secret };
    const findings = await examine(environment, 500);
    const [, database] = findings;
    expect(database).toMatchObject({ check: "Database", level: "problem" });
    expect(`problem: ${database?.text}`).toMatch(reason);
    expect(findings.filter(({ level }) => level === "skipped").map(({ check }) => check)).toContain("Jobs");
    expect(findings.find(({ check }) => check === "Disk")?.level).not.toBe("skipped");
    expect(JSON.stringify(findings)).not.toContain("hidden");
  }
});

test("a data folder that others may look into, a full disk and an old Node are noticed", async () => {
  const { environment } = await setUp("sqlite");
  await chmod(environment.DATA_DIR ?? "", 0o755);
  expect(await look(environment, "Data folder")).toMatch(/^warning: Other users of this machine may look into/);
  expect(checkDisk("/data", 99 * megabyte)).toMatchObject({ level: "problem", text: "99 MB free in /data" });
  expect(checkDisk("/data", 900 * megabyte)).toMatchObject({ level: "warning" });
  expect(checkDisk("/data", 9000 * megabyte)).toEqual({ level: "ok", text: "9,000 MB free in /data" });
  expect(checkNode("24.1.0")).toMatchObject({ level: "problem", text: `Torg ${version} on Node 24.1.0` });
});

test("an old server, a replica, too few connections, a missing extension and a wrong clock are noticed", () => {
  const server = { version: 150004, text: "15.4", isReplica: false, most: 100 };
  expect(describeServer({ ...server, version: 140009, text: "14.9" }, 10)).toMatchObject({ level: "problem" });
  expect(describeServer({ ...server, isReplica: true }, 10)).toMatchObject({ level: "problem" });
  expect(describeServer({ ...server, most: 30 }, 40)).toMatchObject({ level: "warning" });
  expect(describeServer(server, 10)).toEqual({ level: "ok", text: "Version 15.4" });
  expect(describeExtension(undefined)).toMatchObject({ level: "problem" });
  expect(describeExtension({ installed: null })).toMatchObject({ level: "ok" });
  expect(describeOffset(20)).toMatchObject({ level: "ok" });
  const seconds = "This machine's clock is 2.5 seconds behind the database's";
  expect(describeOffset(-2500)).toMatchObject({ level: "warning", text: seconds });
  expect(describeOffset(600_000)).toMatchObject({ level: "problem" });
});

test("a replica that is none, or is behind, is noticed", () => {
  const replica = { isCopy: true, isStandby: true, isCurrent: true };
  expect(describeReplica(undefined)).toEqual({ level: "ok", text: "DATABASE_READ_URL is unset" });
  expect(describeReplica(replica)).toMatchObject({ level: "ok" });
  expect(describeReplica({ ...replica, isCurrent: false })).toMatchObject({ level: "warning" });
  expect(describeReplica({ ...replica, isStandby: false })).toMatchObject({ level: "warning" });
  expect(describeReplica({ ...replica, isCopy: false })).toMatchObject({ level: "problem" });
});

testOnPostgres("a superuser, and a role without the right to upgrade, are noticed", async () => {
  const { environment, db } = await setUp("postgres");
  expect(await look(environment, "Rights")).toMatch(/^warning: torg is a superuser/);
  expect(await look(environment, "Clock")).toBe("ok: As the database's");
  const itself = { ...environment, DATABASE_READ_URL: environment.DATABASE_URL ?? "" };
  expect(await look(itself, "Replica")).toBe("warning: It is the primary server itself");
  const nowhere = { ...environment, DATABASE_READ_URL: "postgres://127.0.0.1:1/torg" };
  expect(await look(nowhere, "Replica")).toMatch(/^warning: The replica can't be asked: /);
  const role = `reader-${crypto.randomUUID()}`;
  await sql`create role ${sql.id(role)} login`.execute(db);
  onTestFinished(async () => void (await sql`drop role ${sql.id(role)}`.execute(db)));
  const asReader = new URL(environment.DATABASE_URL ?? "");
  asReader.username = role;
  expect(await look({ ...environment, DATABASE_URL: asReader.href }, "Rights")).toBe(
    `problem: The role ${role} may not make tables, which upgrades do`,
  );
});

testThroughPgBouncer("a pooler in transaction mode is recognized, and one in statement mode is a problem", async () => {
  const direct = await createPostgresDatabase();
  onTestFinished(() => dropPostgresDatabase(direct));
  const through = async (mode: string) => {
    const pooler = await startPgBouncer(inject("postgresUrl"), 12, mode);
    onTestFinished(pooler.stop);
    const url = Object.assign(new URL(pooler.url), { pathname: new URL(direct).pathname });
    return look({ DATABASE_URL: url.href, AUTH_SECRET: secret }, "Pooler");
  };
  expect(await look({ DATABASE_URL: direct, AUTH_SECRET: secret }, "Pooler")).toMatch(/^ok: No pooler/);
  expect(await through("session")).toMatch(/^ok: No pooler, or one in session mode/);
  expect(await through("transaction")).toMatch(/^ok: .* transaction mode/);
  expect(await through("statement")).toMatch(/^problem: The pooler is in statement mode/);
});

test("a mail server must take the password, and gets no email", async () => {
  const server = await openMailServer({ user: "torg", password: "hidden" });
  onTestFinished(server.close);
  const { environment } = await setUp("sqlite", { SMTP_URL: server.url });
  expect(await look(environment, "Mail server")).toMatch(/^ok: 127\.0\.0\.1:\d+ takes emails$/);
  const wrong = { ...environment, SMTP_URL: server.url.replace("hidden", "guessed") };
  expect(await look(wrong, "Mail server")).toMatch(/^problem: 127.0.0.1:\d+ doesn't take emails: .*Wrong user or pass/);
  expect(await look({ ...environment, SMTP_URL: "smtp://127.0.0.1:1" }, "Mail server")).toMatch(
    /^problem: .*127.0.0.1:1/,
  );
  expect(await look(environment, "Sender")).toMatch(/^warning: No sender is set up/);
  expect(await look({ ...environment, MAIL_FROM: "Torg <a@b.example>" }, "Sender")).toBe("ok: Torg <a@b.example>");
  expect(server.received).toEqual([]);
});

test("the mail server that an owner entered is checked, and one whose password can't be read is a problem", async () => {
  const server = await openMailServer({ user: "torg", password: "hidden" });
  onTestFinished(server.close);
  const { environment, db } = await setUp("sqlite");
  const { hostname: host, port } = new URL(server.url);
  const login = { host, port, security: "none", user: "torg", password: "hidden" } as const;
  const context = { db, now: () => new Date(), settings: { authSecret: secret, fixed: [] } };
  const form = { ...login, senderName: "Torg", senderEmail: "post@torg.example" };
  await saveMailServer(context, form, { original: {}, actor: "owner@example.com" });
  expect(await look(environment, "Mail server")).toMatch(/^ok: 127\.0\.0\.1:\d+ takes emails$/);
  expect(await look(environment, "Sender")).toBe("ok: Torg <post@torg.example>");
  const moved = { ...environment, AUTH_SECRET: `${secret}2` };
  expect(await look(moved, "Mail server")).toMatch(/^problem: .*another AUTH_SECRET, so emails wait$/);
});

test("test keys in public, live keys at home and an easy secret are noticed", async () => {
  const { environment } = await setUp("sqlite", { STRIPE_WEBHOOK_SECRET: "whsec_x" });
  const pay = (STRIPE_SECRET_KEY: string, SHOP_URL: string) =>
    look({ ...environment, STRIPE_SECRET_KEY, SHOP_URL, TRUST_PROXY: "1" }, "Payments", 500);
  expect(await pay("rk_test_x", "https://torg.invalid")).toMatch(/^warning: stripe with test keys at/);
  expect(await pay("sk_live_x", "http://localhost:3000")).toMatch(/^warning: stripe with live keys at/);
  expect(await pay("sk_live_x", "https://torg.invalid")).toBe("ok: stripe with live keys");
  const vipps = (SHOP_URL: string) =>
    look({ ...environment, ...vippsKeys, SHOP_URL, TRUST_PROXY: "1" }, "Payments", 500);
  expect(await vipps("http://torg.invalid")).toMatch(/^problem: vipps can't send customers back to http:/);
  expect(await vipps("https://torg.invalid")).toBe("ok: vipps with live keys");
  const publicVipps = { ...environment, ...vippsKeys, SHOP_URL: "https://torg.invalid", TRUST_PROXY: "1" };
  expect(await look(publicVipps, "Payment events", 500)).toMatch(
    /^problem: vipps doesn't have the shop's address for its events: https/,
  );
  expect(await look(environment, "Payment events")).toMatch(/^ok/);
  expect(await look(environment, "Payments")).toMatch(/^warning: No provider/);
  expect(await look({ ...environment, AUTH_SECRET: "x".repeat(40) }, "Secret")).toMatch(/^warning: .* easy to guess/);
  const fingerprints = await Promise.all(
    [secret, secret, `${secret}0`].map((AUTH_SECRET) => look({ ...environment, AUTH_SECRET }, "Secret")),
  );
  expect(fingerprints[0]).toMatch(/^ok: Its fingerprint is [\da-f]{6}\. /);
  expect(fingerprints[1]).toBe(fingerprints[0]);
  expect(fingerprints[2]).not.toBe(fingerprints[0]);
});

test("what was saved with another secret is a problem, as after a restore without the earlier one", async () => {
  const { environment, db } = await setUp("sqlite");
  const webhook = { id: "w", address: "https://torg.invalid", events: "[]", createdAt: 1 };
  await db
    .insertInto("webhooks")
    .values({ ...webhook, secret: seal("whsec", secret) })
    .execute();
  expect(await look(environment, "Saved secrets")).toBe("ok: AUTH_SECRET opens all");
  const other = { ...environment, AUTH_SECRET: `${secret}0` };
  expect(await look(other, "Saved secrets")).toMatch(/^problem: .*another AUTH_SECRET: webhooks \(1\)$/);
});

test("a public address without TLS, or without trusted proxies, is a problem", async () => {
  const { environment } = await setUp("sqlite");
  expect(await look(environment, "Public address")).toMatch(/^warning: SHOP_URL is http:\/\/localhost:3000/);
  const open = { ...environment, SHOP_URL: "http://torg.invalid" };
  expect(await look(open, "Public address")).toMatch(/^problem: .*unencrypted/);
  const far = { ...environment, SHOP_URL: "https://torg.invalid" };
  expect(await look(far, "Public address")).toMatch(/^warning: .*can't be reached from here/);
  expect(await look(far, "Proxies")).toMatch(/^problem: TRUST_PROXY is 0, but/);
  expect(await look({ ...environment, TRUST_PROXY: "1" }, "Proxies")).toMatch(/^warning: .*can pretend/);
});

test("what answers at the public address must be this shop, behind as many proxies as are trusted", async () => {
  const answer = { status: 200, body: JSON.stringify({ status: "ok", version }), headers: {} };
  const server = createHttpServer((_, response) => response.writeHead(answer.status, answer.headers).end(answer.body));
  const url = `http://127.0.0.1:${await listen(server)}`;
  expect(await checkHealth(url)).toMatchObject({ level: "ok" });
  expect(await checkForwarding(url, 1)).toEqual({ level: "ok", text: "TRUST_PROXY is 1" });
  answer.headers = { via: "1.1 Caddy, 1.1 varnish" };
  expect(await checkForwarding(url, 1)).toMatchObject({ level: "warning" });
  expect(await checkForwarding(url, 2)).toMatchObject({ level: "ok" });
  answer.body = JSON.stringify({ status: "ok", version: "0.9.0" });
  expect(await checkHealth(url)).toMatchObject({
    level: "warning",
    text: expect.stringContaining("runs version 0.9.0"),
  });
  answer.status = 503;
  expect(await checkHealth(url)).toMatchObject({ level: "problem" });
  Object.assign(answer, { status: 421, body: "Misdirected Request\n" });
  expect(await checkHealth(url)).toMatchObject({ level: "problem", text: expect.stringContaining("Another program") });
  expect(await checkForwarding(url, 1)).toMatchObject({ level: "problem" });
});

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("pictures in storage that can't be read, or that no S3_URL names any more, are a problem", async () => {
  const s3 = await startS3();
  const { environment, db } = await setUp("sqlite");
  expect(await look(environment, "Pictures")).toBe("ok: They are in the database");
  expect(await look({ ...environment, S3_URL: s3.url }, "Pictures")).toMatch(/^ok: http:\S+\/shop\/ can be read$/);
  const wrong = s3.url.replace(":S3RVER@", ":hidden@");
  expect(await look({ ...environment, S3_URL: wrong }, "Pictures")).toMatch(
    /^problem: The picture storage http:\S+ answers 403 SignatureDoesNotMatch$/,
  );
  await keepPicture(db, new Uint8Array());
  await db.updateTable("productPictures").set({ object: "uploaded/a" }).execute();
  expect(await look(environment, "Pictures")).toBe("problem: 1 picture file is in S3, but S3_URL isn't set");
});
