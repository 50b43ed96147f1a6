import { isBuiltin } from "node:module"
import { build } from "esbuild"
import { expect, it } from "vitest"
import { ENTRIES } from "@/lib/launch/bundle.mjs"

it("a hook loads only its own code, because every package delays the session", async () => {
  const root = process.cwd()
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRIES.hook],
    write: false,
    metafile: true,
    outdir: "dist",
    bundle: true,
    packages: "external",
    alias: { "@": root },
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  })
  const [bundle] = Object.values(metafile.outputs)
  expect(bundle?.imports.map((one) => one.path).filter((path) => !isBuiltin(path))).toEqual([])
  expect(
    Object.keys(bundle?.inputs ?? {}).filter((path) => !/^lib\/(?:cli|http|memory)\//.test(path)),
  ).toEqual([])
})
