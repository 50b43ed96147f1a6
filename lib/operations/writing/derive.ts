import { formatCount } from "@/lib/memory/text/sentence"
import { IMPORT_LIMITS } from "@/lib/files/readable-file"
import { readAgentDefinition } from "@/lib/formats/workspace/agent-definition"
import { decode } from "@/lib/formats/decode"
import { type Candidate, chooseFormat } from "@/lib/formats/format-detection"
import { ENTRY_RULES } from "@/lib/formats/entry-rules-version"
import { listNameProblems, isLfsPointer, LFS_POINTER, listTextProblems } from "@/lib/formats/file-problems"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { SECRET_CODE } from "@/lib/memory/alerts/project-rules"
import type {
  Diagnostic,
  FormatId,
  LoadLimits,
  Location,
  MemoryFormat,
  ParsedFile,
  FileMeta,
  ParsedEntry,
} from "@/lib/memory/memory-files/format"
import { searchDocument } from "@/lib/memory/search/search-text"
import { findSecrets, type SecretFinding } from "@/lib/memory/secrets/secrets"
import { isDayOrInstant } from "@/lib/formats/field-values"
import { articleOf } from "../guard/secrets-and-flags"
import { sha256Hex } from "@/lib/files/sha256"

/** All data derived from the bytes and the path of a memory file. */
export interface DerivedFile {
  readonly kind: "memory"
  readonly format: FormatId
  readonly location: Location
  readonly text: string
  /** SHA-256 of the bytes in hexadecimal. */
  readonly sha256: string
  /**
   * Hash of the source's bytes. Set if the stored text differs, because it was merged with decisions made
   * here or because forgotten entries were left out.
   */
  readonly broughtAs?: string
  readonly merged?: true
  /** Forgotten entries that were left out, with their lines in the source. */
  readonly leftOut?: readonly Diagnostic[]
  readonly bytes: number
  readonly lines: number
  readonly parsed: ParsedFile
  readonly limits: LoadLimits
  /** First line that the harness does not load. Null if it loads all lines. */
  readonly cut: number | null
  /** Words for the search index, one string for each entry. */
  readonly words: readonly string[]
  readonly rules: number
}

/**
 * The file that defines an agent. It is not stored as memory. It shows that the agent exists and whether the
 * agent opted out.
 */
export interface Definition {
  readonly kind: "definition"
  readonly agent: string
  readonly optedOut: boolean
  readonly description: string | null
  readonly category: string | null
  readonly reason: string
  /** SHA-256 of the bytes in hexadecimal. The same definition is not requested again. */
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
 * Derives sections, entries and all other data of a file. Depends only on its arguments. Never throws.
 * Quarantines a file that its parser cannot read.
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
        sha256: sha256Hex(bytes),
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
    ? `${path} is nested too deeply or too large to parse. Simplify or split the file, then import it again`
    : `${path} could not be parsed. See the server log for details. Remove unusual content from the file and import it again`
}

/**
 * Returns the quarantine of a file with secrets. Only the kinds and positions of the secrets are stored.
 * Source: quality, "blocked before they are stored, and named".
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
  const others = secrets.length > 1 ? `, and ${formatCount(secrets.length - 1, "more secret")}` : ""
  return {
    kind: "set-aside",
    reason: `contains ${first?.message} at line ${first?.line}, column ${first?.column}${others}. Remove and rotate every secret, then import again. No part of the file was stored`,
    diagnostics,
  }
}

/**
 * Derives the data of a text in a given format, without detecting the format. For the next text of a known
 * file.
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
      `has ${rows.toLocaleString("en")} entries, sections and sessions. The maximum per memory file is ${IMPORT_LIMITS.rows.toLocaleString("en")}. Split the file`,
    )
  const limits = format.limits(path)
  return {
    kind: "memory",
    format: format.id,
    location,
    text,
    sha256: sha256Hex(bytes),
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
 * Returns the search words of each entry. They include its title and column headings, and for the first entry
 * of a file, the front matter.
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

/** Returns the parsed file with diagnostics for problems in its text and its names. */
function withProblems(parsed: ParsedFile, text: string, path: string): ParsedFile {
  const { meta } = parsed
  const problems = [...listNameProblems({ path, text, meta }), ...listTextProblems(text, path)]
  if (problems.length === 0) return parsed
  const diagnostics = [...parsed.diagnostics, ...problems].toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  )
  return { ...parsed, diagnostics }
}

/** Returns the quarantine of a file that may be memory and cannot be accepted. */
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

/** Maximum integer of PostgreSQL. */
const HIGHEST = 2_147_483_647

/** Maximum number of diagnostics stored for one file. */
const MOST_DIAGNOSTICS = 1000

/** Maximum length of an agent's name. A longer name does not fit into the index of agents. */
const LONGEST_NAME = 200

/**
 * Returns a parsed file with values that the database can store. A file may contain any number, date or
 * character. The text of the file stays unchanged.
 */
export function storable(parsed: ParsedFile, text: string): ParsedFile {
  const { meta, sections, entries, sessions, diagnostics } = MAY_ESCAPE.test(text)
    ? withoutUnstorable(parsed)
    : parsed
  return {
    sections,
    meta: storableMeta(meta),
    entries: entries.every(isStorable) ? entries : entries.map(storableEntry),
    sessions: sessions.every((one) => isDate(one.date))
      ? sessions
      : sessions.map((one) => ({ ...one, date: isDate(one.date) ? one.date : null })),
    diagnostics: fewest(diagnostics),
  }
}

/**
 * Matches the beginning of an escape sequence. JSON and YAML strings can contain NUL and lone surrogates,
 * which PostgreSQL text cannot.
 */
const MAY_ESCAPE = /\\[uUx0]/

function withoutUnstorable(parsed: ParsedFile): ParsedFile {
  return JSON.parse(JSON.stringify(parsed), (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\u2400") : value,
  ) as ParsedFile
}

function storableMeta(meta: FileMeta): FileMeta {
  return {
    ...meta,
    agent: meta.agent !== null && meta.agent.length > LONGEST_NAME ? null : meta.agent,
    lastUpdated: isDate(meta.lastUpdated) ? meta.lastUpdated : null,
    sessionCount: storableCount(meta.sessionCount),
  }
}

const storableEntry = (entry: ParsedEntry): ParsedEntry => ({
  ...entry,
  date: isDate(entry.date) ? entry.date : null,
  accessedCount: storableCount(entry.accessedCount),
})

const isStorable = (entry: ParsedEntry): boolean =>
  isDate(entry.date) && entry.accessedCount === storableCount(entry.accessedCount)

const isDate = (date: string | null): boolean => date === null || isDayOrInstant(date)

const storableCount = (count: number | null): number | null =>
  count === null || Number.isNaN(count) ? null : Math.trunc(Math.min(Math.max(count, 0), HIGHEST))

/**
 * Returns at most `MOST_DIAGNOSTICS` diagnostics, the most severe ones, and a diagnostic with the number of
 * those left out.
 */
function fewest(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MOST_DIAGNOSTICS) return diagnostics
  const kept = new Set(
    (["error", "warning", "info"] as const)
      .flatMap((severity) => diagnostics.filter((one) => one.severity === severity))
      .slice(0, MOST_DIAGNOSTICS),
  )
  const more = (diagnostics.length - MOST_DIAGNOSTICS).toLocaleString("en")
  return [
    ...diagnostics.filter((one) => kept.has(one)),
    {
      line: 1,
      column: 1,
      severity: "info",
      code: "more-diagnostics",
      message: `${more} more problems of the same kinds. Fix the ones above first`,
    },
  ]
}
