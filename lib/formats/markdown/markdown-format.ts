import {
  type Diagnostic,
  EMPTY_META,
  type Change,
  type FileMeta,
  type FormatId,
  type LoadLimits,
  type Location,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
  type ParsedSection,
  type SessionRecord,
  type Subject,
  type Surroundings,
} from "../../memory/memory-files/format"
import { describeBadCount, isCount, describeBadDate, isDayOrInstant, describeUnknown } from "../field-values"
import type { Frontmatter } from "./frontmatter"
import { readMarkdown } from "./markdown"
import type { MarkdownDocument, Reading } from "./markdown-document"
import { reviseMarkdown, type Writing } from "./markdown-changes"

/** Differences of a Markdown format from plain Markdown. */
export interface MarkdownRules {
  readonly id: FormatId
  readonly name: string
  locate(path: string, around: Surroundings): Location | null
  certainty?(path: string, around: Surroundings): number
  needsProof?(path: string, around: Surroundings): boolean
  isShownBy?(text: string): boolean
  recognizes?(text: string, path: string): number
  reading?(path: string): Reading
  allows?(path: string): Writing["allows"]
  readonly dates?: Writing["dates"]
  readonly order?: readonly string[]
  /** Valid types in front matter; default: any. */
  readonly types?: readonly string[]
  /** Returns metadata beyond sections and entries, and the format's own problems. */
  inspect?(document: MarkdownDocument, path: string): Inspection
  closeSession?: MemoryFormat["closeSession"]
  mergeAround?: MemoryFormat["mergeAround"]
  scaffold(subject: Subject): string
  limits(path: string): LoadLimits
}

export interface Inspection {
  readonly meta?: Partial<FileMeta>
  readonly sessions?: readonly SessionRecord[]
  readonly diagnostics?: readonly Diagnostic[]
}

export const NO_LIMITS: LoadLimits = { budget: null, lines: null, bytes: null, characters: null, runs: null }

export function markdownFormat(rules: MarkdownRules): MemoryFormat {
  const readingOf = readingsBy((path) => rules.reading?.(path) ?? {})
  const { id, name, scaffold, limits, locate, certainty, recognizes, closeSession, mergeAround } = rules
  const { needsProof, isShownBy } = rules
  return {
    id,
    name,
    locate,
    ...(certainty && { certainty }),
    ...(needsProof && { needsProof }),
    ...(isShownBy && { isShownBy }),
    ...(recognizes && { recognizes }),
    ...(closeSession && { closeSession }),
    ...(mergeAround && { mergeAround }),
    parse: (text, path) => {
      const document = readMarkdown(text, readingOf(path))
      return fileOf(document, rules.inspect?.(document, path) ?? {}, rules.types)
    },
    revise: (text: string, path: string, changes: readonly Change[]) => {
      const allows = rules.allows?.(path) ?? "all changes"
      return reviseMarkdown(text, changes, {
        reading: readingOf(path),
        allows,
        appends: allows === "additions",
        dates: rules.dates ?? "where usual",
        order: rules.order ?? [],
      })
    },
    scaffold,
    limits,
  }
}

/** Returns `make` with a cache of the 128 most recently used paths. */
function readingsBy(make: (path: string) => Reading): (path: string) => Reading {
  const known = new Map<string, Reading>()
  return (path) => {
    const reading = known.get(path) ?? make(path)
    known.delete(path)
    known.set(path, reading)
    if (known.size > MOST_PATHS) known.delete(known.keys().next().value ?? "")
    return reading
  }
}

const MOST_PATHS = 128

function fileOf(
  document: MarkdownDocument,
  { meta = {}, sessions = [], diagnostics = [] }: Inspection,
  types: readonly string[] | undefined,
): ParsedFile {
  return {
    meta: { ...metaOf(document), ...meta },
    sections: document.sections.map(({ name, level, span, audience, description }): ParsedSection => ({
      name,
      level,
      span,
      audience,
      description,
    })),
    entries: document.entries.map(entryOf),
    sessions,
    diagnostics: [...document.diagnostics, ...metaDiagnostics(document, types), ...diagnostics].toSorted(
      (a, b) => a.line - b.line || a.column - b.column,
    ),
  }
}

const entryOf = ({
  key,
  text,
  title,
  labels,
  section,
  span,
  state,
  retiredBecause,
  date,
  type,
  confidence,
  accessedCount,
}: ParsedEntry): ParsedEntry => ({
  key,
  text,
  title,
  labels,
  section,
  span,
  state,
  retiredBecause,
  date,
  type,
  confidence,
  accessedCount,
})

function metaOf({ frontmatter, sections }: MarkdownDocument): FileMeta {
  const value = (...keys: string[]) => frontmatterValue(frontmatter, ...keys)
  const updated = value(...UPDATED_KEYS)
  const count = countIn(value("session_count"))
  const agent = value("agent")
  const tags = value("tags", "keywords")
  return {
    ...EMPTY_META,
    ...(tags === null || tags === "" ? {} : { tags }),
    title: value("title", "name") ?? sections.find((section) => section.level === 1)?.name ?? null,
    description: value("description"),
    agent: agent !== null && agent.length > LONGEST_NAME ? null : agent,
    project: value("project"),
    type: memoryType(frontmatter),
    lastUpdated: updated !== null && isDayOrInstant(updated) ? updated : null,
    sessionCount: count,
    optedOut: optedOut(frontmatter),
  }
}

const UPDATED_KEYS = ["last_updated", "updated", "metadata.last_updated"]
/**
 * Maximum length of an agent's name in characters. The database index of agents cannot store a longer one.
 */
const LONGEST_NAME = 200

function countIn(stated: string | null): number | null {
  return stated !== null && /^\d{1,10}$/.test(stated) && isCount(Number(stated)) ? Number(stated) : null
}

/**
 * Returns problems with dates, counts, names and types in the front matter. Invalid dates, counts and names
 * are ignored.
 */
function metaDiagnostics(
  { frontmatter }: MarkdownDocument,
  types: readonly string[] | undefined,
): Diagnostic[] {
  if (frontmatter === null) return []
  const found: Diagnostic[] = []
  const check = (keys: readonly string[], code: string, problemOf: (stated: string) => string | null) => {
    const key = keys.find((one) => (frontmatter.values.get(one)?.value ?? "") !== "")
    const at = key === undefined ? undefined : frontmatter.values.get(key)
    const message = at === undefined ? null : problemOf(at.value)
    if (at === undefined || message === null) return
    found.push({ line: at.line, column: at.column, severity: "warning", code, message })
  }
  check(UPDATED_KEYS, "date-invalid", (stated) => (isDayOrInstant(stated) ? null : describeBadDate(stated)))
  check(["session_count"], "session-count-invalid", (stated) =>
    countIn(stated) === null ? describeBadCount("Session count", stated) : null,
  )
  if (types !== undefined)
    check(TYPE_KEYS, "frontmatter-type-unknown", (stated) => describeUnknown("type", stated, types))
  check(["agent"], "name-too-long", (stated) =>
    stated.length > LONGEST_NAME
      ? `The agent name is too long (${stated.length.toLocaleString("en")} characters) and was ignored. Use at most ${LONGEST_NAME} characters`
      : null,
  )
  return found
}

/** True if an agent's file has `memory: disabled`. */
export const optedOut = (frontmatter: Frontmatter | null): boolean =>
  frontmatterValue(frontmatter, "memory")?.toLowerCase() === "disabled"

/**
 * Returns the type of a topic file from its front matter, in the old or the new form; null if there is none.
 */
export const memoryType = (frontmatter: Frontmatter | null): string | null =>
  frontmatterValue(frontmatter, ...TYPE_KEYS)

const TYPE_KEYS = ["type", "metadata.type"]

/** Returns the value of the first of these keys that is not empty; null if there is none. */
export function frontmatterValue(frontmatter: Frontmatter | null, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = frontmatter?.values.get(key)?.value
    if (value !== undefined && value !== "") return value
  }
  return null
}
