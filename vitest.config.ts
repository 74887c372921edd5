import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,web,shop,database,server,cli,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    environment: "node",
    globalSetup: "./tests/support/start-postgres.ts",
    // Many tests start servers and other processes, so they run in processes rather than in threads. Files share these: to load
    // the shop's modules anew for each takes longer than most of its tests.
    pool: "forks",
    isolate: false,
    // Vitest would leave one core free, which halves the speed of a machine with two.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
