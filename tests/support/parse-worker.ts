import { join } from "node:path"
import { build } from "esbuild"

/** Bundles the worker that parses imported files, as a build does, and lets this process use it. */
export async function useParseWorker(): Promise<void> {
  const root = process.cwd()
  const home = join(root, "dist", "test")
  await build({
    absWorkingDir: root, entryPoints: { "parse-worker": "lib/operations/import/parse-worker.ts" }, outdir: join(home, "dist"), outExtension: { ".js": ".mjs" },
    bundle: true, packages: "external", alias: { "@": root }, platform: "node", format: "esm", target: "node20", logLevel: "error",
  })
  process.env.QUARTERDECK_ROOT = home
}
