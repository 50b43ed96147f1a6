import { createHash } from "node:crypto"
import { decode } from "@/lib/formats/decode"
import { type Candidate, choose } from "@/lib/formats/identify"
import { cutOf } from "@/lib/memory/cut"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import type { FormatId, LoadLimits, Location, ParsedFile } from "@/lib/memory/format"
import { searchDocument } from "@/lib/memory/search-text"

/** Everything that is known of a file from its bytes and its path. */
export interface Derived {
  readonly kind: "memory"
  readonly format: FormatId
  readonly location: Location
  readonly text: string
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string
  readonly bytes: number
  readonly lines: number
  readonly parsed: ParsedFile
  readonly limits: LoadLimits
  /** The first line that the harness does not load; null where it loads all. */
  readonly cut: number | null
  /** For each entry, its words as the search index takes them. */
  readonly words: readonly string[]
}

export type Derivation = Derived | { readonly kind: "left-alone"; readonly reason: string } | { readonly kind: "set-aside"; readonly reason: string; readonly diagnostics: readonly Diagnostic[] }

/** Pure but for the hash. Never throws: a file that defeats its parser is set aside. */
export function derive(path: string, bytes: Uint8Array, candidates: readonly Candidate[]): Derivation {
  const decoded = decode(bytes)
  if (!decoded.ok) {
    const { code, message, line = 1, column = 1 } = decoded
    return { kind: "set-aside", reason: message, diagnostics: [{ line, column, severity: "error", code, message }] }
  }
  try {
    const chosen = choose(candidates, decoded.text, path)
    if ("leftAlone" in chosen) return { kind: "left-alone", reason: chosen.leftAlone }
    const { format, location } = chosen
    const parsed = decoded.text.includes("\\u") ? storable(format.parse(decoded.text, path)) : format.parse(decoded.text, path)
    const limits = format.limits(path)
    return {
      kind: "memory",
      format: format.id,
      location,
      text: decoded.text,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
      lines: countLines(decoded.text),
      parsed,
      limits,
      cut: cutOf(decoded.text, limits)?.line ?? null,
      words: parsed.entries.map((entry) => searchDocument(entry.text)),
    }
  } catch (cause) {
    const message = `the file could not be understood (${(cause as Error).message}); it was left out, nothing else was`
    return { kind: "set-aside", reason: message, diagnostics: [{ line: 1, column: 1, severity: "error", code: "parser-failed", message }] }
  }
}

/** A trailing line break ends its line, it does not begin another. */
function countLines(text: string): number {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text
  if (content === "") return 0
  const breaks = content.match(/\r\n|\r|\n/g)?.length ?? 0
  return /[\r\n]$/.test(content) ? breaks : breaks + 1
}

/** A JSON string can hold NUL and lone surrogates, which no PostgreSQL text can: they are drawn instead. The file's own text stays as it is. */
function storable(parsed: ParsedFile): ParsedFile {
  return JSON.parse(JSON.stringify(parsed), (_, value: unknown) => (typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\u2400") : value)) as ParsedFile
}
