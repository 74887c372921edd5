import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/test-machinery.mjs";
import { isInMemory } from "./support/parent-folder.ts";
import { isThorough } from "./support/thorough.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: fileURLToPath(import.meta.resolve("./support/html-checker.ts")),
  outputDir: "../test-results/journeys",
  // Node runs TypeScript itself; to transpile it first takes as long again.
  build: { external: ["**/*.ts"] },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // One more than there are cores: with as many, a tenth of their time went by unused.
  workers: availableParallelism() + 1,
  // Why: docs/decisions/0355.
  retries: process.env.CI ? 1 : 0,
  // For what never comes. Nothing is judged by how long it takes: on a busy machine a page takes five times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: "chromium",
    // Tests hold and change requests where the page sends them, which a worker would take over. `journeys/offline.spec.ts` allows it.
    serviceWorkers: "block",
    // Frames that are drawn in between cost a tenth of all time. What moves is tested where it matters, with motion.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findChromium(),
      // Playwright has Chromium's processes share memory in files of the disk, for machines with little room in /dev/shm.
      ignoreDefaultArgs: isInMemory() ? ["--disable-dev-shm-usage"] : [],
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A process each for drawing and for the network costs a seventh of all time.
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
        // The pages of a context share a process, which keeps the shop's scripts and axe compiled for the next page.
        "--renderer-process-limit=1",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
    {
      name: "desktop",
      grepInvert: isThorough ? undefined : /@phone-only/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
