import { type Document, isScalar, type Node, visit, type YAMLMap } from "yaml"
import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import { describeUnstorable, isStorableText } from "../unstorable"

/** Maximum number of reports per file. */
const MOST = 50

/** Standard YAML tags. They change nothing, because all values are read as text. */
const KNOWN_TAG = /^!(?:!(?:str|int|float|bool|null|timestamp|map|seq|binary|set|omap|pairs|merge))?$/

type Place = (offset: number) => { line: number; column: number }

type Report = (offset: number, code: string, message: string, severity?: Diagnostic["severity"]) => void

/**
 * Returns problems of valid front matter: tags, aliases and repeated keys, which are ignored, and characters
 * that cannot be stored.
 */
export function listYamlProblems(document: Document.Parsed, source: string, place: Place): Diagnostic[] {
  const found: Diagnostic[] = []
  const report: Report = (offset, code, message, severity = "warning") => {
    if (found.length < MOST) found.push({ ...place(offset), severity, code, message })
  }
  for (const { pos } of document.warnings) {
    const tag = source.slice(...pos)
    if (tag.startsWith("!") && !KNOWN_TAG.test(tag))
      report(pos[0], "frontmatter-tag", `The tag ${shorten(tag)} is ignored and never executed; remove it`)
  }
  const aliases: { source: string; offset: number }[] = []
  visit(document, {
    Map: (_, map) => reportDuplicates(map, place, report),
    Alias: (_, alias) => void aliases.push({ source: alias.source, offset: startOf(alias) }),
    Scalar: (_, { value, range }) => {
      if (typeof value === "string" && !isStorableText(value))
        report(range?.[0] ?? 0, "character-unstorable", describeUnstorable(value))
    },
  })
  const [first] = aliases
  if (first !== undefined) {
    const more = aliases.length === 1 ? "" : ` (and ${aliases.length - 1} more)`
    const message = `The alias *${shorten(first.source)}${more} is not expanded and has no value; write out the value instead`
    report(first.offset, "frontmatter-alias", message)
  }
  return found.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** Reports repeated keys as errors, because other YAML readers reject the whole front matter. */
function reportDuplicates(map: YAMLMap, place: Place, report: Report): void {
  const seen = new Map<string, number>()
  for (const { key } of map.items) {
    if (!isScalar(key)) continue
    const [name, offset] = [String(key.value), startOf(key)]
    const first = seen.get(name)
    if (first === undefined) seen.set(name, offset)
    else
      report(
        offset,
        "frontmatter-key-duplicate",
        `The key ${shorten(name)} is already defined on line ${place(first).line}, and the first definition is used; remove one of the two`,
        "error",
      )
  }
}

const startOf = ({ range }: Node): number => range?.[0] ?? 0

const shorten = (words: string): string => (words.length > 40 ? `${words.slice(0, 40)}…` : words)
