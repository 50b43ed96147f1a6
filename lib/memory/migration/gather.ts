import type { Audience, MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import { groupBy } from "../text/group"
import { carry, carryEntries, isTight, NO_PART, type Part } from "./carry"
import { type Addition, insertBlocks, type Placed } from "./insert"
import {
  type Accounted,
  audienceIn,
  gist,
  type Left,
  type Memory,
  type Problem,
  readMemory,
  type Said,
  saysTheSame,
} from "./memory"
import { type Place, type Roster, rosterOf } from "./roles"

export interface GatheredSource {
  readonly memory: Memory
  readonly place: Place
  /** Lines that its format puts into a new file. */
  readonly scaffold: ReadonlySet<string>
}

export interface Gathering {
  readonly name: string
  /** Of the category, in the order of their sections. */
  readonly agents: readonly string[]
  readonly sources: readonly GatheredSource[]
  /** The category's file as it stands; null: it is made. */
  readonly into: Memory | null
  readonly target: { readonly path: string; readonly readAs: string; readonly format: MemoryFormat }
}

export interface Gathered {
  readonly text: string
  readonly entries: readonly Accounted[]
  readonly left: readonly Left[]
  readonly problems: readonly Problem[]
}

/** An entry of one of the files. */
interface Copy {
  /** -1: of the category's file. */
  readonly source: number
  readonly index: number
  readonly entry: ParsedEntry
  readonly agent: string | null
}

/** A statement that stands once for all that say it. */
interface Merge {
  /** Of an agent's file, where it does not stay. */
  readonly keeper: Copy
  readonly copies: readonly Copy[]
  /** The keeper stays where it stands: it was shared before. */
  readonly stays: boolean
}

/**
 * One file for a category, of a file for each agent or role. What two agents or more say word for word, or one and what they share, comes to stand
 * once, in Shared Patterns, with its newest date. Each entry is accounted for against what the format reads of the new text.
 */
export function gather(gathering: Gathering): Gathered {
  const { sources, into, target, name } = gathering
  const roster = rosterOf(gathering.agents)
  const parsed = sources.map(({ memory }) => readMemory(memory))
  const standing = into && readMemory(into)
  const otherwise = [
    ...sources.map(({ memory }, at) => ({ memory, file: parsed[at] as ParsedFile })),
    ...(into && standing ? [{ memory: into, file: standing }] : []),
  ].filter(({ memory, file }) => memory.ids.length !== file.entries.length)
  if (otherwise.length > 0)
    return stopped(
      otherwise.map(({ memory }) => ({
        path: memory.path,
        message: "the file is now parsed differently than when it was stored: import it again",
      })),
    )
  const nameless = sources.flatMap(({ memory, place }) => {
    const why = place.kind === "role" ? whyNoSection(place.agent, roster) : null
    return why === null ? [] : [{ path: memory.path, message: why }]
  })
  if (nameless.length > 0) return stopped(nameless)
  const merges = mergesOf(gathering, parsed, standing)
  const leaving = groupBy(
    merges.flatMap(({ keeper, copies, stays }) => [...copies, ...(stays ? [] : [keeper])]),
    ({ source }) => source,
  )
  const left: Left[] = []
  const problems: Problem[] = []
  const parts = sources.map((source, at) => {
    const out = new Set((leaving.get(at) ?? []).map(({ index }) => index))
    const rest = without(source.memory, parsed[at] as ParsedFile, out)
    const carried =
      rest &&
      carry(
        {
          text: rest.text,
          parsed: rest.parsed,
          scaffold: source.scaffold,
          of: source.place.kind === "role" ? source.place.agent : name,
        },
        target,
      )
    if (carried && "stuck" in carried) problems.push(stuck(source.memory, carried.stuck, target.path))
    if (rest === null)
      problems.push({
        path: source.memory.path,
        message:
          "its duplicates of other agents’ entries cannot be separated: put blank lines around its entries",
      })
    if (carried && !("stuck" in carried) && carried.dropped.length > 0)
      left.push({
        path: source.memory.path,
        why: `${carried.dropped.join(", ")}: not migrated, kept in the history of the file`,
      })
    return carried && !("stuck" in carried) && rest ? { block: carried.block, indices: rest.indices } : null
  })
  const moving = merges.filter(({ stays }) => !stays)
  const keepers = new Set(moving.map(({ keeper }) => byCopy(keeper)))
  const shared = moving.map(({ keeper }) => {
    const { memory } = sources[keeper.source] as GatheredSource
    const part = carryEntries(memory.text, parsed[keeper.source] as ParsedFile, [keeper.index], target)
    if (!("stuck" in part)) return part
    problems.push(stuck(memory, part.stuck, target.path))
    return null
  })
  if (problems.length > 0) return stopped(problems)
  const baseOut = new Set(
    moving.flatMap(({ copies }) => copies.filter(({ source }) => source < 0).map(({ index }) => index)),
  )
  const base = into && standing ? without(into, standing, baseOut) : fresh(gathering, roster)
  if (base === null)
    return stopped([
      {
        path: target.path,
        message:
          "shared entries cannot be replaced by agents’ newer ones: put blank lines around its entries",
      },
    ])
  const additions: {
    readonly addition: Addition
    readonly copyOf: (entry: number) => { source: number; index: number }
  }[] = []
  const placeIn = placesIn(base.parsed, roster)
  for (const [at, part] of parts.entries()) {
    if (part === null || part.block.lead.lines.length + part.block.rest.lines.length === 0) continue
    const { place } = sources[at] as GatheredSource
    additions.push({
      addition: { into: placeIn(place), block: part.block },
      copyOf: (entry) => ({ source: at, index: part.indices[entry] as number }),
    })
  }
  for (const [at, part] of shared.entries()) {
    const { keeper } = moving[at] as Merge
    additions.push({
      addition: { into: placeIn({ kind: "everyone" }), block: { lead: part as Part, rest: NO_PART } },
      copyOf: () => keeper,
    })
  }
  for (const loose of [false, true]) {
    const one = oneHeadingEach(additions, loose)
    const written = insertBlocks(
      base.text,
      base.parsed,
      one.map(({ addition }) => addition),
      loose,
    )
    const after = target.format.parse(written.text, target.readAs)
    const origin = (placed: Placed) =>
      "stood" in placed
        ? { source: -1, index: base.indices[placed.stood] as number }
        : (one[placed.addition] as (typeof one)[number]).copyOf(placed.entry)
    const order = written.order.map(origin)
    const wrong = order.findIndex((copy, place) => !readsRight(copy, after, place))
    if (wrong < 0 && order.length === after.entries.length)
      return { text: written.text, entries: account(order, after), left, problems: [] }
    if (loose) {
      // What stood there reads otherwise by what comes to stand below it.
      const from = order.slice(Math.max(0, wrong))
      const first = from.find(({ source }) => source >= 0) ?? from[0]
      const [memory, entry] =
        first === undefined
          ? [into, undefined]
          : [first.source < 0 ? into : (sources[first.source]?.memory ?? null), entryOf(first)]
      return stopped([
        {
          path: memory?.path ?? target.path,
          message: `${entry ? gist(entry.text) : "a part of it"} would be parsed differently in ${target.path}: write it as a list item, and close the code fences and comments above it`,
        },
      ])
    }
  }
  return stopped([])

  function entryOf({ source, index }: { source: number; index: number }): ParsedEntry | undefined {
    return (source < 0 ? standing : parsed[source])?.entries[index]
  }

  function readsRight(copy: { source: number; index: number }, after: ParsedFile, place: number): boolean {
    const [was, is] = [entryOf(copy), after.entries[place]]
    if (!was || !is || !saysTheSame(was as Said, is)) return false
    if (copy.source < 0)
      return standing !== null && sameAudience(audienceIn(standing, was), audienceIn(after, is))
    return speaksTo(
      audienceIn(after, is),
      keepers.has(byCopy(copy)) ? { kind: "everyone" } : (sources[copy.source] as GatheredSource).place,
      roster,
    )
  }

  function account(order: readonly { source: number; index: number }[], after: ParsedFile): Accounted[] {
    const placeOf = new Map(order.map((copy, at) => [byCopy(copy), at]))
    const merged = new Map(
      merges.flatMap((merge) => merge.copies.map((copy) => [byCopy(copy), merge] as const)),
    )
    const kept = new Map(merges.map((merge) => [byCopy(merge.keeper), merge]))
    const rows: Accounted[] = []
    const files = [
      ...(into && standing ? [{ source: -1, memory: into, file: standing }] : []),
      ...sources.map(({ memory }, source) => ({ source, memory, file: parsed[source] as ParsedFile })),
    ]
    for (const { source, memory, file } of files) {
      for (const [index, entry] of file.entries.entries()) {
        const merge = merged.get(byCopy({ source, index }))
        const at = placeOf.get(byCopy(merge?.keeper ?? { source, index })) as number
        const now = after.entries[at] as ParsedEntry
        const section = now.section === null ? null : (after.sections[now.section]?.name ?? null)
        const both = merge ?? kept.get(byCopy({ source, index }))
        const how = merge ? "merged" : source < 0 ? "same" : both && !both.stays ? "merged" : "moved"
        rows.push({
          text: entry.text,
          state: entry.state,
          from: { path: memory.path, line: entry.span.line, id: memory.ids[index] ?? null },
          to: { path: target.path, line: now.span.line, section, at },
          how,
          why: whyOf(how, both),
        })
      }
    }
    return rows
  }
}

function whyNoSection(agent: string, roster: Roster): string | null {
  if (roster.sectionOf(agent) === null)
    return `${agent} cannot be used as the name of the agent’s section: rename the agent`
  const rival = roster.rivalOf(agent)
  return rival === null
    ? null
    : `${agent} and ${rival} would share one section because section names ignore letter case: rename one of them, or move it to another category`
}

const byCopy = ({ source, index }: Pick<Copy, "source" | "index">): string => `${source} ${index}`

function whyOf(how: Accounted["how"], merge: Merge | undefined): string {
  if (how === "same") return "Already there"
  if (how === "moved") return "The agent’s own entry"
  const all = merge
    ? [...new Set([merge.keeper, ...merge.copies].flatMap(({ agent }) => (agent === null ? [] : [agent])))]
    : []
  return all.length > 1
    ? `${all.slice(0, 4).join(", ")}${all.length > 4 ? ` and ${all.length - 4} more` : ""} have the same entry: kept once, for all of them`
    : "Duplicate of a shared entry: kept once"
}

const stopped = (problems: readonly Problem[]): Gathered => ({ text: "", entries: [], left: [], problems })

const stuck = ({ path }: Memory, entry: ParsedEntry, target: string): Problem => ({
  path,
  message: `line ${entry.span.line}: ${gist(entry.text)} cannot be written into ${target} unchanged: write it as a list item`,
})

/** What comes to stand in the same new section is made one, so that its heading is written once. */
function oneHeadingEach<
  One extends {
    readonly addition: Addition
    readonly copyOf: (entry: number) => { source: number; index: number }
  },
>(additions: readonly One[], loose: boolean) {
  const made = groupBy(additions, ({ addition: { into } }) =>
    "heading" in into ? `made ${into.heading}` : `section ${into.section}`,
  )
  return [...made.values()].map((group) => {
    if (group.length === 1) return group[0] as One
    const entries: { source: number; index: number }[] = []
    const renamed = group.map(({ addition: { block }, copyOf }) => {
      const part = ({ lines, entries: own }: Part): Part => ({
        lines,
        entries: own.map((entry) => entries.push(copyOf(entry)) - 1),
      })
      return { lead: part(block.lead), rest: part(block.rest) }
    })
    const block = {
      lead: together(
        renamed.map(({ lead }) => lead),
        loose,
      ),
      rest: together(
        renamed.map(({ rest }) => rest),
        loose,
      ),
    }
    return {
      addition: { into: (group[0] as One).addition.into, block },
      copyOf: (entry: number) => entries[entry] as { source: number; index: number },
    }
  })
}

/** Lists go on where they can; all else has a blank line between. */
function together(parts: readonly Part[], loose: boolean): Part {
  const lines: string[] = []
  for (const part of parts) {
    if (
      lines.length > 0 &&
      part.lines.length > 0 &&
      (loose || !isTight(lines.at(-1) ?? "", part.lines[0] ?? ""))
    )
      lines.push("")
    for (const line of part.lines) lines.push(line)
  }
  return { lines, entries: parts.flatMap((part) => part.entries) }
}

/** Where in a category's file a place is: its section, or where that is made. Worked out once, as many ask. */
function placesIn({ sections }: ParsedFile, roster: Roster): (place: Place) => Addition["into"] {
  const top = sections
    .map(({ level, audience, name }, section) => ({ level, audience, name, section }))
    .filter(({ level }) => level <= 2)
  const ofRole = new Map<string, number>()
  for (const { audience, section } of top)
    if (audience.kind === "role")
      for (const agent of roster.ownersOf(audience.role)) if (!ofRole.has(agent)) ofRole.set(agent, section)
  const shared = top.find(
    ({ audience, name }) => audience.kind === "everyone" && /^shared patterns$/i.test(name.trim()),
  )
  const notes = top.find(({ audience }) => audience.kind === "coordinator")
  const first = top.find(({ level }) => level === 2)
  const firstNotes = top.find(({ level, audience }) => level === 2 && audience.kind === "coordinator")
  return (place) => {
    const found =
      place.kind === "role" ? ofRole.get(place.agent) : (place.kind === "everyone" ? shared : notes)?.section
    if (found !== undefined) return { section: found }
    const before = place.kind === "everyone" ? first : place.kind === "role" ? firstNotes : undefined
    return { heading: roster.headingOf(place) ?? "", before: before?.section ?? null }
  }
}

function speaksTo(audience: Audience, place: Place, roster: Roster): boolean {
  if (audience.kind !== place.kind) return false
  return (
    audience.kind !== "role" || place.kind !== "role" || roster.ownersOf(audience.role).includes(place.agent)
  )
}

const sameAudience = (one: Audience, other: Audience): boolean =>
  one.kind === other.kind && (one.kind !== "role" || other.kind !== "role" || one.role === other.role)

interface Rest {
  readonly text: string
  readonly parsed: ParsedFile
  /** Of its entries: which of the file's they are. */
  readonly indices: readonly number[]
}

/** A file without some of its entries; null where the others would read otherwise. */
function without(
  { format, text, readAs }: Memory,
  parsed: ParsedFile,
  out: ReadonlySet<number>,
): Rest | null {
  const indices = parsed.entries.map((_, index) => index).filter((index) => !out.has(index))
  if (out.size === 0) return { text, parsed, indices }
  try {
    const shorter = format.revise(
      text,
      readAs,
      [...out].map((entry) => ({ kind: "remove", entry })),
    )
    const after = format.parse(shorter, readAs)
    const same =
      after.entries.length === indices.length &&
      indices.every((index, place) =>
        saysTheSame(parsed.entries[index] as ParsedEntry, after.entries[place] as ParsedEntry),
      )
    return same ? { text: shorter, parsed: after, indices } : null
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** The category's file before anything stands in it, with a section for each agent that has a file. */
function fresh({ name, agents, sources, target }: Gathering, roster: Roster): Rest {
  const having = new Set(sources.flatMap(({ place }) => (place.kind === "role" ? [place.agent] : [])))
  const own = agents.filter((agent) => having.has(agent))
  const places: Place[] = [
    { kind: "everyone" },
    ...own.map((agent): Place => ({ kind: "role", agent })),
    { kind: "coordinator" },
  ]
  const text = `${[`# ${name} Category Memory`, ...places.map((place) => `## ${roster.headingOf(place)}`)].join("\n\n")}\n`
  return { text, parsed: target.format.parse(text, target.readAs), indices: [] }
}

function mergesOf(
  { sources }: Gathering,
  parsed: readonly ParsedFile[],
  standing: ParsedFile | null,
): Merge[] {
  const own: Copy[] = []
  const shared: Copy[] = []
  for (const [index, entry] of standing?.entries.entries() ?? []) {
    if (entry.state === "current" && audienceIn(standing as ParsedFile, entry).kind === "everyone")
      shared.push({ source: -1, index, entry, agent: null })
  }
  for (const [source, { place }] of sources.entries()) {
    const agent =
      place.kind === "role" ? place.agent : place.kind === "coordinator" ? "the coordinator" : null
    for (const [index, entry] of (parsed[source] as ParsedFile).entries.entries())
      if (entry.state === "current") (agent === null ? shared : own).push({ source, index, entry, agent })
  }
  const known = groupBy(shared, ({ entry }) => entry.text)
  return [...groupBy(own, ({ entry }) => entry.text)].flatMap(([text, copies]): Merge[] => {
    const common = known.get(text) ?? []
    if (new Set(copies.map(({ agent }) => agent)).size + common.length < 2) return []
    const newest =
      [...copies, ...common]
        .map(({ entry }) => entry.date ?? "")
        .toSorted()
        .at(-1) ?? ""
    const stays = common.find(({ entry }) => (entry.date ?? "") === newest)
    if (stays) return [{ keeper: stays, copies, stays: true }]
    const keeper = copies.find(({ entry }) => (entry.date ?? "") === newest) as Copy
    return [{ keeper, copies: [...copies.filter((copy) => copy !== keeper), ...common], stays: false }]
  })
}
