import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

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
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "data",
          env: { QUARTERDECK_ROOT: "tests/support" },
          include: ["tests/data/**/*.test.ts"],
          globalSetup: "tests/support/database.ts",
          setupFiles: "tests/support/fresh-database.ts",
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
