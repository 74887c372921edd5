import { defineConfig } from "@playwright/test";
import config from "../playwright.config.ts";

// Playwright's workers, which start the servers, load this file too.
process.env.LATE_ANSWERS = "yes";

/** `npm run soak:late`: all browser tests on a server with random delays, to find assumptions about the order of answers. */
export default defineConfig({
  ...config,
  testDir: "..",
  outputDir: "../../test-results/late",
  reporter: [["list"], ["json", { outputFile: "../../test-results/late.json" }]],
});
