import { createHash } from "node:crypto"
import { IMPORT_LIMITS } from "@/lib/files/import-limits"
import { readAgentDefinition } from "@/lib/formats/workspace/agent-definition"
import { decode } from "@/lib/formats/decode"
import { type Candidate, chooseFormat } from "@/lib/formats/format-detection"
import { ENTRY_RULES } from "@/lib/formats/entry-rules-version"
import { listNameProblems } from "@/lib/formats/problems/names"
import { isLfsPointer, LFS_POINTER, listTextProblems } from "@/lib/formats/problems/text"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { SECRET_CODE } from "@/lib/memory/alerts/project/quarantined-files"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type {
  FormatId,
  LoadLimits,
  Location,
  MemoryFormat,
  ParsedFile,
} from "@/lib/memory/memory-files/format"
import { searchDocument } from "@/lib/memory/search/search-text"
import { findSecrets, type SecretFinding } from "@/lib/memory/secrets/secrets"
import { articleOf } from "../guard/secrets-and-flags"
import { storable } from "./storable"

/** All that is known of a file from its bytes and its path. */
export interface DerivedFile {
  readonly kind: "memory"
  readonly format: FormatId
  readonly location: Location
  readonly text: string
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string
  /**
   * Hash of the source's bytes, if the text differs from them: merged with what was decided here, or without
   * what is forgotten.
   */
  readonly broughtAs?: string
  readonly merged?: true
  /** What was left out because it is forgotten, at the lines of the source. */
  readonly leftOut?: readonly Diagnostic[]
  readonly bytes: number
  readonly lines: number
  readonly parsed: ParsedFile
  readonly limits: LoadLimits
  /** The first line that the harness does not load, or null if it loads all. */
  readonly cut: number | null
  /** For each entry, its words as the search index needs them. */
  readonly words: readonly string[]
  readonly rules: number
}

/**
 * The file that defines an agent. It is left unchanged, but it says that the agent exists and whether it
 * keeps memory.
 */
export interface Definition {
  readonly kind: "definition"
  readonly agent: string
  readonly optedOut: boolean
  readonly description: string | null
  readonly category: string | null
  readonly reason: string
  /** Hexadecimal SHA-256 of the bytes, so that the same definition is not requested again. */
  readonly sha256: string
}

export interface QuarantinedFile {
  readonly kind: "set-aside"
  readonly reason: string
  readonly diagnostics: readonly Diagnostic[]
}

export type Derivation =
  | DerivedFile
  | Definition
  | { readonly kind: "left-alone"; readonly reason: string }
  | QuarantinedFile

/**
 * Derives sections, entries and all other data of a file. Depends only on its arguments. Never throws: a file
 * that its parser cannot read is quarantined.
 */
export function derive(path: string, bytes: Uint8Array, candidates: readonly Candidate[]): Derivation {
  const decoded = decode(bytes)
  if (!decoded.ok) {
    const { code, message, line = 1, column = 1 } = decoded
    return {
      kind: "set-aside",
      reason: message,
      diagnostics: [{ line, column, severity: "error", code, message }],
    }
  }
  try {
    if (candidates.length > 0 && isLfsPointer(decoded.text))
      return quarantineFile("git-lfs-pointer", LFS_POINTER)
    const secrets = findSecrets(decoded.text)
    if (secrets.length > 0) return withSecrets(secrets)
    const definition = candidates.length === 0 ? readAgentDefinition(decoded.text, path) : null
    if (definition !== null)
      return {
        kind: "definition",
        ...definition,
        reason: `the definition of ${definition.agent}, not its memory`,
        sha256: hashOf(bytes),
      }
    const chosen = chooseFormat(candidates, decoded.text, path)
    if ("leftAlone" in chosen) return { kind: "left-alone", reason: chosen.leftAlone }
    return deriveAs(chosen, { path, text: decoded.text, bytes })
  } catch (cause) {
    console.error(`${path} could not be parsed and was quarantined:`, cause)
    return quarantineFile("parser-failed", whyUnparsed(path, cause))
  }
}

function whyUnparsed(path: string, cause: unknown): string {
  return cause instanceof RangeError
    ? `${path} is nested too deeply or too large to parse. Simplify or split it and import again`
    : `${path} could not be parsed. See the server log for details. Remove unusual content from the file and import it again`
}

/**
 * Keeps out a file with a secret as a whole. Only the kinds and places of the secrets are stored. Source:
 * quality, "blocked before they are stored, and named".
 */
function withSecrets(secrets: readonly SecretFinding[]): QuarantinedFile {
  const diagnostics = secrets.map(({ kind, line, column }) => ({
    line,
    column,
    severity: "error" as const,
    code: SECRET_CODE,
    message: `${articleOf(kind)} ${kind}`,
  }))
  const [first] = diagnostics
  const others = secrets.length > 1 ? `, and ${secrets.length - 1} more` : ""
  return {
    kind: "set-aside",
    reason: `contains ${first?.message} at line ${first?.line}, column ${first?.column}${others}. Remove it and rotate the secret, then import again. No part of the file was stored`,
    diagnostics,
  }
}

/**
 * Derives a text in a given format, whatever it looks like: for the next text of a file that is known
 * already.
 */
export function deriveAs(
  { format, location }: { format: MemoryFormat; location: Location },
  { path, text, bytes }: { path: string; text: string; bytes: Uint8Array },
): DerivedFile | QuarantinedFile {
  const parsed = storable(withProblems(format.parse(text, path), text, path), text)
  const rows = parsed.entries.length + parsed.sections.length + parsed.sessions.length
  if (rows > IMPORT_LIMITS.rows)
    return quarantineFile(
      "too-many-entries",
      `has ${rows.toLocaleString("en")} entries, sections and sessions. The maximum per memory file is ${IMPORT_LIMITS.rows.toLocaleString("en")}. Split it`,
    )
  const limits = format.limits(path)
  return {
    kind: "memory",
    format: format.id,
    location,
    text,
    sha256: hashOf(bytes),
    bytes: bytes.length,
    lines: countLines(text),
    parsed,
    limits,
    cut: cutOf(text, limits)?.line ?? null,
    words: searchWords(parsed),
    rules: ENTRY_RULES,
  }
}

/**
 * Returns the words by which an entry is found: also its title and its column headings, and for the first
 * entry of a file, the front matter.
 */
function searchWords({ entries, meta, sections }: ParsedFile): string[] {
  const isNamed = meta.title !== null && sections.every(({ name }) => name !== meta.title)
  const about = [isNamed ? meta.title : null, meta.description, meta.tags ?? null]
  return entries.map(({ text, title, labels }, at) =>
    searchDocument(
      [text, title, ...labels, ...(at === 0 ? about : [])].filter((one) => one !== null).join("\n"),
    ),
  )
}

/** Adds the problems of the text and the names of a file to what its format found. */
function withProblems(parsed: ParsedFile, text: string, path: string): ParsedFile {
  const { meta } = parsed
  const problems = [...listNameProblems({ path, text, meta }), ...listTextProblems(text, path)]
  if (problems.length === 0) return parsed
  const diagnostics = [...parsed.diagnostics, ...problems].toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  )
  return { ...parsed, diagnostics }
}

/** Returns a file that may be memory and cannot be accepted. */
export function quarantineFile(code: string, message: string): QuarantinedFile {
  return {
    kind: "set-aside",
    reason: message,
    diagnostics: [{ line: 1, column: 1, severity: "error", code, message }],
  }
}

/** Returns the number of lines. A trailing line break ends its line and does not begin another. */
function countLines(text: string): number {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text
  if (content === "") return 0
  const breaks = content.match(/\r\n|\r|\n/g)?.length ?? 0
  return /[\r\n]$/.test(content) ? breaks : breaks + 1
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}
