import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signUpOf } from "./support/customers.ts";
import { readOutbox } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, runShopCommand, startServer } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** What most systems start programs with: files are for everybody to read, unless their maker says otherwise. */
const withUsualUmask = ["sh", "-c", 'umask 022; exec "$@"', "sh"];

// Security: 8.3.4
test("with a umask of 022, only the shop's user can read database, emails, secret and backups", async () => {
  const dataFolder = join(await temporaryFolder(), "data");
  const url = await startShop(dataFolder);
  await sendMail(url, dataFolder);
  await runShopCommand({ DATA_DIR: dataFolder }, "backup", join(dataFolder, "shop.backup"));
  await runShopCommand({ DATA_DIR: dataFolder }, "restore", join(dataFolder, "shop.backup"));
  const modes = await readModes(dataFolder);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(["shop.db", "shop.db-wal", "shop.db-shm", "auth-secret", "outbox", "shop.backup"]),
  );
  expect(Object.keys(modes).filter((name) => /^outbox\/.*\.eml$/.test(name))).toHaveLength(1);
  expect(Object.keys(modes).filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
  for (const [name, mode] of Object.entries(modes)) expect(mode, name).toMatch(/^(folder 700|file 600)$/);
});

// Security: 8.3.4
test("starting the shop makes a readable data folder private", async () => {
  const dataFolder = await temporaryFolder();
  const kept = ["shop.db", "auth-secret", "before-restore-2026.db", "outbox/letter.eml"];
  await mkdir(join(dataFolder, "outbox"));
  for (const name of kept) await writeFile(join(dataFolder, name), name === "shop.db" ? "" : "x".repeat(32));
  for (const name of [...kept, "outbox", "."]) await chmod(join(dataFolder, name), 0o777);
  await startShop(dataFolder);
  for (const [name, mode] of Object.entries(await readModes(dataFolder))) {
    expect(mode, name).toMatch(/^(folder 700|file 600)$/);
  }
});

test("emails in the data folder are private with PostgreSQL too", async () => {
  const dataFolder = await temporaryFolder();
  await mkdir(join(dataFolder, "outbox"), { mode: 0o755 });
  await writeFile(join(dataFolder, "outbox/letter.eml"), "Dear Ada", { mode: 0o644 });
  const environment = { DATABASE_URL: "postgres://127.0.0.1:1/none", AUTH_SECRET: "x".repeat(32) };
  const server = startServer({ DATA_DIR: dataFolder, PORT: await freePort(), ...environment }, withUsualUmask);
  expect(await server.ended).toBe(1);
  expect(await readModes(dataFolder)).toMatchObject({ outbox: "folder 700", "outbox/letter.eml": "file 600" });
});

const testAsRoot = test.skipIf(process.getuid?.() !== 0 || process.platform !== "linux");

testAsRoot("a shop in another user's data folder starts and warns that it can't change its mode", async () => {
  const DATA_DIR = await temporaryFolder();
  await chmod(DATA_DIR, 0o777);
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const server = startServer({ DATA_DIR, PORT: await freePort() }, asNobody);
  onTestFinished(async () => void (await server.stop()));
  await server.opened();
  await server.stop();
  expect(server.printed.stdout).toContain(`Other users of this machine may read the data folder ${DATA_DIR}: EPERM`);
  expect(server.printed.stderr).toBe("");
  expect(await readModes(DATA_DIR)).toMatchObject({ ".": "folder 777", "shop.db": "file 600" });
});

/** Starts a shop in a folder, until the test's end. @returns its address */
async function startShop(DATA_DIR: string) {
  const server = startServer({ DATA_DIR, PORT: await freePort() }, withUsualUmask);
  onTestFinished(async () => void (await server.stop()));
  return server.opened();
}

async function sendMail(url: string, dataFolder: string) {
  const answer = await plainBrowser(url).sendForm("/sign-up", { ...signUpOf() });
  expect(answer.status).toBe(302);
  await expect.poll(() => readOutbox(join(dataFolder, "outbox"))).toHaveLength(1);
}

/** The kind and mode of a folder and of all in it, by their names. */
async function readModes(folder: string) {
  const names = [".", ...(await readdir(folder, { recursive: true }))];
  const modes = names.map(async (name) => {
    const found = await stat(join(folder, name));
    return [name, `${found.isDirectory() ? "folder" : "file"} ${(found.mode & 0o777).toString(8)}`] as const;
  });
  return Object.fromEntries(await Promise.all(modes));
}
