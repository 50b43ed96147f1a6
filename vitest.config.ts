import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { TESTED } from "./lib/launch/bundle.mjs"
import { prepareTestedModules } from "./lib/launch/prepare.mjs"

/** Files run one after another in the same process: it makes much garbage, and escape analysis costs more than it saves. */
const execArgv = ["--max-semi-space-size=32", "--no-turbo-escape"]
/** A busy machine fails no test: one that passes never waits as long. */
const expect = { poll: { timeout: 30_000 } }

/**
 * A run loads our modules bundled, because Vitest's module runner, which reads every import by a getter, takes a quarter longer.
 * Watching reads the sources.
 */
const bundled = process.argv.includes("run")
if (bundled) await prepareTestedModules()
const alias = [
  ...(bundled
    ? [{ find: /^@\/lib\/((?:(?!\.(?:mjs|json)$).)+)$/, replacement: `${TESTED}/lib/$1.mjs` }]
    : []),
  { find: /^@\//, replacement: fileURLToPath(new URL(".", import.meta.url)) },
]
const server = { deps: { external: [/[\\/]dist[\\/]tested[\\/]/] } }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          server,
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
          server,
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
