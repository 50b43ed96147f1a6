import { existsSync, readdirSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

/**
 * TypeScript entry points that run outside Next, by the name of their bundle in dist/. Entries that do not
 * exist are left out.
 */
export const ENTRIES = {
  serve: "lib/launch/serve.ts",
  "isolated-worker": "lib/operations/isolated-worker.ts",
  "embed-worker": "lib/embedding/local-worker.ts",
  cli: "lib/cli/main.ts",
  hook: "lib/cli/hook/main.ts",
}

export function bundlesExist() {
  return Object.entries(ENTRIES).every(
    ([name, file]) => !existsSync(join(root, file)) || existsSync(join(root, "dist", nameOf(name, file))),
  )
}

/**
 * Folder of the commands. A command starts for each call, and one file with all packages loads in two thirds
 * of the time.
 */
const COMMANDS = "lib/cli/"

const isCommand = (file) => file.startsWith(COMMANDS)
const nameOf = (name, file) => `${name}${isCommand(file) ? ".cjs" : ".mjs"}`

/** Bundles our code for Node. Packages stay in node_modules, except those of commands. */
export async function bundle(entries = ENTRIES) {
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)))
  await Promise.all([
    buildEntries(
      present.filter(([, file]) => !isCommand(file)),
      { packages: "external", format: "esm", outExtension: { ".js": ".mjs" } },
    ),
    // CommonJS, because Node caches only its compiled code (command-bundle.mjs). `import()` would need an experimental option.
    buildEntries(
      present.filter(([, file]) => isCommand(file)),
      {
        mainFields: ["module", "main"],
        format: "cjs",
        supported: { "dynamic-import": false },
        outExtension: { ".js": ".cjs" },
      },
    ),
  ])
}

/** Next's modules with the file extension that Node needs and bundlers do not. */
export const NEXT_MODULES = Object.fromEntries(
  ["headers", "navigation", "server"].map((name) => [`next/${name}`, `next/${name}.js`]),
)

/** Folder of the bundles of tested modules, with the paths of their sources: dist/tested/lib/x/y.mjs. */
export const TESTED = join(root, "dist", "tested")

/**
 * Bundles each module of lib/ in a file of its own, for tests. What several of them import is in files that they share, so each
 * module is loaded once.
 */
export async function bundleTestedModules() {
  rmSync(TESTED, { recursive: true, force: true })
  const modules = readdirSync(join(root, "lib"), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => `lib/${path}`)
  await buildEntries(
    modules.map((file) => [join("tested", file.replace(/\.tsx?$/, "")), file]),
    {
      packages: "external",
      format: "esm",
      splitting: true,
      chunkNames: "tested/chunks/[hash]",
      outExtension: { ".js": ".mjs" },
      alias: { "@": root, ...NEXT_MODULES },
    },
  )
}

async function buildEntries(entries, options) {
  if (entries.length === 0) return
  const { build } = await import("esbuild")
  const done = build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir: "dist",
    bundle: true,
    alias: { "@": root },
    ...options,
    platform: "node",
    target: "node20",
    sourcemap: "linked",
    logLevel: "silent",
  })
  await done.catch((cause) => {
    throw new Refusal(`${cause.message}\nThe code could not be bundled.`, { cause })
  })
}

/** Bundles a TypeScript file and imports it, for scripts on a Node without TypeScript. */
export async function importTypeScript(file, name = basename(file).replace(/\.ts$/, "")) {
  await bundle({ [name]: file })
  return import(new URL(`../../dist/${name}.mjs`, import.meta.url).href)
}
