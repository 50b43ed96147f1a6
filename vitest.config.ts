import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

/** Files run one after another in the same process: it makes much garbage, and escape analysis costs more than it saves. */
const execArgv = ["--max-semi-space-size=32", "--no-turbo-escape"]
/** A busy machine fails no test: one that passes never waits as long. */
const expect = { poll: { timeout: 30_000 } }
const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          maxWorkers: 2,
          execArgv,
          isolate: false,
          testTimeout: 240_000,
          expect,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "data",
          env: { QUARTERDECK_ROOT: "tests/support", QUARTERDECK_EMBEDDINGS: "off" },
          include: ["tests/data/**/*.test.ts"],
          globalSetup: "tests/support/data/database.ts",
          setupFiles: "tests/support/data/fresh-database.ts",
          maxWorkers: 2,
          execArgv,
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect,
        },
      },
    ],
  },
})
