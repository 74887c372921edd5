import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longestWait } from "./tests/support/eventually.ts";

/** Tests of the whole shop come first: they take longest, and one that began last would leave the other workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isOfWholeShop = ({ moduleId }: TestSpecification) => moduleId.startsWith(join(import.meta.dirname, "tests/"));
    const sorted = await super.sort(files);
    return [...sorted.filter(isOfWholeShop), ...sorted.filter((file) => !isOfWholeShop(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{app,owner,ui,web,api,shop,database,server,cli,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    environment: "node",
    globalSetup: [
      "./tests/support/build-shop.ts",
      "./tests/support/start-postgres.ts",
      "./tests/support/html-checker.ts",
    ],
    setupFiles: ["./tests/support/idle-after-file.ts"],
    // Many tests start servers and other processes, so they run in processes rather than in threads. Files share these: to load
    // the shop's modules anew for each takes longer than most of its tests.
    pool: "forks",
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Two more than there are cores: many tests wait for processes to start or to end, or for a limit on time to pass.
    maxWorkers: availableParallelism() + 2,
    // For what never ends. Nothing is judged by how long it takes: a busy machine starts a server in ten seconds rather than one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Why: docs/decisions/0355.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: longestWait } },
  },
});
