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
    // Two more than there are cores: many tests wait for processes to start or to end, or for a limit on time to pass.
    maxWorkers: availableParallelism() + 2,
    // For what never ends. Nothing is judged by how long it takes: a busy machine starts a server in ten seconds rather than one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
