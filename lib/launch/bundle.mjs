import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

/** The TypeScript that runs outside Next, by the name of its bundle in dist/. Entries that do not exist are left out. */
export const ENTRIES = {
  serve: "lib/launch/serve.ts",
  "parse-worker": "lib/operations/import/parse-worker.ts",
  "embed-worker": "lib/embedding/local-worker.ts",
  cli: "lib/cli/main.ts",
  hook: "lib/cli/hook/main.ts",
}

export function bundlesExist() {
  return Object.entries(ENTRIES).every(
    ([name, file]) => !existsSync(join(root, file)) || existsSync(join(root, "dist", `${name}.mjs`)),
  )
}

/** Bundles our own code for Node; packages stay in node_modules. */
export async function bundle(entries = ENTRIES) {
  const { build } = await import("esbuild")
  const done = build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(entries).filter(([, file]) => existsSync(join(root, file))),
    ),
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    alias: { "@": root },
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "silent",
  })
  await done.catch((cause) => {
    throw new Refusal(`${cause.message}\nThe code does not bundle.`, { cause })
  })
}

/** Bundles one TypeScript file and imports it: how a script of ours runs on a Node that knows no TypeScript. */
export async function importTypeScript(file, name = basename(file).replace(/\.ts$/, "")) {
  await bundle({ [name]: file })
  return import(new URL(`../../dist/${name}.mjs`, import.meta.url).href)
}
