import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,owner,web,shop,database,server,cli,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    environment: "node",
    globalSetup: "./tests/support/start-postgres.ts",
    // Many tests start servers and other processes, so they run in processes rather than in threads. Files share these: to load
    // the shop's modules anew for each takes longer than most of its tests.
    pool: "forks",
    isolate: false,
    // One more than there are cores: many tests wait for processes to start or to end, or for a limit on time to pass.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
