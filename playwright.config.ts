import { defineConfig, devices } from "@playwright/test"
import { freePort } from "./lib/db/embedded/postmaster"
import { prepareTestedModules } from "./lib/launch/prepare.mjs"

// Every worker reads this file again. They must all see the port that the first reading chose, and the modules that it bundled.
if (!process.env.E2E_PORT) {
  process.env.E2E_PORT = String(await freePort())
  await prepareTestedModules()
}
// What tests arrange is parsed in their own process, without the bundle that the server has: child processes would start again for each test.
process.env.QUARTERDECK_ROOT = "tests/support"

export default defineConfig({
  testDir: "tests/e2e",
  // Tests load our modules bundled, because transforming the sources takes half a minute.
  tsconfig: "tests/support/pages/bundled-modules.tsconfig.json",
  build: { external: ["**/dist/tested/**"] },
  outputDir: "test-results",
  globalSetup: "./tests/support/pages/server.ts",
  // One server, one database: tests that must not meet use teams of their own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Generous, so that a busy machine fails no test: a passing test never waits as long.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  // A test that passes only on a second try is a failed test.
  retries: 0,
  projects: [
    { name: "first visit", testMatch: /\.setup\.ts$/ },
    { name: "pages", dependencies: ["first visit"] },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    launchOptions: {
      // Debian's Chromium draws with an emulated graphics card unless it is told to use none, which takes most of the time of a test.
      args: [
        "--disable-gpu",
        "--disable-quic",
        // Whatever a page asks of other sites stays on this machine.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    contextOptions: { reducedMotion: "reduce" },
    // Recording traces takes a third of the time of a run: `npx playwright test --trace on` asks for them.
    trace: "off",
    screenshot: "only-on-failure",
  },
})
