#!/usr/bin/env node
// The `quarterdeck` command: bundles lib/cli when the bundles are missing or older than their sources, then runs them.
import "../launch/node-version.mjs"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { commandBundle, loadCommand } from "../launch/command-bundle.mjs"
import { root } from "../launch/root.mjs"

const SOURCES = ["lib/cli", "lib/files", "lib/formats", "lib/memory", "lib/operations", "package.json"]
const BUNDLES = { cli: "lib/cli/main.ts", hook: "lib/cli/hook/main.ts" }

const args = process.argv.slice(2)
const isHook = args[0] === "hook" && !["install", "remove", "status"].includes(args[1])

// A harness waits for its hooks: they take the bundle that is there, with nothing of the others, and leave a newer one to the next other command.
const served = isHook && existsSync(commandBundle("hook")) && (await run("hook"))
if (!served) await runCommand()

async function runCommand() {
  try {
    if (
      (!isHook || changed(commandBundle("cli")) === 0) &&
      newest(SOURCES) > Math.min(...Object.keys(BUNDLES).map((name) => changed(commandBundle(name))))
    )
      await bundleAnew()
  } catch (cause) {
    if (changed(commandBundle("cli")) === 0) {
      console.error(
        `quarterdeck could not be built (${cause.message.split("\n")[0]}): run npm install, or npm start once, in ${root}`,
      )
      process.exit(isHook ? 0 : 3)
    }
    // A clone that may not be written to, or has no bundler: the bundle that is there was built by whoever may.
  }
  await run("cli")
}

async function run(name) {
  const { exports, keepCode } = loadCommand(name)
  const result = await exports.main(args, root)
  keepCode()
  return result
}

/** Under names of its own first, so that a command that starts meanwhile never reads half a bundle. */
async function bundleAnew() {
  const { bundle } = await import("../launch/bundle.mjs")
  const mine = (name) => `${name}-${process.pid}`
  mkdirSync(join(root, "dist"), { recursive: true })
  try {
    await bundle(Object.fromEntries(Object.entries(BUNDLES).map(([name, file]) => [mine(name), file])))
    for (const name of Object.keys(BUNDLES)) renameSync(commandBundle(mine(name)), commandBundle(name))
  } finally {
    for (const name of Object.keys(BUNDLES))
      for (const left of [".cjs", ".cjs.map"])
        rmSync(join(root, "dist", `${mine(name)}${left}`), { force: true })
  }
}

function newest(paths) {
  return Math.max(
    ...paths.flatMap((path) => {
      const at = join(root, path)
      const within = statSync(at).isDirectory()
        ? readdirSync(at, { recursive: true, withFileTypes: true })
        : null
      return within
        ? within.filter((one) => one.isFile()).map((one) => changed(join(one.parentPath, one.name)))
        : changed(at)
    }),
  )
}

/** Milliseconds since 1970 of the last change, 0 where there is nothing. */
function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
