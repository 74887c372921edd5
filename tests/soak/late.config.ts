import { defineConfig } from "@playwright/test";
import config from "../../playwright.config.ts";

// Read where servers are started, in Playwright's workers, which load this file too.
process.env.LATE_ANSWERS = "yes";

/** `npm run soak:late`: all browser tests on a shop that is late at random, to find what they, and pages, take for granted of the order of answers. */
export default defineConfig({
  ...config,
  testDir: "..",
  outputDir: "../../test-results/late",
  reporter: [["list"], ["json", { outputFile: "../../test-results/late.json" }]],
});
