import { defineConfig } from "@playwright/test";
import config from "../playwright.config.ts";

/** `npm run soak:hydration`: every early action at 30 moments on processors of three speeds. It takes about half an hour. */
export default defineConfig<{ slowdowns: number[]; moments: number[] }>({
  ...config,
  testDir: ".",
  outputDir: "../../test-results/hydration",
  fullyParallel: true,
  reporter: [["list"], ["json", { outputFile: "../../test-results/hydration.json" }]],
  projects: [
    {
      name: "matrix",
      use: { slowdowns: [1, 4, 6], moments: Array.from({ length: 30 }, (_, index) => 50 * (index + 1)) },
    },
  ],
});
