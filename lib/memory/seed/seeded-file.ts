import { COORDINATOR_SECTION, roleTitle, roleTitles, SHARED_SECTION } from "../context/category-section"
import { groupBy } from "../text/aggregates"
import type { Change, MemoryFormat, ParsedFile } from "../memory-files/format"
import { textLines } from "../text/line-differences"
import { fitBudget, isIncluded, lineCountOfEntry, planOf, type SeedPlan } from "./plan"
import type { SeedPlacement, FilePlace, SeedFormat } from "./seed-entry"

/** The file that a plan writes, and the former headings of its entries. */
export interface Seeding extends SeedFile {
  readonly roles: readonly string[]
  /** Former headings by entry id. */
  readonly stood: ReadonlyMap<string, string | null>
}

export const headingsOf = ({ format, path, text, roles }: SeedFile & Pick<Seeding, "roles">): HeadingOf =>
  headingsFor(
    format.id as SeedFormat,
    roles,
    format.parse(text, path).sections.map(({ name }) => name),
  )

/** Returns the placed entries to write, by place, in the order of the plan. */
export function entriesToWrite(seeding: Seeding, placements: readonly SeedPlacement[]): EntryToWrite[] {
  const heading = headingsOf(seeding)
  return placements.filter(isIncluded).map(({ entry, text, date, place }) => ({
    entry,
    text,
    date,
    heading: heading(place, seeding.stood.get(entry) ?? null),
  }))
}

export const seedText = (seeding: Seeding, placements: readonly SeedPlacement[]): SeedText =>
  writeSeed(seeding, entriesToWrite(seeding, placements))

/**
 * Returns the plan of these placements with the number of lines of its written text. Throws `RangeError` if
 * an entry cannot be written; call `leaveOutUnwritable` first.
 */
export function planWithLineCount(
  seeding: Seeding,
  placements: readonly SeedPlacement[],
  lines: number,
): SeedPlan {
  const written = seedText(seeding, placements)
  if (!written.ok) throw new RangeError(written.why)
  return planOf(placements, { lines, overhead: written.lines - sumOf(placements) })
}

/** Leaves out entries that cannot be written into the file as one entry. */
export function leaveOutUnwritable(seeding: Seeding, placements: readonly SeedPlacement[]): SeedPlacement[] {
  const bad = new Map<string, string>()
  for (const one of entriesToWrite(seeding, placements)) {
    const alone = writeSeed(seeding, [one])
    if (!alone.ok) bad.set(one.entry, alone.why)
  }
  return placements.map((one) => {
    const why = bad.get(one.entry)
    return why === undefined ? one : leaveOutBarred(one, `cannot be written to the file: ${why}`)
  })
}

/** Leaves out an entry that may not be written. */
export function leaveOutBarred(one: SeedPlacement, reason: string): SeedPlacement {
  const was =
    one.place.kind === "left-out"
      ? one.place.was
      : { place: one.place, reason: one.reason, confidence: one.confidence }
  return { ...one, place: { kind: "left-out", why: "guard", ...(was && { was }) }, reason, confidence: 1 }
}

const ROUNDS = 8

/**
 * Returns the plan whose written text fits the budget. The lines of headings depend on the included entries,
 * so the fit is repeated until the plan no longer grows.
 */
export function fitText(seeding: Seeding, placements: readonly SeedPlacement[], lines: number): SeedPlan {
  let overhead = firstOverhead(seeding, placements)
  let best: SeedPlan | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const fitted = fitBudget(placements, { lines, overhead })
    const plan = planWithLineCount(seeding, fitted, lines)
    const kept = plan.placements.filter(isIncluded).length
    if (plan.over === 0 && (best === null || kept > best.placements.filter(isIncluded).length)) best = plan
    if (plan.over === 0 && plan.budget.overhead >= overhead) break
    if (plan.over > 0 && (best !== null || kept === 0)) break
    overhead = plan.over > 0 ? overhead + plan.over : plan.budget.overhead
  }
  return filled(
    seeding,
    best ?? planWithLineCount(seeding, fitBudget(placements, { lines, overhead: lines }), lines),
  )
}

/** Number of entries that are tried for the last free lines. */
const TRIED = 40

/**
 * Uses lines that are free because a heading was left out with its entries. Tries other left-out entries for
 * them.
 */
function filled(seeding: Seeding, plan: SeedPlan): SeedPlan {
  let full = plan
  for (const one of plan.placements
    .filter(({ place }) => place.kind === "left-out" && place.why === "budget")
    .slice(0, TRIED)) {
    if (
      lineCountOfEntry(one) > full.budget.lines - full.lines ||
      one.place.kind !== "left-out" ||
      one.place.was === undefined
    )
      continue
    const back = { ...one, ...one.place.was }
    const tried = planWithLineCount(
      seeding,
      full.placements.map((other) => (other.entry === one.entry ? back : other)),
      plan.budget.lines,
    )
    if (tried.over === 0) full = tried
  }
  return full
}

/**
 * Returns the number of lines of the file without its entries, if each possible heading has an entry. Each
 * further entry takes only its own lines. 0 if the entries cannot be written.
 */
function firstOverhead(seeding: Seeding, placements: readonly SeedPlacement[]): number {
  const firsts = [
    ...new Map(
      entriesToWrite(seeding, placements)
        .toReversed()
        .map((one) => [one.heading, one]),
    ).values(),
  ]
  const written = writeSeed(seeding, firsts)
  return written.ok ? written.lines - firsts.reduce((sum, one) => sum + lineCountOfEntry(one), 0) : 0
}

const sumOf = (placements: readonly SeedPlacement[]): number =>
  placements.filter(isIncluded).reduce((sum, one) => sum + lineCountOfEntry(one), 0)

/**
 * Returns the heading of an entry, or null if the file has no headings. `stood`: former heading of the entry.
 */
type HeadingOf = (place: FilePlace, stood: string | null) => string | null

/**
 * Returns the headings of entries in a file of a format. Entries of a kaizen memory keep its own sections. A JSON store has none, and a
 * knowledge graph has its entity. `sections`: names of the file's sections. Throws `RangeError` if two roles have the same heading.
 */
export function headingsFor(
  format: SeedFormat,
  roles: readonly string[],
  sections: readonly string[],
): HeadingOf {
  if (format === "memory-protocol") return () => null
  if (format === "mcp-memory-graph") return () => sections[0] ?? null
  if (format === "kaizen")
    return (_, stood) =>
      KAIZEN_KEPT.find((name) => name.toLowerCase() === stood?.trim().toLowerCase()) ?? "Accumulated Findings"
  const titles = distinctTitles(roles)
  return (place) => {
    if (place.kind === "shared") return SHARED_SECTION
    return place.kind === "coordinator"
      ? COORDINATOR_SECTION
      : `${titles.get(place.role) ?? roleTitle(place.role)}-Specific`
  }
}

/**
 * Sections of a kaizen memory whose entries stay there. Its other sections are not for findings of other
 * agents.
 */
const KAIZEN_KEPT = ["Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]

/** Returns the title of each role for its heading. Throws `RangeError` if two roles have the same title. */
function distinctTitles(roles: readonly string[]): Map<string, string> {
  const titles = roleTitles(roles)
  const [twice] = [
    ...groupBy(roles, (role) => (titles.get(role) ?? role).toLowerCase().replaceAll(/\s+/g, "-")).values(),
  ].filter((same) => same.length > 1)
  if (twice !== undefined)
    throw new RangeError(
      `${twice.join(" and ")} would have the same section, ${titles.get(twice[0] ?? "") ?? ""}-Specific. Seed them one at a time`,
    )
  return titles
}

/** The file to write: empty, or with the template of its format. */
interface SeedFile {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

interface EntryToWrite {
  /** Id of the entry. */
  readonly entry: string
  readonly text: string
  /** ISO date, written if the format supports dates. Null: undated. */
  readonly date: string | null
  readonly heading: string | null
}

export type SeedText =
  | {
      readonly ok: true
      readonly text: string
      readonly lines: number
      readonly parsed: ParsedFile
      /** Index in `parsed.entries` of each written entry, by id. */
      readonly at: ReadonlyMap<string, number>
    }
  /** `entry`: id of the entry that cannot be written, if it is one. */
  | { readonly ok: false; readonly why: string; readonly entry: string | null }

/**
 * Returns the text of a memory file with these entries, unchanged and with their dates, or why they cannot be
 * written. The text is parsed again: each entry must be below its heading exactly once, with no other entries
 * and no new warnings.
 */
export function writeSeed(file: SeedFile, entries: readonly EntryToWrite[]): SeedText {
  const plain = attempt(file, entries, false)
  const written = plain.ok && plain.undated && !isJson(file.path) ? attempt(file, entries, true) : plain
  if (written.ok) return written
  const [first] = entries.filter((one) => entries.length === 1 || !attempt(file, [one], true).ok)
  return { ok: false, why: written.why, entry: written.entry ?? first?.entry ?? null }
}

type Attempt =
  | (Extract<SeedText, { ok: true }> & { readonly undated: boolean })
  | Extract<SeedText, { ok: false }>

/**
 * Writes the entries and checks the result. `dated`: writes the date into the text of each entry, for formats
 * without dates.
 */
function attempt(file: SeedFile, entries: readonly EntryToWrite[], dated: boolean): Attempt {
  const { format, path } = file
  try {
    const text = format.revise(
      file.text,
      path,
      entries.map((one) => additionOf(one, dated)),
    )
    return check(file, text, entries)
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, why: cause.message, entry: null }
    throw cause
  }
}

const additionOf = ({ text, date, heading: section }: EntryToWrite, dated: boolean): Change =>
  dated && date !== null
    ? { kind: "add", section, text: `[${date}] ${text}`, date: null }
    : { kind: "add", section, text, date }

const isJson = (path: string): boolean => /\.jsonl?$/.test(path)

function check(
  { format, path, text: before }: SeedFile,
  text: string,
  entries: readonly EntryToWrite[],
): Attempt {
  const [parsed, had] = [format.parse(text, path), format.parse(before, path)]
  const known = new Set(had.diagnostics.map(({ code, message }) => `${code} ${message}`))
  const problem = parsed.diagnostics.find(
    (one) => one.severity !== "info" && !known.has(`${one.code} ${one.message}`),
  )
  if (problem !== undefined)
    return {
      ok: false,
      why: `line ${problem.line} would be malformed: ${problem.message}`,
      entry: entryIn(parsed, entries, problem.line),
    }
  const at = findWritten(parsed, entries)
  const missing = entries.find(({ entry }) => !at.has(entry))
  if (missing !== undefined)
    return {
      ok: false,
      why: "its text would not be parsed as a single entry",
      entry: missing.entry,
    }
  if (parsed.entries.length !== had.entries.length + entries.length)
    return { ok: false, why: "the text would be parsed as several entries", entry: null }
  const undated = entries.some(
    ({ entry, date }) => date !== null && parsed.entries[at.get(entry) ?? -1]?.date !== date,
  )
  return { ok: true, text, lines: textLines(text).length, parsed, at, undated }
}

/** Returns the index of each written entry in the parsed file, by id. Entries that are not found are left out. */
function findWritten(parsed: ParsedFile, entries: readonly EntryToWrite[]): Map<string, number> {
  const free = new Map<string, number[]>()
  for (const [index, { text, section }] of parsed.entries.entries()) {
    const key = keyOf(section === null ? null : (parsed.sections[section]?.name ?? null), text)
    free.set(key, [...(free.get(key) ?? []), index])
  }
  const at = new Map<string, number>()
  for (const { entry, text, heading } of entries) {
    const index = free.get(keyOf(heading, text.trim()))?.shift() ?? free.get(keyOf(heading, text))?.shift()
    if (index !== undefined) at.set(entry, index)
  }
  return at
}

const keyOf = (section: string | null, text: string): string => `${section?.toLowerCase() ?? ""}\0${text}`

function entryIn(
  { entries: read }: ParsedFile,
  entries: readonly EntryToWrite[],
  line: number,
): string | null {
  const found = read.find(({ span }) => span.line <= line && line <= span.endLine)
  return entries.find(({ text }) => text.trim() === found?.text)?.entry ?? null
}
