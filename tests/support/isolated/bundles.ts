import { join } from "node:path"
import { build } from "esbuild"

/** Where bundles of tests lie: beside node_modules, which they need, and apart from those of the product. */
const home = join(process.cwd(), "dist", "test")

/** What Next says to bundlers, as Node finds it. */
const NEXT = Object.fromEntries(["headers", "navigation"].map((name) => [`next/${name}`, `next/${name}.js`]))

/** Bundles the program of the child processes that parse and analyze, as a build does, and lets this process use it. */
export async function useIsolatedWorker(): Promise<void> {
  await bundleForTests("lib/operations/isolated-worker.ts", join(home, "dist"))
  process.env.QUARTERDECK_ROOT = home
}

const bundles = new Map<string, Promise<string>>()

/** Bundles a TypeScript file for a process of its own, once in each test process; returns the bundle's path. */
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
    alias: { "@": root, ...NEXT },
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  })
  return join(outdir, `${name}.mjs`)
}
