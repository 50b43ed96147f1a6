import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import { groupBy } from "../../memory/text/group"
import { foldText } from "../../memory/characters/look-alikes-fold"

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
        `The path differs from ${other} only in ${path.normalize("NFC") === other.normalize("NFC") ? "Unicode form" : "letter case"}. On macOS and Windows, one file overwrites the other. Rename one of them`,
      ]
    : [
        "path-look-alike",
        `The path looks like ${other} but contains different characters. Rename one of them`,
      ]
  return { line: 1, column: 1, severity: "warning", code, message }
}
