import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { bundle, bundlesExist, bundleTestedModules, TESTED } from "./bundle.mjs"
import { fingerprint } from "./fingerprint.mjs"
import { installDependencies } from "./install.mjs"
import { takeLock } from "../files/lock.mjs"
import { root } from "./root.mjs"
import { run, step } from "./run.mjs"

/**
 * Prepares the clone: dependencies, database client and what is `wanted`: "pages" (with their bundles),
 * "bundles", or "code". Steps that are up to date are skipped. Waits while another process prepares the
 * clone.
 */
export async function prepare(wanted) {
  await alone(async () => {
    await step("Dependencies", installDependencies)
    await step("Client", generateClient)
    if (wanted !== "code") await step("Build", (tell) => build({ pages: wanted === "pages", tell }))
  })
}

/** Bundles the modules that tests import, if one has changed. The dependencies and the client must be there. */
export async function prepareTestedModules() {
  await alone(() =>
    madeFrom(
      join(TESTED, "made-from"),
      ["lib", "prisma/schema", "package.json", "package-lock.json"],
      bundleTestedModules,
    ),
  )
}

async function alone(work) {
  const lock = await waitForLock(join(root, "generated", "preparing"))
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function waitForLock(file) {
  if (!mayWrite(root)) return { release: () => undefined } // a read-only clone is already prepared
  mkdirSync(dirname(file), { recursive: true })
  for (let told = false; ; await pause(200)) {
    const lock = takeLock(file)
    if (!lock.holder) return lock
    if (!told)
      console.log(`  Another process (${lock.holder.pid}) is preparing this clone. Waiting for it to finish.`)
    told = true
  }
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false // accessSync throws if the folder is not writable
  }
}

/** Generates Prisma's client, which is not in git, if the schema or Prisma has changed. */
async function generateClient() {
  return madeFrom(
    join(root, "generated", "made-from"),
    ["prisma/schema", "prisma.config.ts", "node_modules/prisma/package.json"],
    async () => {
      await run(process.execPath, [join(root, "node_modules/prisma/build/index.js"), "generate"], {
        // Generating needs no engine, but the command would download one if there is none.
        env: {
          PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
          CHECKPOINT_DISABLE: "1",
        },
        remedy: "See the messages above for the location of the error in prisma/schema.",
      })
      return "generated"
    },
  )
}

const CODE = [
  "app",
  "components",
  "lib",
  "prisma/schema",
  "public",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
]

/**
 * Builds the bundles and, if `pages`, also the pages. Without `pages`, the development server builds the
 * pages.
 */
async function build({ pages, tell }) {
  const bundled = await madeFrom(
    join(root, "dist", "made-from"),
    CODE,
    () => bundle().then(() => "bundled"),
    bundlesExist(),
  )
  return pages
    ? madeFrom(
        join(root, ".next", "made-from"),
        CODE,
        () => buildPages(tell),
        existsSync(join(root, ".next", "BUILD_ID")),
      )
    : bundled
}

async function buildPages(tell) {
  const printed = await run(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], {
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    onLine: tell,
    remedy: "See the messages above for the file and line of the error.",
  })
  const routes = printed.split("\n").filter((line) => /^[┌├└] [○ƒ●◐]/.test(line.trim())).length
  return routes ? `${routes} routes` : "built"
}

/**
 * Runs `make` unless `stamp` shows that it completed with the same inputs. Returns its text, or "up to date".
 */
async function madeFrom(stamp, inputs, make, complete = true) {
  const wanted = fingerprint(root, inputs)
  if (complete && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return "up to date"
  rmSync(stamp, { force: true })
  const made = await make()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  return made
}
