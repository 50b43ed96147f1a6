import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

export interface Import {
  /** Path of the importing file from the root, with forward slashes. */
  readonly from: string
  readonly line: number
  /** As written in the code: "@/lib/db/client", "./door", "zod". */
  readonly specifier: string
  /** Path of the imported file from the root; null for packages. */
  readonly file: string | null
  readonly names: readonly string[]
  readonly typeOnly: boolean
}

const STATEMENT =
  /^[ \t]*(?:import|export)\b(?<type>\s+type\b)?(?<clause>[^"'`;]*?\bfrom)?\s*["'](?<from>[^"'\n]+)["']|(?<typeof>\btypeof\s+)?\bimport\(\s*["'](?<dynamic>[^"'\n]+)["']/gm
const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".d.ts", "/index.ts", "/index.tsx"]

/** All imports of all TypeScript and JavaScript files in `folders` of `root`. */
export function readImports(root: string, folders: readonly string[]): Import[] {
  return folders.flatMap((folder) => listCode(root, folder)).flatMap((file) => importsOf(root, file))
}

function listCode(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return /\.(?:tsx?|mjs)$/.test(path) ? [path] : []
  return readdirSync(join(root, path)).flatMap((name) => listCode(root, `${path}/${name}`))
}

function importsOf(root: string, from: string): Import[] {
  const text = withoutComments(readFileSync(join(root, from), "utf8"))
  return [...text.matchAll(STATEMENT)].map((match) => {
    const {
      type,
      clause = "",
      from: named,
      typeof: asType,
      dynamic,
    } = match.groups as Record<string, string | undefined>
    const specifier = (named ?? dynamic) as string
    const names = [
      ...clause.matchAll(/(?<type>\btype\s+)?(?<name>[\w$]+)(?:\s+as\s+[\w$]+)?\s*(?=[,}])/g),
    ].map(({ groups }) => ({ typed: Boolean(groups?.type), name: groups?.name ?? "" }))
    return {
      from,
      line: text.slice(0, match.index).split("\n").length + (match[0].startsWith("\n") ? 1 : 0),
      specifier,
      file: resolveFile(root, from, specifier),
      names: names.filter(({ typed }) => !typed && !type).map(({ name }) => name),
      typeOnly:
        Boolean(type || asType) ||
        (names.length > 0 && /^\s*\{/.test(clause) && names.every(({ typed }) => typed)),
    }
  })
}

/** Keeps line numbers. Strings that look like comments are ignored, because imports rarely contain them. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/^\s*\/\/.*$/gm, "")
}

function resolveFile(root: string, from: string, specifier: string): string | null {
  if (!/^(?:@\/|\.)/.test(specifier)) return null
  const target = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : resolve(root, dirname(from), specifier)
  const found = ENDINGS.map((ending) => target + ending).find(
    (path) => existsSync(path) && statSync(path).isFile(),
  )
  return relative(root, found ?? target).replaceAll("\\", "/")
}

/** Returns the code files below `folders` of `root`. */
export const listCodeFiles = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap((folder) => listCode(root, folder))

/**
 * Returns the pairs of sibling folders whose files import each other, as "lib/db/a ↔ b", sorted. Siblings are the folders of one layer:
 * lib/<layer>/*, components/*, tests/<kind>/*.
 */
export function findMutualSiblings(imports: readonly Import[]): string[] {
  const edges = new Set<string>()
  for (const { from, file } of imports) {
    const [a, b] = [nounFolderOf(from), file === null ? null : nounFolderOf(file)]
    if (a && b && a.layer === b.layer && a.noun !== b.noun) edges.add(`${a.layer} ${a.noun} ${b.noun}`)
  }
  return [...edges]
    .map((edge) => edge.split(" ") as [string, string, string])
    .filter(([layer, a, b]) => a < b && edges.has(`${layer} ${b} ${a}`))
    .map(([layer, a, b]) => `${layer}/${a} ↔ ${b}`)
    .toSorted()
}

/** Null for files outside of a layer's folders. */
function nounFolderOf(file: string): { readonly layer: string; readonly noun: string } | null {
  const parts = file.split("/")
  const depth = parts[0] === "lib" || parts[0] === "tests" ? 2 : 1
  const noun = parts[depth]
  if (noun === undefined || parts.length < depth + 2 || parts[0] === "app") return null
  return { layer: parts.slice(0, depth).join("/"), noun }
}

/** Import cycles, each as a list of files; empty if there are none. */
export function findCycles(imports: readonly Import[]): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const { from, file } of imports) if (file) edges.set(from, (edges.get(from) ?? new Set()).add(file))
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    path.push(file)
    for (const next of edges.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of edges.keys()) visit(file)
  return cycles
}
