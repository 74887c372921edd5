import { defineConfig } from "@playwright/test";
import config from "../playwright.config.ts";

/** `npm run screenshots`: every screen at the size of a phone, a tablet and a desktop, light and dark, into screenshots/. */
export default defineConfig({
  ...config,
  testDir: ".",
  testMatch: ["take-screenshots.ts", "record-purchase.ts"],
  outputDir: "../../test-results/screenshots",
  projects: [{ name: "screenshots" }],
});
