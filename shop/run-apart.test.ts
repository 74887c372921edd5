import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
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
