import { defineConfig, devices } from "@playwright/test"
import { freePort } from "./lib/db/embedded/postmaster"

// Every worker reads this file again; they must all see the port that the first reading chose.
process.env.E2E_PORT ??= String(await freePort())

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/server.ts",
  // One server, one database: tests that must not meet use teams of their own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  // A machine that is busy with something else may be slow once; what fails twice fails.
  retries: 1,
  projects: [
    { name: "first visit", testMatch: /\.setup\.ts$/ },
    { name: "pages", dependencies: ["first visit"] },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
    trace: "on-first-retry",
  },
})
