import { join } from "node:path"
import { build } from "esbuild"
import { NEXT_MODULES } from "../../../lib/launch/bundle.mjs"

/** Folder for bundles of tests: below the root to find node_modules, apart from the product's bundles. */
const home = join(process.cwd(), "dist", "test")

/** Bundles the program of the isolated child processes like a build, and makes this process use it. */
export async function useIsolatedWorker(): Promise<void> {
  await bundleForTests("lib/operations/isolated-worker.ts", join(home, "dist"))
  process.env.QUARTERDECK_ROOT = home
}

const bundles = new Map<string, Promise<string>>()

/**
 * Bundles a TypeScript file to run in another process, once in each test process. Returns the bundle's path.
 */
export function bundleForTests(file: string, outdir = home): Promise<string> {
  const key = join(outdir, file)
  const known = bundles.get(key) ?? bundle(file, outdir)
  bundles.set(key, known)
  return known
}

async function bundle(file: string, outdir: string): Promise<string> {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.ts$/, "")
  const root = process.cwd()
  await build({
    absWorkingDir: root,
    entryPoints: { [name]: file },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    alias: { "@": root, ...NEXT_MODULES },
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  })
  return join(outdir, `${name}.mjs`)
}
