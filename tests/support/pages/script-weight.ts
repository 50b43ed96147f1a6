import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"

const BUILD = ".next"

interface Manifest {
  readonly entryJSFiles?: Readonly<Record<string, readonly string[]>>
}

/** Returns the kilobytes (1,024 bytes, gzip) of the scripts that each built page loads at once, by route. */
export function scriptWeights(): Map<string, number> {
  const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[]
  }
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(BUILD, file))).length
    sizes.set(file, known)
    return known
  }
  const weights = new Map<string, number>()
  for (const [route, { entryJSFiles = {} }] of pageManifests(join(BUILD, "server", "app"))) {
    const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
    weights.set(route, [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_024)
  }
  return weights
}

function* pageManifests(folder: string): Generator<[route: string, manifest: Manifest]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* pageManifests(path)
    else if (entry.name === "page_client-reference-manifest.js") {
      const context: { globalThis: { __RSC_MANIFEST?: Record<string, Manifest> } } = { globalThis: {} }
      runInNewContext(`(function (globalThis) {${readFileSync(path, "utf8")}})(globalThis)`, context)
      yield* Object.entries(context.globalThis.__RSC_MANIFEST ?? {})
    }
  }
}
