import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,shop,database,server,cli,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    environment: "node",
    globalSetup: "./tests/support/start-postgres.ts",
    // Many tests start servers and other processes, so each file gets a process of its own rather than a thread.
    pool: "forks",
    // Vitest would leave one core free, which halves the speed of a machine with two.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
