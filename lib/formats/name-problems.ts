import type { Diagnostic, FileMeta } from "../memory/memory-files/format"
import { drawInvisible } from "../memory/characters/hidden-characters"
import { listLookAlikes } from "../memory/characters/look-alikes"
import { indexLines } from "./markdown/lines"
import { groupBy } from "../memory/text/aggregates"
import { foldText } from "../memory/characters/look-alikes-fold"

interface NamedFile {
  readonly path: string
  readonly text: string
  readonly meta: Pick<FileMeta, "agent" | "project">
}

/**
 * Returns problems with the names of a file, its folders, agent and project: hidden characters, or letters of another alphabet among Latin
 * ones. Such a name is never treated as the name that it looks like.
 */
export function listNameProblems({ path, text, meta }: NamedFile): Diagnostic[] {
  if (ASCII.test(path) && ASCII.test(meta.agent ?? "") && ASCII.test(meta.project ?? "")) return []
  const segments = [...new Set(path.split("/"))]
  const stated = [
    { kind: "The agent name", name: meta.agent },
    { kind: "The project name", name: meta.project },
  ]
  return [
    ...segments.flatMap((name) => problemsOf("The file or folder name", name, TOP)),
    ...stated.flatMap(({ kind, name }) =>
      name === null || segments.includes(name) ? [] : problemsOf(kind, name, placeOf(text, name)),
    ),
  ]
}

const ASCII = /^[ -~]*$/
const TOP = { line: 1, column: 1 }

function problemsOf(kind: string, name: string, place: { line: number; column: number }): Diagnostic[] {
  const problem = (code: string, message: string): Diagnostic => ({
    ...place,
    severity: "warning",
    code,
    message,
  })
  const drawn = drawInvisible(name)
  const meanings = [...new Set(drawn.flatMap((one) => (one.kind === "mark" ? [one.meaning] : [])))]
  if (meanings.length > 0) {
    const shown = drawn.map((one) => (one.kind === "mark" ? `[${one.label}]` : one.text)).join("")
    const message = `${kind} "${shown}" contains invisible characters (${meanings.slice(0, 3).join("; ")}). Remove them from the name`
    return [problem("name-invisible-character", message)]
  }
  const [alike] = listLookAlikes(name)
  if (alike === undefined) return []
  const message = `${kind} "${name}" mixes alphabets: "${alike.word}" looks like "${alike.reads}" but is a different name. Use letters from a single alphabet`
  return [problem("name-look-alike", message)]
}

/** Returns the position of a name in the front matter; the top of the file if it is escaped there. */
function placeOf(text: string, name: string): { line: number; column: number } {
  const offset = text.indexOf(name)
  if (offset < 0) return TOP
  const lines = indexLines(text)
  const line = lines.at(offset)
  return { line, column: offset - lines.start(line) + 1 }
}

/**
 * Returns a function that gives the problem of a path with another path of the import. Paths that differ only in letter case or Unicode
 * form overwrite each other on macOS and Windows; paths that look the same are easily mistaken.
 */
export function pathClashes(paths: readonly string[]): (path: string) => Diagnostic[] {
  const byAppearance = groupBy([...new Set(paths)], appearanceOf)
  return (path) => {
    const alike = byAppearance.get(appearanceOf(path)) ?? []
    const other =
      alike.find((one) => one !== path && isSameFile(one, path)) ??
      alike.find((one) => isDisguised(one, path))
    return other === undefined ? [] : [describe(path, other)]
  }
}

const appearanceOf = (path: string): string => foldText(path.toLowerCase()).text

/** Returns a path as it is compared by a file system that ignores case and Unicode form. */
const fileOf = (path: string): string => path.normalize("NFC").toLowerCase()

const isSameFile = (one: string, other: string): boolean => fileOf(one) === fileOf(other)

/**
 * True unless two paths differ only in accents. A reader sees accents, so these paths are not easily
 * mistaken.
 */
const isDisguised = (one: string, other: string): boolean => withoutAccents(one) !== withoutAccents(other)

const withoutAccents = (path: string): string => path.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "")

function describe(path: string, other: string): Diagnostic {
  const [code, message] = isSameFile(path, other)
    ? [
        "path-case-clash",
        `The path differs from ${other} only in ${path.normalize("NFC") === other.normalize("NFC") ? "Unicode normalization" : "letter case"}. On macOS and Windows, one file overwrites the other. Rename one of them`,
      ]
    : [
        "path-look-alike",
        `The path looks like ${other} but contains different characters. Rename one of them`,
      ]
  return { line: 1, column: 1, severity: "warning", code, message }
}
