import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"
import { type FoundExpression, listSources } from "./find"

const LIST = "lib/launch/expressions/composed.txt"

/** Pure layers. Loading their modules has no effect. */
const PURE_LAYERS = ["lib/memory", "lib/formats"]

/** An expression that a module built as it loaded. */
export interface BuiltExpression {
  readonly source: string
  readonly flags: string
}

/**
 * Loads the modules that compose expressions, and all modules of the pure layers, which call them. Returns
 * the expressions that they built while they loaded, by "FILE:LINE". The modules run in a bundle in which
 * these `RegExp` constructors also record their results.
 */
export async function recordExpressions(
  root: string,
  composed: readonly FoundExpression[],
): Promise<Map<string, BuiltExpression[]>> {
  const built = new Map<string, BuiltExpression[]>()
  const pure = PURE_LAYERS.flatMap((layer) => listSources(root, layer))
  const files = [...new Set([...composed.map(({ file }) => file), ...pure])]
  const outfile = join(root, "dist", `expressions-${process.pid}.mjs`)
  mkdirSync(join(root, "dist"), { recursive: true })
  const recordExpression = (place: string) =>
    function (source: string, flags?: string) {
      const expression = new RegExp(source, flags)
      built.set(place, [...(built.get(place) ?? []), { source: expression.source, flags: expression.flags }])
      return expression
    }
  Object.assign(globalThis, { recordExpression })
  try {
    await build({
      absWorkingDir: root,
      stdin: { contents: files.map((file) => `import "./${file}"`).join("\n"), resolveDir: root },
      outfile,
      bundle: true,
      packages: "external",
      alias: { "@": root },
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "silent",
      treeShaking: false,
      plugins: [recording(root, composed)],
    })
    await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile, { force: true })
  }
  return built
}

const recording = (root: string, composed: readonly FoundExpression[]): Plugin => ({
  name: "record expressions",
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|tsx|mjs)$/ }, ({ path }) => {
      const places = composed.filter(({ file }) => join(root, file) === path)
      if (places.length === 0) return null
      let contents = readFileSync(path, "utf8")
      for (const { file, line, callee } of places.toReversed()) {
        if (callee === null) continue
        const recorder = `(globalThis.recordExpression(${JSON.stringify(`${file}:${line}`)}))`
        contents = contents.slice(0, callee[0]) + recorder + contents.slice(callee[1])
      }
      return { contents, loader: path.endsWith(".tsx") ? "tsx" : "ts" }
    })
  },
})

/**
 * Returns the reasons why listed functions may compose expressions at run time, by "FILE FUNCTION". Throws if
 * a line has no reason.
 */
export function readComposedList(root: string): Map<string, string> {
  const lines = readFileSync(join(root, LIST), "utf8").split("\n")
  return new Map(
    lines
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line): [string, string] => {
        const end = line.indexOf(": ")
        if (end < 0)
          throw new Error(`${LIST}: the line "${line}" gives no reason. Write "FILE FUNCTION: reason".`)
        return [line.slice(0, end), line.slice(end + 2)]
      }),
  )
}
