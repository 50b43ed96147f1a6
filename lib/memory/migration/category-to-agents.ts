import { formatCount } from "@/lib/memory/text/sentence"
import {
  audienceText,
  type Audience,
  type Change,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
} from "../memory-files/format"
import { audienceOf } from "../context/category-section"
import { groupBy } from "../text/aggregates"
import { textLines } from "../text/line-differences"
import { carryEntries, NO_PART } from "./carry"
import { type Insertion, insertBlocks } from "./insert"
import {
  type MigratedStatement,
  audienceIn,
  quoteBeginning,
  type NotMigrated,
  type Memory,
  type Problem,
  readMemory,
  hasSameContent,
} from "./migrated-memory"
import { type RoleSections, listRoleSections } from "./role-sections"

/** An entry of the category's file that an earlier migration made of an agent's entry. */
export interface MigratedEntry {
  readonly id: string
  readonly date: string | null
  /** Readers: "everyone", "coordinator" or "role:NAME". */
  readonly audience: string
}

export interface SplitFile {
  readonly path: string
  readonly readAs: string
  readonly format: MemoryFormat
  /** The current text, the text before an earlier migration, or the text of a new file. */
  readonly text: string
  readonly ids: readonly string[]
  readonly standing: "present" | "gone" | "none"
  /**
   * Entries that an earlier migration made of the entries of this file, by entry id; null if no migration
   * removed the file.
   */
  readonly became: ReadonlyMap<string, MigratedEntry> | null
}

export interface SplitAgent {
  readonly name: string
  readonly coordinator: boolean
  readonly optedOut: boolean
  /** Files of the agent. New entries are written to the first one. */
  readonly files: readonly SplitFile[]
}

export interface SplitInput {
  readonly category: string
  /** Coordinator of the category, even if that agent is not in the project. */
  readonly coordinator?: string | null
  readonly from: Memory
  readonly agents: readonly SplitAgent[]
  /** Ids of entries that were shared before agents' duplicates were merged into them. They go to all agents. */
  readonly common?: ReadonlySet<string>
}

export interface SplitFileText {
  readonly agent: string
  readonly path: string
  readonly text: string
  /** Id of each entry that the file had before; null for a new entry. */
  readonly ids: readonly (string | null)[]
  /** True if the file has the same bytes as before an earlier migration. */
  readonly restored: boolean
}

export interface SplitCategory {
  readonly files: readonly SplitFileText[]
  readonly entries: readonly MigratedStatement[]
  readonly left: readonly NotMigrated[]
  readonly problems: readonly Problem[]
}

/** An entry with an agent that gets it. */
interface Assignment {
  readonly agent: SplitAgent
  readonly index: number
}

/** Parsed memory file of the category that is split into files of its agents. */
interface CategoryFile {
  readonly from: Memory
  readonly parsed: ParsedFile
  /** Indexes of its entries by id. */
  readonly indexOf: ReadonlyMap<string, number>
}

type Row = MigratedStatement & {
  /** Index of the entry in the category's file; Infinity for an entry of the agent's own file. */
  readonly order: number
}

/**
 * Splits a category's file into one file for each agent. Files that an earlier migration merged are restored
 * with the later changes: edits, retirements and removals apply to them too, and new entries go to their
 * readers. Merged entries go back to all agents that had them, and new shared entries to every agent.
 */
export function splitCategoryIntoAgents(spreading: SplitInput): SplitCategory {
  const { from, agents } = spreading
  const parsed = readMemory(from)
  if (from.ids.length !== parsed.entries.length)
    return stopped([
      {
        path: from.path,
        message: "the file is now parsed differently than when it was stored: import it again",
      },
    ])
  const awake = agents.filter(({ optedOut }) => !optedOut)
  const { assignments, problems } = assign(spreading, parsed, awake)
  if (problems.length > 0) return stopped(oncePerMessage(problems))
  const category = { from, parsed, indexOf: new Map(from.ids.map((id, index) => [id, index])) }
  const result: WritingResult = { files: [], rows: [], left: leftIn(from, parsed), problems: [] }
  const byAgent = groupBy(assignments, ({ agent }) => agent.name)
  for (const agent of awake) {
    const mine = (byAgent.get(agent.name) ?? []).map(({ index }) => index)
    writeAgent(agent, mine, category, result)
  }
  if (result.problems.length > 0) return stopped(oncePerMessage(result.problems))
  return {
    files: result.files,
    entries: result.rows.toSorted((a, b) => a.order - b.order).map(({ order: _, ...row }) => row),
    left: result.left,
    problems: [],
  }
}

/** Returns the agents that get each entry, and a problem for each entry that no agent gets. */
function assign(
  { category, coordinator = null, from, agents, common = new Set() }: SplitInput,
  parsed: ParsedFile,
  awake: readonly SplitAgent[],
): { assignments: Assignment[]; problems: Problem[] } {
  const origins = originsOf(awake)
  const byName = new Map(awake.map((agent) => [agent.name, agent]))
  const roster = listRoleSections(awake.map(({ name }) => name))
  const problems: Problem[] = []
  const assignments: Assignment[] = []
  for (const [index, entry] of parsed.entries.entries()) {
    const audience = audienceIn(parsed, entry)
    const readers = readersOf(audience, {
      entry: from.ids[index] as string,
      awake,
      byName,
      roster,
      origins,
      common,
    })
    if (readers.length === 0)
      problems.push({
        path: from.path,
        message: `line ${entry.span.line}: ${whyNobody(audience, { category, coordinator, agents })}`,
      })
    assignments.push(...readers.map((agent) => ({ agent, index })))
  }
  return { assignments, problems }
}

interface WritingResult {
  readonly files: SplitFileText[]
  readonly rows: Row[]
  readonly left: NotMigrated[]
  readonly problems: Problem[]
}

/**
 * Adds the planned files of an agent to the result, with the rows and problems. `mine`: indexes of the
 * entries that go to the agent.
 */
function writeAgent(
  agent: SplitAgent,
  mine: readonly number[],
  category: CategoryFile,
  { files, rows, left, problems }: WritingResult,
): void {
  const { from, parsed } = category
  const brought = new Set<number>()
  for (const [place, file] of agent.files.entries()) {
    const written = writeFile(file, category, { mine, adds: place === 0 })
    if ("message" in written) {
      problems.push({ path: file.path, message: written.message })
      continue
    }
    for (const row of written.rows) brought.add(row.order)
    rows.push(...written.rows)
    if (written.gone > 0) left.push(removedSince(file, written.gone, from))
    if (file.standing !== "none" || written.rows.length > 0)
      files.push({
        agent: agent.name,
        path: file.path,
        text: written.text,
        ids: written.ids,
        restored: file.standing === "gone" && written.text === file.text,
      })
  }
  const lost = mine.find((index) => !brought.has(index))
  const entry = lost === undefined ? undefined : parsed.entries[lost]
  if (entry !== undefined && problems.length === 0)
    problems.push({
      path: from.path,
      message: `line ${entry.span.line}: ${agent.name} has no target file for ${quoteBeginning(entry.text)}`,
    })
}

const removedSince = ({ path }: SplitFile, count: number, from: Memory): NotMigrated => ({
  path,
  why: `${formatCount(count, "entry", "entries")} ${count === 1 ? "has" : "have"} since been removed from ${from.path} and ${count === 1 ? "was" : "were"} removed here too`,
})

const stopped = (problems: readonly Problem[]): SplitCategory => ({
  files: [],
  entries: [],
  left: [],
  problems,
})

const oncePerMessage = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [`${one.path} ${one.message}`, one])).values(),
]

/** Returns for each entry id of the category's file the agents whose files it came from, and its readers at that time. */
function originsOf(agents: readonly SplitAgent[]): Map<string, { agent: SplitAgent; audience: string }[]> {
  const all = agents.flatMap((agent) =>
    agent.files.flatMap(({ became }) =>
      [...(became?.values() ?? [])].map(({ id, audience }) => ({ id, agent, audience })),
    ),
  )
  return groupBy(all, ({ id }) => id)
}

/** Returns the agents that get an entry. */
function readersOf(
  audience: Audience,
  {
    entry,
    awake,
    byName,
    roster,
    origins,
    common,
  }: {
    entry: string
    awake: readonly SplitAgent[]
    byName: ReadonlyMap<string, SplitAgent>
    roster: RoleSections
    common: ReadonlySet<string>
    origins: ReadonlyMap<string, readonly { agent: SplitAgent; audience: string }[]>
  },
): SplitAgent[] {
  if (audience.kind === "coordinator") return awake.filter(({ coordinator }) => coordinator)
  if (audience.kind === "role") {
    return roster.ownersOf(audience.role).flatMap((name) => byName.get(name) ?? [])
  }
  const merged = origins.get(entry) ?? []
  const back = merged.length > 0 && !common.has(entry) && merged.every((one) => one.audience === "everyone")
  if (!back) return [...awake]
  const sayers = new Set(merged.map(({ agent }) => agent))
  return awake.filter((agent) => sayers.has(agent))
}

function whyNobody(
  audience: Audience,
  { category, coordinator = null, agents }: Pick<SplitInput, "category" | "coordinator" | "agents">,
): string {
  if (audience.kind === "everyone")
    return `${category} has no agents to receive the shared entries: add agents under Settings > Categories`
  if (audience.kind === "coordinator")
    return `${whyNoCoordinator(category, coordinator)}, or move these notes to another section`
  const silent = agents.filter(({ optedOut }) => optedOut).map(({ name }) => name)
  const owner = listRoleSections(silent).ownersOf(audience.role)[0]
  if (owner !== undefined)
    return `${owner} has opted out of memory: remove its section, or turn its memory back on`
  return `no agent in ${category} matches the section for ${audience.role}: add a matching agent under Settings > Categories, or rename the section`
}

const whyNoCoordinator = (category: string, coordinator: string | null): string =>
  coordinator === null
    ? `${category} has no coordinator to receive its Coordinator Notes: choose one under Settings > Categories`
    : `${coordinator}, the coordinator of ${category}, is not in this project or has opted out of memory, and cannot receive the Coordinator Notes: create memory for the coordinator here first, choose another coordinator under Settings > Categories`

interface Share {
  /** Indexes of the category's entries that go to the agent. */
  readonly mine: readonly number[]
  /** True for the file that gets new entries. */
  readonly adds: boolean
}

interface WrittenFile {
  readonly text: string
  readonly ids: readonly (string | null)[]
  readonly rows: readonly Row[]
  /** Number of entries that were removed from the category's file after the earlier migration. */
  readonly gone: number
}

/** An entry of the agent's file that stays. */
interface Kept {
  readonly id: string
  readonly was: ParsedEntry
  readonly said: Pick<ParsedEntry, "text" | "state" | "retiredBecause" | "date">
  /** Index of the same entry in the category's file; null if it is not there. */
  readonly is: number | null
}

function writeFile(
  file: SplitFile,
  category: CategoryFile,
  { mine, adds }: Share,
): WrittenFile | { readonly message: string } {
  const { from, parsed } = category
  const own = file.format.parse(file.text, file.readAs)
  if (file.standing !== "none" && own.entries.length !== file.ids.length)
    return { message: "the file is now parsed differently than when it was stored: import it again" }
  const { changes, kept, gone } = reconcile(file, own, { category, mine: new Set(mine) })
  const base = revised(file, changes)
  if (base === null || !isAsExpected(base, kept))
    return {
      message: `later changes in ${from.path} cannot be written here without affecting other entries: undo the migration that created the file, or revert ${from.path}`,
    }
  const back = new Set(kept.map(({ is }) => is))
  const wanted = adds ? mine.filter((index) => !back.has(index)) : []
  const keptAt = keptByText(kept, parsed)
  const fresh = wanted.filter((index) => keptAt(index) === undefined)
  const added = addTo(file, base, { from, parsed, fresh })
  if ("message" in added) return added
  const present = wanted.flatMap((index) => {
    const at = keptAt(index)
    const place = at === undefined ? -1 : added.order.findIndex((one) => "kept" in one && one.kept === at)
    return place < 0 ? [] : [{ index, place }]
  })
  return {
    text: added.text,
    ids: added.order.map((one) => ("kept" in one ? (kept[one.kept] as Kept).id : null)),
    rows: rowsOf(file, category, { kept, added, present }),
    gone,
  }
}

/** Compares the agent's file with the category's: returns the changes to make, and the entries that stay. */
function reconcile(
  file: SplitFile,
  own: ParsedFile,
  {
    category: { parsed, indexOf },
    mine,
  }: { readonly category: CategoryFile; readonly mine: ReadonlySet<number> },
): { changes: Change[]; kept: Kept[]; gone: number } {
  const changes: Change[] = []
  const kept: Kept[] = []
  let gone = 0
  for (const [entry, was] of own.entries.entries()) {
    const id = file.ids[entry] ?? ""
    const became = file.became?.get(id)
    if (!became) {
      kept.push({ id, was, said: was, is: null })
      continue
    }
    const index = indexOf.get(became.id)
    const is = index !== undefined && mine.has(index) ? parsed.entries[index] : undefined
    if (index === undefined) gone += 1
    if (index === undefined || !is || isRestated(was, is, became)) {
      changes.push({ kind: "remove", entry })
      continue
    }
    changes.push(...changesOf(entry, was, is))
    kept.push({ id, was, said: { ...is, date: was.date }, is: index })
  }
  return { changes, kept, gone }
}

/** True if the date or the reason of retirement has changed. The entry is then written again, because formats cannot edit these. */
const isRestated = (was: ParsedEntry, is: ParsedEntry, became: MigratedEntry): boolean =>
  is.date !== became.date ||
  (is.state === "retired" &&
    was.state === "retired" &&
    (is.retiredBecause ?? "") !== (was.retiredBecause ?? ""))

function changesOf(entry: number, was: ParsedEntry, is: ParsedEntry): Change[] {
  const changes: Change[] = []
  if (is.text !== was.text) changes.push({ kind: "edit", entry, text: is.text })
  if (is.state === "retired" && was.state === "current")
    changes.push({ kind: "retire", entry, why: is.retiredBecause ?? "" })
  if (is.state === "current" && was.state === "retired") changes.push({ kind: "restore", entry })
  return changes
}

const isAsExpected = ({ entries }: ParsedFile, kept: readonly Kept[]): boolean =>
  entries.length === kept.length &&
  kept.every(({ said }, at) => hasSameContent(said, entries[at] as ParsedEntry))

/** Returns a function that finds the kept entry with the text of a current entry of the category's file. */
function keptByText(kept: readonly Kept[], { entries }: ParsedFile): (index: number) => number | undefined {
  const places = new Map(
    kept.flatMap(({ said }, at) => (said.state === "current" ? [[said.text, at] as const] : [])),
  )
  return (index) => (entries[index]?.state === "current" ? places.get(entries[index]?.text ?? "") : undefined)
}

/** Returns the positions, before and after, of the entries of a file and of the category's entries in it. */
function rowsOf(
  file: SplitFile,
  { from, parsed }: CategoryFile,
  {
    kept,
    added,
    present,
  }: {
    readonly kept: readonly Kept[]
    readonly added: AddedText
    /** Entries that the file already had, with their places in the new text. */
    readonly present: readonly { readonly index: number; readonly place: number }[]
  },
): Row[] {
  const now = added.parsed
  const toOf = (at: number): MigratedStatement["to"] => {
    const entry = now.entries[at] as ParsedEntry
    return { path: file.path, line: entry.span.line, section: sectionName(now, entry), at }
  }
  const rowOf = (index: number, at: number, how: MigratedStatement["how"], why: string): Row => {
    const { text, state, span } = parsed.entries[index] as ParsedEntry
    const origin = { path: from.path, line: span.line, id: from.ids[index] ?? null }
    return { text, state, from: origin, to: toOf(at), how, why, order: index }
  }
  const whyFresh = (index: number) =>
    audienceIn(parsed, parsed.entries[index] as ParsedEntry).kind === "everyone"
      ? "Shared by the category"
      : "From the agent’s section"
  const rows = added.order.map((one, at): Row => {
    if ("fresh" in one) return rowOf(one.fresh, at, "moved", whyFresh(one.fresh))
    const { is, was, id } = kept[one.kept] as Kept
    if (is !== null) return rowOf(is, at, "moved", "Moved back to its original file")
    const { text, state, span } = was
    const origin = { path: file.path, line: span.line, id }
    return {
      text,
      state,
      from: origin,
      to: toOf(at),
      how: "same",
      why: "Already in the target file",
      order: Infinity,
    }
  })
  return [
    ...rows,
    ...present.map(({ index, place }) => rowOf(index, place, "same", "Already in the target file")),
  ]
}

const sectionName = ({ sections }: ParsedFile, entry: ParsedEntry | undefined): string | null =>
  typeof entry?.section === "number" ? (sections[entry.section]?.name ?? null) : null

type Base = ParsedFile & { readonly text: string }

function revised({ format, text, readAs }: SplitFile, changes: readonly Change[]): Base | null {
  try {
    const next = changes.length === 0 ? text : format.revise(text, readAs, changes)
    return { ...format.parse(next, readAs), text: next }
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** Origin of an entry of the new text: index of a kept entry, or of an entry of the category's file. */
type Order = { readonly kept: number } | { readonly fresh: number }

interface AddedText {
  readonly text: string
  readonly parsed: ParsedFile
  readonly order: readonly Order[]
}

function addTo(
  file: SplitFile,
  base: Base,
  { from, parsed, fresh }: { from: Memory; parsed: ParsedFile; fresh: readonly number[] },
): AddedText | { readonly message: string } {
  if (fresh.length === 0)
    return { text: base.text, parsed: base, order: base.entries.map((_, kept) => ({ kept })) }
  const groups = groupBy(fresh, (index) => labelOf(parsed, parsed.entries[index] as ParsedEntry) ?? "")
  const additions: Insertion[] = []
  const reader = { format: file.format, readAs: file.readAs }
  for (const [label, indices] of [...groups].toSorted(([a], [b]) => Number(a !== "") - Number(b !== ""))) {
    const part = carryEntries(from.text, parsed, indices, reader)
    if ("stuck" in part)
      return {
        message: `line ${part.stuck.span.line} of ${from.path}: ${quoteBeginning(part.stuck.text)} cannot be written here unchanged: write it as a list item`,
      }
    additions.push({ into: intoOf(file, base, label), block: { lead: part, rest: NO_PART } })
  }
  for (const loose of [false, true]) {
    const { text, order } = insertBlocks(base.text, base, { additions, loose })
    const after = file.format.parse(text, file.readAs)
    const read = order.map((one): Order => ("stood" in one ? { kept: one.stood } : { fresh: one.entry }))
    if (
      after.entries.length === read.length &&
      read.every((one, at) =>
        hasSameContent(
          "kept" in one
            ? (base.entries[one.kept] as ParsedEntry)
            : (parsed.entries[one.fresh] as ParsedEntry),
          after.entries[at] as ParsedEntry,
        ),
      )
    )
      return { text, parsed: after, order: read }
  }
  return {
    message: `the other entries of ${from.path} cannot be added to this file: close the code fences and comments in this file`,
  }
}

/** Returns the heading that an entry had before it was merged into the category's file; null if none is known. */
function labelOf({ sections }: ParsedFile, { section }: ParsedEntry): string | null {
  const found = section === null ? undefined : sections[section]
  if (found === undefined || found.level === 1 || audienceOf(found.name) !== null) return null
  const bare = found.name.replace(/ \([^()]*\)$/, "")
  return audienceOf(bare) === null ? found.name : bare
}

const FINDINGS = "Accumulated Findings"

function intoOf({ format }: SplitFile, { sections }: ParsedFile, label: string): Insertion["into"] {
  const wanted = label === "" && format.id === "kaizen" ? FINDINGS : label
  if (wanted === "") return { section: sections[0]?.level === 1 ? 0 : null }
  const found = sections.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found >= 0) return { section: found }
  const log = sections.findIndex(({ name }) => name.trim().toLowerCase() === "session log")
  return { heading: wanted, before: log < 0 ? null : log }
}

/** Returns the lines of the category's file that are not migrated. */
function leftIn(from: Memory, { entries, sections }: ParsedFile): NotMigrated[] {
  const lines = textLines(from.text)
  const taken = new Uint8Array(lines.length + 2)
  for (const { span } of entries) taken.fill(1, span.line, span.endLine + 1)
  for (const { span } of sections) taken[span.line] = 1
  const others = lines.filter(
    (line, at) => line.trim() !== "" && taken[at + 1] === 0 && !/^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line),
  ).length
  return others === 0
    ? []
    : [
        {
          path: from.path,
          why: `${formatCount(others, "line that is not part of an entry", "lines that are not part of an entry")}: not migrated, but kept in the file’s history`,
        },
      ]
}

/**
 * Returns the data about an entry of the category's file that a migration stores to recognize changes later.
 */
export const migratedEntryOf = (parsed: ParsedFile, at: number): Omit<MigratedEntry, "id"> => {
  const entry = parsed.entries[at] as ParsedEntry
  return { date: entry.date, audience: audienceText(audienceIn(parsed, entry)) }
}
