import type { FileFacts } from "@/lib/memory/alerts/file/file-rule"
import { suggestFixes } from "@/lib/memory/alerts/fixes/suggest-fixes"
import {
  type SuggestedFix,
  type FixFacts,
  type FixName,
  type FixProposal,
  parseFixFacts,
} from "@/lib/memory/alerts/fixes/fix"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { formatById } from "@/lib/formats/format-detection"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { emptyTopic } from "@/lib/memory/memory-files/topic-files"
import { DEFAULT_WATCH } from "@/lib/memory/alerts/alert-settings"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { entryOf, fileOf } from "../file/files"

export const AGENT = ".kaizen/agents/ann/memory.md"
export const INDEX = ".claude/agent-memory/ben/MEMORY.md"
export const CATEGORY = ".claude/agent-memory/testing/MEMORY.md"

type Given = Partial<Omit<FixFacts, "file">> & {
  readonly kind: AlertKind
  readonly format?: FormatId
  readonly path?: string
  readonly text: string
  readonly of?: Partial<Omit<FileFacts, "limits">>
  readonly limits?: Partial<FileFacts["limits"]>
}

/** A file with the entries of its text; their IDs are entry-1, entry-2 and so on. */
export function facts({
  kind,
  format = "kaizen",
  path = AGENT,
  text,
  of = {},
  limits = {},
  ...more
}: Given): FixFacts {
  const reading = { format: formatById(format), path }
  const parsed = reading.format.parse(text, path)
  const section = (at: number | null) => (at === null ? null : (parsed.sections[at]?.name ?? null))
  const entries = parsed.entries.map((entry, place) =>
    entryOf({
      ...entry,
      id: `entry-${place + 1}`,
      section: section(entry.section),
      line: entry.span.line,
      endLine: entry.span.endLine,
    }),
  )
  const sections = parsed.sections.map(({ name, level, span }) => ({
    name,
    level,
    line: span.line,
    endLine: span.endLine,
  }))
  const file = fileOf({
    path,
    format,
    role: reading.format.locate(path, { siblings: new Set(), at: () => new Set() })?.role ?? "memory",
    text,
    entries,
    sections,
    sessions: parsed.sessions.length,
    ...of,
    limits: { ...reading.format.limits(path), ...limits },
  })
  return {
    part: "",
    reading,
    settings: DEFAULT_WATCH,
    today: "2026-11-22",
    topics: [],
    taken: file.beside,
    ...more,
    kind,
    file,
  }
}

export const cured = (given: FixFacts, name: FixName): SuggestedFix | null =>
  suggestFixes(given).find(({ cure }) => cure === name) ?? null

/** The text of a file after a proposal; a new topic file starts from its empty form. */
export function after(given: FixFacts, proposal: FixProposal | undefined): string {
  if (proposal === undefined) throw new Error("there is no such proposal")
  const sick = parseFixFacts(given)
  const written = writeChanges(
    {
      ...given.reading,
      path: proposal.path,
      text: proposal.makes ? emptyTopic(proposal.path) : given.file.text,
    },
    proposal.makes ? [] : sick.entries,
    proposal.changes,
  )
  if (!written.ok) throw new Error(written.why)
  return written.text
}
