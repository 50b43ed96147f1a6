import { readdirSync, readFileSync, statSync, mkdirSync, writeFileSync } from "node:fs"
import { join, dirname } from "node:path"
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import type * as ESTree from "oxc-parser"
import { parseSync, Visitor } from "oxc-parser"
import { z } from "zod"

const Found = z.object({
  file: z.string(),
  /** From 1. */
  line: z.number(),
  /**
   * Names of the functions around the expression, outermost first. Empty if the module builds the expression
   * when it loads.
   */
  within: z.array(z.string()),
  /** Null for an expression composed at run time. */
  source: z.string().nullable(),
  flags: z.string(),
  /** Start and end of `RegExp` in a constructor; null for other forms. */
  callee: z.tuple([z.number(), z.number()]).nullable(),
})
/** A regular expression in the source code. */
export type FoundExpression = z.infer<typeof Found>

const SOURCE = /\.(?:ts|tsx|mjs|mts|cts|cjs|js|jsx)$/

/** Methods of strings that compile a string argument to an expression. */
const COMPILING = new Set(["match", "matchAll"])

/**
 * Returns every regular expression in the source files and folders of `paths`. Throws if a file cannot be
 * parsed.
 */
export function findExpressions(root: string, paths: readonly string[], cache?: Cache): FoundExpression[] {
  return paths
    .flatMap((path) => listSources(root, path))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8")
      const read = () => readExpressions(file, text)
      return cache ? cache.result(`${file}\n${text}`, z.array(Found), read) : read()
    })
}

/** Returns the source files below a folder, or the file itself. */
export function listSources(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => `${path}/${name.replaceAll("\\", "/")}`)
    .filter((file) => SOURCE.test(file))
    .toSorted()
}

function readExpressions(file: string, text: string): FoundExpression[] {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}. Fix the syntax and run the check again.`)
  const lineOf = lineCounter(text)
  const found: FoundExpression[] = []
  const holders: string[] = []
  const names = new Map<unknown, string>()

  const add = (
    { start }: ESTree.Span,
    fields: Pick<FoundExpression, "source" | "flags"> & Partial<FoundExpression>,
  ) => found.push({ file, line: lineOf(start), within: [...holders], callee: null, ...fields })
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) =>
    void holders.push(("id" in node && node.id?.name) || (names.get(node) ?? "(unnamed)"))
  const leave = () => void holders.pop()
  const construct = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (!isRegExp(node.callee)) return
    const [pattern, flags] = node.arguments
    const source = pattern ? constantOf(pattern) : "(?:)"
    const constantFlags = flags ? constantOf(flags) : ""
    add(node, {
      source: constantFlags === null ? null : source,
      flags: constantFlags ?? "",
      callee: [node.callee.start, node.callee.end],
    })
  }

  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === "Identifier") names.set(init, id.name)
    },
    MethodDefinition({ key, value }) {
      if (key.type === "Identifier") names.set(value, key.name)
    },
    Property({ key, value }) {
      if (key.type === "Identifier") names.set(value, key.name)
    },
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    NewExpression: construct,
    CallExpression(node) {
      construct(node)
      const [argument] = node.arguments
      if (argument && COMPILING.has(propertyOf(node.callee) ?? "") && isText(argument))
        add(node, { source: constantOf(argument), flags: "" })
    },
    Literal(node) {
      if ("regex" in node) add(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    JSXAttribute(node) {
      const { name, value } = node
      if (name.type === "JSXIdentifier" && name.name === "pattern" && value?.type === "Literal")
        add(node, { source: `^(?:${String(value.value)})$`, flags: "v" })
    },
  }).visit(program)
  return found
}

const isRegExp = (callee: ESTree.Expression): boolean =>
  (callee.type === "Identifier" && callee.name === "RegExp") || propertyOf(callee) === "RegExp"

const propertyOf = (node: ESTree.Expression): string | null =>
  node.type === "MemberExpression" && node.property.type === "Identifier" ? node.property.name : null

const isText = (node: ESTree.Node): boolean =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string")

/** Returns the string that a constant stands for; null for any other expression. */
function constantOf(node: ESTree.Node): string | null {
  switch (node.type) {
    case "Literal":
      if ("regex" in node) return node.regex.pattern
      return typeof node.value === "string" ? node.value : null
    case "TemplateLiteral":
      return constantTemplate(node)?.cooked ?? null
    case "TaggedTemplateExpression":
      return propertyOf(node.tag) === "raw" ? (constantTemplate(node.quasi)?.raw ?? null) : null
    default:
      return null
  }
}

const constantTemplate = ({ expressions, quasis }: ESTree.TemplateLiteral) =>
  expressions.length === 0 ? quasis[0]?.value : undefined

function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let at = 0
  return (offset) => {
    if (offset < at) [line, at] = [1, 0]
    for (; at < offset; at += 1) if (text.charAt(at) === "\n") line += 1
    return line
  }
}

const Kept = z.record(z.string(), z.string())

/**
 * Caches results of earlier runs by source text, in `dist/expressions.json`. A change of the checker
 * invalidates all results. `save` drops unused ones.
 */
export class Cache {
  readonly #file: string
  readonly #kept: ReadonlyMap<string, string>
  readonly #used = new Map<string, string>()
  readonly #version = readFileSync(fileURLToPath(import.meta.url), "utf8")

  constructor(root: string) {
    this.#file = join(root, "dist", "expressions.json")
    this.#kept = readKept(this.#file)
  }

  /** Returns the kept result of `work` on `text`, or does the work. The result must survive JSON. */
  result<Result>(text: string, shape: z.ZodType<Result>, work: () => Result): Result {
    const key = createHash("sha256").update(this.#version).update(text).digest("base64url")
    const kept = this.#kept.get(key)
    const result = kept === undefined ? work() : shape.parse(JSON.parse(kept))
    this.#used.set(key, kept ?? JSON.stringify(result))
    return result
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#used)))
  }
}

function readKept(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(Kept.parse(JSON.parse(readFileSync(file, "utf8")))))
  } catch {
    return new Map()
  }
}
