#!/usr/bin/env node
// The `quarterdeck` command: bundles lib/cli when the bundle is missing or older than its sources, then runs it.
import "../launch/node-version.mjs"
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../launch/bundle.mjs"
import { root } from "../launch/root.mjs"

const SOURCES = ["lib/cli", "lib/files", "lib/formats", "lib/memory", "lib/operations", "package.json"]
const bundled = join(root, "dist", "cli.mjs")

// A harness waits for its hooks: they take the bundle that is there, and leave a newer one to the next other command.
const isHook = process.argv[2] === "hook"

try {
  if ((!isHook || changed(bundled) === 0) && newest(SOURCES) > changed(bundled)) await bundleAnew()
} catch (cause) {
  if (changed(bundled) === 0) {
    console.error(`quarterdeck could not be built (${cause.message.split("\n")[0]}): run npm install, or npm start once, in ${root}`)
    process.exit(isHook ? 0 : 3)
  }
  // A clone that may not be written to, or has no bundler: the bundle that is there was built by whoever may.
}
const { main } = await import(bundled)
await main(process.argv.slice(2), root)

/** Under a name of its own first, so that a command that starts meanwhile never reads half a bundle. */
async function bundleAnew() {
  const mine = `cli-${process.pid}`
  mkdirSync(join(root, "dist"), { recursive: true })
  try {
    await bundle({ [mine]: "lib/cli/main.ts" })
    renameSync(join(root, "dist", `${mine}.mjs`), bundled)
  } finally {
    for (const left of [`${mine}.mjs`, `${mine}.mjs.map`]) rmSync(join(root, "dist", left), { force: true })
  }
}

function newest(paths) {
  return Math.max(...paths.map((path) => (isFolder(path) ? newest(readdirSync(join(root, path)).map((name) => `${path}/${name}`)) : changed(join(root, path)))))
}

function isFolder(path) {
  return statSync(join(root, path)).isDirectory()
}

/** Milliseconds since 1970 of the last change, 0 where there is nothing. */
function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
