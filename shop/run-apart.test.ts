import { existsSync, globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { writeBackupApart } from "./backups/write-backup-apart.ts";
import { isOutage } from "./errors.ts";
import { LimitExceededError, runApart } from "./run-apart.ts";

test.each([
  ["time", "for (;;);", { memoryMb: 64, timeoutMs: 300 }],
  ["memory", "for (const all = []; ; ) all.push(Array(1000).fill(all.length));", { memoryMb: 24, timeoutMs: 60_000 }],
] as const)("a process that takes too much %s is ended", async (_, work, limits) => {
  const program = join(await temporaryFolder(), "program.mjs");
  await writeFile(program, work);
  await expect(runApart(program, {}, limits)).rejects.toBeInstanceOf(LimitExceededError);
});

test("a process that fails by itself has exceeded no limit", async () => {
  const program = join(await temporaryFolder(), "program.mjs");
  await writeFile(program, "process.exit(3)");
  const failure = runApart(program, {}, { memoryMb: 64, timeoutMs: 60_000 });
  await expect(failure).rejects.toThrow("Command failed");
  await expect(failure).rejects.not.toBeInstanceOf(LimitExceededError);
});

test("an outage of the database in a process of its own is the same error as in this one", async () => {
  const { shop } = await openTestShop("sqlite");
  const file = join(await temporaryFolder(), "shop.backup");
  const settings = { ...shop.settings, databaseUrl: "postgres://torg@127.0.0.1:1/torg" };
  const failure = writeBackupApart({ ...shop, settings }, file, new AbortController().signal);
  await expect(failure).rejects.toSatisfy(isOutage);
});

test("a process that is aborted has ended when its caller learns of it", async () => {
  const folder = await temporaryFolder();
  const [program, pidFile] = [join(folder, "program.mjs"), join(folder, "pid")];
  const work = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, "" + process.pid); for (;;);`;
  await writeFile(program, work);
  const stop = new AbortController();
  const working = runApart(program, {}, { signal: stop.signal, memoryMb: 64, timeoutMs: 60_000 });
  const isRunning = working.then(
    () => undefined,
    () => isAlive(Number(readFileSync(pidFile, "utf8"))),
  );
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8")).toMatch(/^\d+$/);
  stop.abort();
  expect(await isRunning).toBe(false);
});

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a process gets the time zone and the language, but no secret of the shop", async () => {
  const secrets = [
    "AUTH_SECRET",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "SMTP_URL",
    "DATABASE_URL",
    "METRICS_TOKEN",
  ];
  for (const name of secrets) vi.stubEnv(name, "hidden");
  vi.stubEnv("TZ", "Asia/Tokyo");
  const program = join(await temporaryFolder(), "program.mjs");
  await writeFile(program, "process.stdout.write(JSON.stringify(process.env))");
  const environment = await runApart<Record<string, string>>(program, {}, { memoryMb: 64, timeoutMs: 60_000 });
  vi.unstubAllEnvs();
  expect(environment.TZ).toBe("Asia/Tokyo");
  expect(Object.values(environment)).not.toContain("hidden");
});

test("no other part of the shop starts processes with its own environment", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("{app,owner,ui,web,api,shop,database,server,cli}/**/*.{ts,tsx}", { cwd: root });
  const starting = files.filter(
    (file) => !file.includes(".test.") && readFileSync(join(root, file), "utf8").includes('"node:child_process"'),
  );
  const running = starting.filter(
    (file) => !/import type/.test(readFileSync(join(root, file), "utf8").match(/.*"node:child_process"/)?.[0] ?? ""),
  );
  // In development, the first starts the shop itself.
  expect(running.toSorted()).toEqual(["server/dev.ts", "shop/pictures/decode-picture.ts", "shop/run-apart.ts"]);
});
