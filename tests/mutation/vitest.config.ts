import { defineConfig } from "vitest/config";

/** The tests that run in Vitest's own process, on SQLite: others would run code that isn't mutated. */
export default defineConfig({
  test: {
    include: ["{shop,database}/**/*.test.ts"],
    environment: "node",
    provide: { postgresUrl: "" },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
