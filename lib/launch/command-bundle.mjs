import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { Script } from "node:vm"
import { root } from "./root.mjs"

const SOURCES = [
  "lib/cli",
  "lib/files",
  "lib/formats",
  "lib/http",
  "lib/memory",
  "lib/operations",
  "package.json",
]
const BUNDLES = { cli: "lib/cli/main.ts", hook: "lib/cli/hook/main.ts" }

/** Bundles the commands unless their bundles are newer than every source. Throws if the folder is read-only or has no bundler. */
export async function bundleCommands() {
  const oldest = Math.min(...Object.keys(BUNDLES).map((name) => changed(commandBundle(name))))
  if (newest(SOURCES) > oldest) await bundleAnew()
}

/**
 * Returns the exports of a command's bundle in dist/. V8's compiled code is cached beside it, which halves
 * the time that a command takes to start. `keepCode` writes this cache. Call it after the bundle has run, so
 * that the cache contains the functions that ran.
 */
export function loadCommand(name) {
  const file = commandBundle(name)
  const cache = cacheOf(file)
  const cachedData = read(cache)
  // V8 rejects code of another version, but not another source of the same length. The name of the cache distinguishes these.
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`,
    { filename: file, cachedData },
  )
  const made = { exports: {} }
  script.runInThisContext()(made.exports, createRequire(file), made, file, dirname(file))
  const isCached = cachedData !== undefined && !script.cachedDataRejected
  return { exports: made.exports, keepCode: () => isCached || keep(file, cache, script.createCachedData()) }
}

export const commandBundle = (name) => join(root, "dist", `${name}.cjs`)

function cacheOf(file) {
  const { mtimeMs, size } = statSync(file)
  return `${file}.${Math.floor(mtimeMs)}-${size}.cache`
}

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Writes the compiled code to the cache, and removes older versions. A read-only folder is skipped. */
function keep(file, cache, code) {
  const mine = `${cache}-${process.pid}`
  try {
    writeFileSync(mine, code)
    renameSync(mine, cache)
    for (const name of readdirSync(dirname(file)))
      if (name.startsWith(`${basename(file)}.`) && name.endsWith(".cache") && name !== basename(cache))
        rmSync(join(dirname(file), name), { force: true })
  } catch {
    rmSync(mine, { force: true })
  }
}

/** Builds under temporary names first, so that a command never reads an incomplete bundle. */
async function bundleAnew() {
  const { bundle } = await import("./bundle.mjs")
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

/** Returns the time of the last change in milliseconds since 1970; 0 if the file does not exist. */
function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
