import { audienceOf } from "../context/category-section"
import type { Audience, Change, MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import { groupBy } from "../text/group"
import { textLines } from "../text/text-lines"
import { carryEntries, NO_PART } from "./carry"
import { type Addition, insertBlocks } from "./insert"
import {
  type Accounted,
  audienceIn,
  audienceWords,
  counted,
  gist,
  type Left,
  type Memory,
  type Problem,
  readMemory,
  saysTheSame,
} from "./memory"
import { type Roster, rosterOf } from "./roles"

/** What an entry of an agent's file had become in the category's file, as an earlier migration wrote it. */
export interface Became {
  /** Id of the entry there. */
  readonly id: string
  readonly date: string | null
  /** "everyone", "coordinator" or "role:<name>". */
  readonly audience: string
}

export interface SpreadFile {
  readonly path: string
  readonly readAs: string
  readonly format: MemoryFormat
  /** As it stands, as it stood before an earlier migration, or a new one. */
  readonly text: string
  readonly ids: readonly string[]
  readonly standing: "present" | "gone" | "none"
  /** By the ids of its entries; null: no migration took it away. */
  readonly became: ReadonlyMap<string, Became> | null
}

export interface SpreadAgent {
  readonly name: string
  readonly coordinator: boolean
  /** Null: it may have memory. */
  readonly optedOut: boolean
  /** The first takes what is new. */
  readonly files: readonly SpreadFile[]
}

export interface Spreading {
  readonly category: string
  /** As the category names it, also where it is not there. */
  readonly coordinator?: string | null
  readonly from: Memory
  readonly agents: readonly SpreadAgent[]
  /** Ids of its entries that all shared before they came to stand for those of agents, too: these go back to everyone. */
  readonly common?: ReadonlySet<string>
}

export interface SpreadText {
  readonly agent: string
  readonly path: string
  readonly text: string
  /** Of its entries: the id where it stood in the file before, null for one that is new there. */
  readonly ids: readonly (string | null)[]
  /** It has the very bytes that it had before an earlier migration. */
  readonly restored: boolean
}

export interface Spread {
  readonly files: readonly SpreadText[]
  readonly entries: readonly Accounted[]
  readonly left: readonly Left[]
  readonly problems: readonly Problem[]
}

interface Going {
  readonly agent: SpreadAgent
  readonly index: number
}

/**
 * A file for each agent, of the one of their category. Where a migration had made that of files of agents, each of these is what it was but
 * for what changed since: what was edited, retired or taken out there is so here, and what is new goes to whom it speaks to. What had been
 * merged of several goes back to these; what all share and is new goes to each agent.
 */
export function spread({
  category,
  coordinator = null,
  from,
  agents,
  common = new Set(),
}: Spreading): Spread {
  const parsed = readMemory(from)
  if (from.ids.length !== parsed.entries.length)
    return stopped([
      {
        path: from.path,
        message: "the file is now parsed differently than when it was stored: import it again",
      },
    ])
  const awake = agents.filter(({ optedOut }) => !optedOut)
  const origins = originsOf(awake)
  const byName = new Map(awake.map((agent) => [agent.name, agent]))
  const indexOf = new Map(from.ids.map((id, index) => [id, index]))
  const roster = rosterOf(awake.map(({ name }) => name))
  const problems: Problem[] = []
  const goings: Going[] = []
  for (const [index, entry] of parsed.entries.entries()) {
    const audience = audienceIn(parsed, entry)
    const goers = goersOf(audience, {
      entry: from.ids[index] as string,
      awake,
      byName,
      roster,
      origins,
      common,
    })
    if (goers.length === 0)
      problems.push({
        path: from.path,
        message: `line ${entry.span.line}: ${whyNobody(audience, { category, coordinator, agents })}`,
      })
    goings.push(...goers.map((agent) => ({ agent, index })))
  }
  if (problems.length > 0) return stopped(oncePerMessage(problems))
  const files: SpreadText[] = []
  const rows: (Accounted & { order: number })[] = []
  const left: Left[] = leftIn(from, parsed)
  const byAgent = groupBy(goings, ({ agent }) => agent.name)
  for (const agent of awake) {
    const mine = (byAgent.get(agent.name) ?? []).map(({ index }) => index)
    const brought = new Set<number>()
    for (const [place, file] of agent.files.entries()) {
      const written = writeFile(file, { from, parsed, indexOf, mine, adds: place === 0 })
      if ("message" in written) {
        problems.push({ path: file.path, message: written.message })
        continue
      }
      for (const row of written.rows) brought.add(row.order)
      rows.push(...written.rows)
      if (written.gone > 0)
        left.push({
          path: file.path,
          why: `${counted(written.gone, "entry", "entries")} ${written.gone === 1 ? "was" : "were"} removed from ${from.path} since, and removed here too`,
        })
      if (file.standing !== "none" || written.rows.length > 0)
        files.push({
          agent: agent.name,
          path: file.path,
          text: written.text,
          ids: written.ids,
          restored: file.standing === "gone" && written.text === file.text,
        })
    }
    for (const index of mine)
      if (!brought.has(index) && problems.length === 0)
        problems.push({
          path: from.path,
          message: `line ${parsed.entries[index]?.span.line}: ${gist(parsed.entries[index]?.text ?? "")} has no target file for ${agent.name}`,
        })
  }
  return problems.length > 0
    ? stopped(oncePerMessage(problems))
    : {
        files,
        entries: rows.toSorted((a, b) => a.order - b.order).map(({ order: _, ...row }) => row),
        left,
        problems,
      }
}

const stopped = (problems: readonly Problem[]): Spread => ({ files: [], entries: [], left: [], problems })

const oncePerMessage = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [`${one.path} ${one.message}`, one])).values(),
]

/** By the id of an entry of the category's file: the agents whose files it came from, and whom it spoke to then. */
function originsOf(agents: readonly SpreadAgent[]): Map<string, { agent: SpreadAgent; audience: string }[]> {
  const all = agents.flatMap((agent) =>
    agent.files.flatMap(({ became }) =>
      [...(became?.values() ?? [])].map(({ id, audience }) => ({ id, agent, audience })),
    ),
  )
  return groupBy(all, ({ id }) => id)
}

function goersOf(
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
    awake: readonly SpreadAgent[]
    byName: ReadonlyMap<string, SpreadAgent>
    roster: Roster
    common: ReadonlySet<string>
    origins: ReadonlyMap<string, readonly { agent: SpreadAgent; audience: string }[]>
  },
): SpreadAgent[] {
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
  { category, coordinator = null, agents }: Pick<Spreading, "category" | "coordinator" | "agents">,
): string {
  if (audience.kind === "everyone")
    return `${category} has no agents to take the shared entries: add agents under Settings > Categories`
  if (audience.kind === "coordinator")
    return `${whyNoCoordinator(category, coordinator)}, or move these notes to another section`
  const silent = agents.filter(({ optedOut }) => optedOut).map(({ name }) => name)
  const owner = rosterOf(silent).ownersOf(audience.role)[0]
  if (owner !== undefined)
    return `${owner} has opted out of memory: remove its section, or turn its memory on again`
  return `no agent of ${category} matches the section of ${audience.role}: add that agent under Settings > Categories, or rename the section`
}

const whyNoCoordinator = (category: string, coordinator: string | null): string =>
  coordinator === null
    ? `${category} has no coordinator to take its Coordinator Notes: choose one under Settings > Categories`
    : `${coordinator}, the coordinator of ${category}, is not in this project or has opted out and cannot take its Coordinator Notes: give it memory here first, choose another coordinator under Settings > Categories`

interface Writing {
  readonly from: Memory
  readonly parsed: ParsedFile
  /** Of its entries, by their ids. */
  readonly indexOf: ReadonlyMap<string, number>
  /** Entries of the category's file that go to the agent. */
  readonly mine: readonly number[]
  /** Whether it takes what is new. */
  readonly adds: boolean
}

interface WrittenFile {
  readonly text: string
  readonly ids: readonly (string | null)[]
  readonly rows: readonly (Accounted & { order: number })[]
  /** Entries that somebody took out of the category's file since. */
  readonly gone: number
}

interface Kept {
  readonly id: string
  readonly was: ParsedEntry
  readonly said: Pick<ParsedEntry, "text" | "state" | "retiredBecause" | "date">
  /** The category's entry that it is; null: it stands by itself. */
  readonly is: number | null
}

function writeFile(
  file: SpreadFile,
  { from, parsed, indexOf, mine, adds }: Writing,
): WrittenFile | { readonly message: string } {
  const own = file.format.parse(file.text, file.readAs)
  if (file.standing !== "none" && own.entries.length !== file.ids.length)
    return { message: "the file is now parsed differently than when it was stored: import it again" }
  const going = new Set(mine)
  const changes: Change[] = []
  const kept: Kept[] = []
  const back = new Set<number>()
  let gone = 0
  for (const [entry, was] of own.entries.entries()) {
    const became = file.became?.get(file.ids[entry] ?? "")
    const index = became && indexOf.get(became.id)
    const is = index === undefined || !going.has(index) ? undefined : parsed.entries[index]
    if (!became) kept.push({ id: file.ids[entry] ?? "", was, said: was, is: null })
    else if (index === undefined || !is) {
      changes.push({ kind: "remove", entry })
      if (index === undefined) gone += 1
    } else if (
      is.date !== became.date ||
      (is.state === "retired" &&
        was.state === "retired" &&
        (is.retiredBecause ?? "") !== (was.retiredBecause ?? ""))
    )
      changes.push({ kind: "remove", entry })
    else {
      if (is.text !== was.text) changes.push({ kind: "edit", entry, text: is.text })
      if (is.state === "retired" && was.state === "current")
        changes.push({ kind: "retire", entry, why: is.retiredBecause ?? "" })
      if (is.state === "current" && was.state === "retired") changes.push({ kind: "restore", entry })
      kept.push({ id: file.ids[entry] ?? "", was, said: { ...is, date: was.date }, is: index })
      back.add(index)
    }
  }
  const base = revised(file, changes)
  if (
    base === null ||
    base.entries.length !== kept.length ||
    !kept.every(({ said }, at) => saysTheSame(said, base.entries[at] as ParsedEntry))
  )
    return {
      message: `later changes in ${from.path} cannot be written here without other changes: undo the migration that created it, or revert ${from.path}`,
    }
  const stands = new Map(
    kept.flatMap(({ said }, at) => (said.state === "current" ? [[said.text, at] as const] : [])),
  )
  const there = (index: number) =>
    parsed.entries[index]?.state === "current" ? stands.get(parsed.entries[index]?.text ?? "") : undefined
  const wanted = adds ? mine.filter((index) => !back.has(index)) : []
  const fresh = wanted.filter((index) => there(index) === undefined)
  const added = addTo(file, base, { from, parsed, fresh })
  if ("message" in added) return added
  const now = added.parsed
  const placed = added.order
  const rowOf = (index: number, at: number, how: Accounted["how"], why: string) => {
    const [entry, is] = [parsed.entries[index] as ParsedEntry, now.entries[at] as ParsedEntry]
    return {
      text: entry.text,
      state: entry.state,
      from: { path: from.path, line: entry.span.line, id: from.ids[index] ?? null },
      to: { path: file.path, line: is.span.line, section: sectionName(now, is), at },
      how,
      why,
      order: index,
    }
  }
  const stayed = (at: number) => ({
    to: {
      path: file.path,
      line: now.entries[at]?.span.line ?? 0,
      section: sectionName(now, now.entries[at]),
      at,
    },
    how: "same" as const,
    why: "Already there",
    order: Infinity,
  })
  const rows = placed.flatMap((one, at) => {
    if ("fresh" in one)
      return [
        rowOf(
          one.fresh,
          at,
          "moved" as const,
          audienceIn(parsed, parsed.entries[one.fresh] as ParsedEntry).kind === "everyone"
            ? "Shared by the category"
            : "From the agent’s section",
        ),
      ]
    const { is, was } = kept[one.kept] as Kept
    return is === null
      ? [
          {
            ...stayed(at),
            text: was.text,
            state: was.state,
            from: { path: file.path, line: was.span.line, id: (kept[one.kept] as Kept).id },
          },
        ]
      : [rowOf(is, at, "moved" as const, "Moved back to its original file")]
  })
  const same = wanted.flatMap((index) => {
    const at = there(index)
    const place = at === undefined ? -1 : placed.findIndex((one) => "kept" in one && one.kept === at)
    return place < 0 ? [] : [rowOf(index, place, "same" as const, "Already there")]
  })
  return {
    text: added.text,
    ids: placed.map((one) => ("kept" in one ? (kept[one.kept] as Kept).id : null)),
    rows: [...rows, ...same],
    gone,
  }
}

const sectionName = ({ sections }: ParsedFile, entry: ParsedEntry | undefined): string | null =>
  typeof entry?.section === "number" ? (sections[entry.section]?.name ?? null) : null

type Base = ParsedFile & { readonly text: string }

function revised({ format, text, readAs }: SpreadFile, changes: readonly Change[]): Base | null {
  try {
    const next = changes.length === 0 ? text : format.revise(text, readAs, changes)
    return { ...format.parse(next, readAs), text: next }
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

type Order = { readonly kept: number } | { readonly fresh: number }

function addTo(
  file: SpreadFile,
  base: Base,
  { from, parsed, fresh }: { from: Memory; parsed: ParsedFile; fresh: readonly number[] },
): { text: string; parsed: ParsedFile; order: Order[] } | { readonly message: string } {
  if (fresh.length === 0)
    return { text: base.text, parsed: base, order: base.entries.map((_, kept) => ({ kept })) }
  const groups = groupBy(fresh, (index) => labelOf(parsed, parsed.entries[index] as ParsedEntry) ?? "")
  const additions: Addition[] = []
  const reader = { format: file.format, readAs: file.readAs }
  for (const [label, indices] of [...groups].toSorted(([a], [b]) => Number(a !== "") - Number(b !== ""))) {
    const part = carryEntries(from.text, parsed, indices, reader)
    if ("stuck" in part)
      return {
        message: `line ${part.stuck.span.line} of ${from.path}: ${gist(part.stuck.text)} cannot be written here unchanged: write it as a list item`,
      }
    additions.push({ into: intoOf(file, base, label), block: { lead: part, rest: NO_PART } })
  }
  for (const loose of [false, true]) {
    const { text, order } = insertBlocks(base.text, base, additions, loose)
    const after = file.format.parse(text, file.readAs)
    const read = order.map((one): Order => ("stood" in one ? { kept: one.stood } : { fresh: one.entry }))
    if (
      after.entries.length === read.length &&
      read.every((one, at) =>
        saysTheSame(
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
    message: `the other entries of ${from.path} cannot be added to it: close its code fences and comments`,
  }
}

/** The heading that an entry stood under before it came into the category's file, as that kept it; null where it says none. */
function labelOf({ sections }: ParsedFile, { section }: ParsedEntry): string | null {
  const found = section === null ? undefined : sections[section]
  if (found === undefined || found.level === 1 || audienceOf(found.name) !== null) return null
  const bare = found.name.replace(/ \([^()]*\)$/, "")
  return audienceOf(bare) === null ? found.name : bare
}

const FINDINGS = "Accumulated Findings"

function intoOf({ format }: SpreadFile, { sections }: ParsedFile, label: string): Addition["into"] {
  const wanted = label === "" && format.id === "kaizen" ? FINDINGS : label
  if (wanted === "") return { section: sections[0]?.level === 1 ? 0 : null }
  const found = sections.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found >= 0) return { section: found }
  const log = sections.findIndex(({ name }) => name.trim().toLowerCase() === "session log")
  return { heading: wanted, before: log < 0 ? null : log }
}

/** Lines of the category's file that no agent's file gets. */
function leftIn(from: Memory, { entries, sections }: ParsedFile): Left[] {
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
          why: `${counted(others, "line without an entry", "lines without an entry")}: not migrated, kept in the history of the file`,
        },
      ]
}

/** What is kept of an entry of the category's file, to know it again. */
export const becameOf = (parsed: ParsedFile, at: number): Omit<Became, "id"> => {
  const entry = parsed.entries[at] as ParsedEntry
  return { date: entry.date, audience: audienceWords(audienceIn(parsed, entry)) }
}
