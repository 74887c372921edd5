import { defineConfig } from "@playwright/test";
import config from "../../playwright.config.ts";

/** `npm run screenshots`: every screen at phone and desktop size, light and dark, into screenshots/. */
export default defineConfig({
  ...config,
  testDir: ".",
  testMatch: "take-screenshots.ts",
  outputDir: "../../test-results/screenshots",
  projects: [{ name: "screenshots" }],
});
