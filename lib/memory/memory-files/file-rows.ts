import type { Diagnostic } from "./format"
import type { Cut } from "./load-limit"
import { type LineLook, lookOfJsonLine, readLooks } from "./line-looks"

/** A memory file for display: its text, sections, entries, log lines and problems. */
export interface ShownFile {
  readonly text: string
  readonly json: boolean
  readonly sections: readonly { readonly name: string; readonly level: number; readonly line: number }[]
  readonly entries: readonly ShownEntry[]
  readonly log: readonly { readonly line: number; readonly note: string | null }[]
  readonly diagnostics: readonly Diagnostic[]
  readonly cut: Cut | null
}

export interface ShownEntry {
  readonly text: string
  readonly line: number
  readonly endLine: number
  readonly state: "current" | "retired"
  /** Age of the entry, at the end of its line. */
  readonly note: string | null
}

/** One row on the screen. Lines keep their numbers; hidden lines are blank or pure syntax. */
export type FileRow =
  | ({ readonly kind: "line"; readonly line: number; readonly unseen?: true } & LineLook & OfEntry)
  | { readonly kind: "cut"; readonly line: number }
  | {
      readonly kind: "problem"
      readonly line: number
      readonly severity: Diagnostic["severity"]
      readonly message: string
    }

interface OfEntry {
  /** Index of the entry that the line belongs to. */
  readonly entry?: number
  /** Set on the first line of an entry. */
  readonly first?: true
  readonly retired?: true
  readonly note?: string
  /** True if blank lines above the line were left out. */
  readonly apart?: true
}

export type LineRow = Extract<FileRow, { kind: "line" }>

/** Returns the rows of a formatted file: headings, entries and other lines, with problems below their lines, and the load limit. */
export function readFileRows(file: ShownFile): FileRow[] {
  const lines = linesOf(file.text)
  return withProblems(file, file.json ? jsonRows(file, lines) : setApart(markdownRows(file, lines)), lines)
}

const setApart = (rows: readonly LineRow[]) =>
  rows.map((row, index): LineRow =>
    row.line - (rows[index - 1]?.line ?? row.line) > 1 &&
    row.look !== "heading" &&
    rows[index - 1]?.look !== "heading"
      ? { ...row, apart: true }
      : row,
  )

/** Returns the rows of a file with every line as written. */
export function rawFileRows(file: ShownFile): FileRow[] {
  const lines = file.text.split(BREAKS)
  if (lines.length > 1 && lines.at(-1) === "") lines.pop()
  const owners = ownersOf(file.entries)
  const rows = lines.map((text, index): LineRow => {
    const entry = owners.get(index + 1)
    return {
      kind: "line",
      line: index + 1,
      look: "raw",
      text,
      ...ofEntry(file.entries, entry, index + 1, false),
    }
  })
  return withProblems(file, rows, lines)
}

const BREAKS = /\r\n|\r|\n/

/** Returns the lines without the byte order mark and the empty line after the last line break. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(BREAKS)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

function markdownRows({ sections, entries, log }: ShownFile, lines: readonly string[]): LineRow[] {
  const owners = ownersOf(entries)
  const records = new Map(log.map((one) => [one.line, one.note]))
  const said = new Map<number, string>()
  for (const entry of entries) {
    const words = entry.text.split("\n")
    if (words.length !== entry.endLine - entry.line + 1) continue
    for (const [index, word] of words.entries()) said.set(entry.line + index, word)
  }
  const looks = readLooks(lines, new Map(sections.map((one) => [one.line, one])), {
    said,
    starts: new Set(entries.map((one) => one.line)),
  })
  return looks.flatMap((look, index): LineRow[] => {
    const line = index + 1
    if (look === null) return []
    const note = records.get(line)
    return [
      {
        kind: "line",
        line,
        ...look,
        ...ofEntry(entries, owners.get(line), line, true),
        ...(note ? { note } : {}),
      },
    ]
  })
}

/**
 * Returns one row for each entry and each part of a JSON store. Of the other lines, returns those with
 * letters, digits or a problem.
 */
function jsonRows({ sections, entries, diagnostics }: ShownFile, lines: readonly string[]): LineRow[] {
  const rows: LineRow[] = []
  const covered = new Set<number>()
  for (const [index, entry] of entries.entries()) {
    rows.push({
      kind: "line",
      line: entry.line,
      look: "item",
      text: entry.text,
      ...ofEntry(entries, index, entry.line, true),
    })
    for (let line = entry.line; line <= entry.endLine; line += 1) covered.add(line)
  }
  for (const section of sections) {
    if (section.level === 0)
      rows.push({ kind: "line", line: section.line, look: "heading", level: 2, text: section.name })
    covered.add(section.line)
  }
  const wanted = new Set(diagnostics.map((one) => one.line))
  const unread = entries.length === 0 && sections.length === 0
  for (const [index, text] of lines.entries()) {
    if (covered.has(index + 1)) continue
    const look = lookOfJsonLine(text)
    if (look !== null && (unread || wanted.has(index + 1) || /[\p{L}\p{N}]/u.test(text)))
      rows.push({ kind: "line", line: index + 1, ...look })
  }
  return rows.toSorted(
    (a, b) => a.line - b.line || Number(b.look === "heading") - Number(a.look === "heading"),
  )
}

function ownersOf(entries: readonly ShownEntry[]): Map<number, number> {
  const owners = new Map<number, number>()
  for (const [index, entry] of entries.entries()) {
    for (let line = entry.line; line <= entry.endLine; line += 1)
      if (!owners.has(line)) owners.set(line, index)
  }
  return owners
}

function ofEntry(
  entries: readonly ShownEntry[],
  index: number | undefined,
  line: number,
  noted: boolean,
): OfEntry {
  const entry = index === undefined ? undefined : entries[index]
  if (entry === undefined || index === undefined) return {}
  const first = entry.line === line
  return {
    entry: index,
    ...(first ? { first } : {}),
    ...(entry.state === "retired" ? { retired: true } : {}),
    ...(first && noted && entry.note ? { note: entry.note } : {}),
  }
}

/**
 * Inserts each problem below its line, and the load limit before the first line that is not loaded. A line
 * with a problem is always shown.
 */
function withProblems(
  { diagnostics, cut }: ShownFile,
  rows: readonly LineRow[],
  lines: readonly string[],
): FileRow[] {
  const shown = new Set(rows.map((row) => row.line))
  const bare = [...new Set(diagnostics.map((one) => Math.max(1, one.line)))]
    .filter((line) => !shown.has(line))
    .map((line): LineRow => ({ kind: "line", line, look: "quiet", text: lines[line - 1] ?? "" }))
  const all: FileRow[] = [...rows, ...bare].toSorted((a, b) => a.line - b.line)
  const problems = diagnostics.map((one): FileRow => ({
    kind: "problem",
    line: Math.max(1, one.line),
    severity: one.severity,
    message: one.message,
  }))
  const merged = [...all, ...problems].toSorted(
    (a, b) => a.line - b.line || Number(a.kind === "problem") - Number(b.kind === "problem"),
  )
  if (cut === null) return merged
  const at = merged.findIndex((row) => row.line >= cut.line)
  const loaded = at < 0 ? merged : merged.slice(0, at)
  const unseen = (at < 0 ? [] : merged.slice(at)).map((row): FileRow =>
    row.kind === "line" ? { ...row, unseen: true } : row,
  )
  return [...loaded, { kind: "cut", line: cut.line }, ...unseen]
}
