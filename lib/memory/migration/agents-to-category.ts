import type { Audience, MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import { groupBy } from "../text/aggregates"
import { joinNames } from "../text/sentence"
import { type Block, carryText, carryEntries, mayFollowDirectly, NO_PART, type CarriedPart } from "./carry"
import { type Insertion, insertBlocks, type EntryOrigin } from "./insert"
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
import { type CategoryMember, type RoleSections, listRoleSections } from "./role-sections"

export interface MergeSource {
  readonly memory: Memory
  readonly place: CategoryMember
  /** Lines that its format writes into a new file. */
  readonly scaffold: ReadonlySet<string>
}

export interface MergeInput {
  readonly name: string
  /** Agents of the category, in the order of their sections. */
  readonly agents: readonly string[]
  readonly sources: readonly MergeSource[]
  /** The category's file; null if it does not exist. */
  readonly into: Memory | null
  readonly target: { readonly path: string; readonly readAs: string; readonly format: MemoryFormat }
}

export interface MergedCategory {
  readonly text: string
  readonly entries: readonly MigratedStatement[]
  readonly left: readonly NotMigrated[]
  readonly problems: readonly Problem[]
}

/** An entry of one of the files. */
interface Copy {
  /** Index of the source; -1 for the category's file. */
  readonly source: number
  readonly index: number
  readonly entry: ParsedEntry
  readonly agent: string | null
}

type CopyPlace = Pick<Copy, "source" | "index">

/** An entry that is kept once for all its duplicates. */
interface Merge {
  readonly keeper: Copy
  readonly copies: readonly Copy[]
  /** True if the keeper was already shared and stays in place. */
  readonly stays: boolean
}

/** All files of a migration as their formats parse them. */
interface ParsedFiles {
  readonly gathering: MergeInput
  readonly roster: RoleSections
  /** Parsed files, in the order of the sources. */
  readonly parsed: readonly ParsedFile[]
  /** The category's file; null if it does not exist. */
  readonly standing: ParsedFile | null
}

/** A block to insert, and where each of its entries came from. */
interface TracedInsertion {
  readonly addition: Insertion
  readonly copyOf: (entry: number) => CopyPlace
}

/**
 * Joins the files of agents and roles into one file of their category. Entries that two agents have, or that an agent and the shared memory
 * have, are kept once under Shared Patterns with the newest date. Every entry is accounted for in the new text as the format parses it.
 */
export function mergeAgentsIntoCategory(gathering: MergeInput): MergedCategory {
  const { sources, into, target, agents } = gathering
  const files: ParsedFiles = {
    gathering,
    roster: listRoleSections(agents),
    parsed: sources.map(({ memory }) => readMemory(memory)),
    standing: into && readMemory(into),
  }
  const unusable = listUnusable(files)
  if (unusable.length > 0) return stopped(unusable)
  const merges = mergesOf(files)
  const moving = merges.filter(({ stays }) => !stays)
  const left: NotMigrated[] = []
  const problems: Problem[] = []
  const parts = carryFiles(files, merges, { left, problems })
  const shared = carryShared(files, moving, problems)
  if (problems.length > 0) return stopped(problems)
  const base = baseOf(files, moving)
  if (base === null)
    return stopped([
      {
        path: target.path,
        message:
          "shared entries in this file cannot be replaced with the agents’ newer versions, because blank lines do not separate them. Add a blank line before and after each entry",
      },
    ])
  const additions = additionsOf(files, base, { parts, shared, moving })
  return insertAdditions(files, base, { merges, additions, left })
}

/** Returns the problems of files that are parsed differently now, or whose agents cannot have a section. */
function listUnusable({ gathering: { sources, into }, roster, parsed, standing }: ParsedFiles): Problem[] {
  const changed = [
    ...sources.map(({ memory }, at) => ({ memory, file: parsed[at] as ParsedFile })),
    ...(into && standing ? [{ memory: into, file: standing }] : []),
  ].filter(({ memory, file }) => memory.ids.length !== file.entries.length)
  if (changed.length > 0)
    return changed.map(({ memory }) => ({
      path: memory.path,
      message: "the file is now parsed differently than when it was stored: import it again",
    }))
  return sources.flatMap(({ memory, place }) => {
    const why = place.kind === "role" ? whyNoSection(place.agent, roster) : null
    return why === null ? [] : [{ path: memory.path, message: why }]
  })
}

interface CarriedFile {
  readonly block: Block
  /** Index of each entry in its original file. */
  readonly indices: readonly number[]
}

/** Returns the content of each source without merged entries; null if it cannot be carried over. */
function carryFiles(
  { gathering: { sources, target, name }, parsed }: ParsedFiles,
  merges: readonly Merge[],
  { left, problems }: { readonly left: NotMigrated[]; readonly problems: Problem[] },
): (CarriedFile | null)[] {
  const leaving = groupBy(
    merges.flatMap(({ keeper, copies, stays }) => [...copies, ...(stays ? [] : [keeper])]),
    ({ source }) => source,
  )
  return sources.map(({ memory, place, scaffold }, at) => {
    const out = new Set((leaving.get(at) ?? []).map(({ index }) => index))
    const rest = without(memory, parsed[at] as ParsedFile, out)
    if (rest === null) {
      problems.push({
        path: memory.path,
        message:
          "entries that duplicate other agents’ entries cannot be separated: put blank lines around them",
      })
      return null
    }
    const of = place.kind === "role" ? place.agent : name
    const carried = carryText({ text: rest.text, parsed: rest.parsed, scaffold, of }, target)
    if ("stuck" in carried) {
      problems.push(stuck(memory, carried.stuck, target.path))
      return null
    }
    if (carried.dropped.length > 0)
      left.push({
        path: memory.path,
        why: `${carried.dropped.join(", ")}: not migrated, but kept in the file’s history`,
      })
    return { block: carried.block, indices: rest.indices }
  })
}

/** Returns the keeper of each moving merge as lines. */
function carryShared(
  { gathering: { sources, target }, parsed }: ParsedFiles,
  moving: readonly Merge[],
  problems: Problem[],
): (CarriedPart | null)[] {
  return moving.map(({ keeper }) => {
    const { memory } = sources[keeper.source] as MergeSource
    const part = carryEntries(memory.text, parsed[keeper.source] as ParsedFile, [keeper.index], target)
    if (!("stuck" in part)) return part
    problems.push(stuck(memory, part.stuck, target.path))
    return null
  })
}

/** Returns the category's file without entries that newer ones replace, or a new file. Null if it would be parsed differently. */
function baseOf({ gathering, roster, standing }: ParsedFiles, moving: readonly Merge[]): Rest | null {
  if (!gathering.into || !standing) return fresh(gathering, roster)
  const replaced = new Set(
    moving.flatMap(({ copies }) => copies.filter(({ source }) => source < 0).map(({ index }) => index)),
  )
  return without(gathering.into, standing, replaced)
}

function additionsOf(
  { gathering: { sources }, roster }: ParsedFiles,
  base: Rest,
  {
    parts,
    shared,
    moving,
  }: {
    readonly parts: readonly (CarriedFile | null)[]
    readonly shared: readonly (CarriedPart | null)[]
    readonly moving: readonly Merge[]
  },
): TracedInsertion[] {
  const placeIn = placesIn(base.parsed, roster)
  const ofFiles = parts.flatMap((part, source): TracedInsertion[] => {
    if (part === null || part.block.lead.lines.length + part.block.rest.lines.length === 0) return []
    const { place } = sources[source] as MergeSource
    return [
      {
        addition: { into: placeIn(place), block: part.block },
        copyOf: (entry) => ({ source, index: part.indices[entry] as number }),
      },
    ]
  })
  const ofAll = shared.map((part, at): TracedInsertion => {
    const { keeper } = moving[at] as Merge
    return {
      addition: { into: placeIn({ kind: "everyone" }), block: { lead: part as CarriedPart, rest: NO_PART } },
      copyOf: () => keeper,
    }
  })
  return [...ofFiles, ...ofAll]
}

/** Inserts the additions, with blank lines between them if the text would otherwise be parsed differently. */
function insertAdditions(
  files: ParsedFiles,
  base: Rest,
  {
    merges,
    additions,
    left,
  }: {
    readonly merges: readonly Merge[]
    readonly additions: readonly TracedInsertion[]
    readonly left: readonly NotMigrated[]
  },
): MergedCategory {
  const tight = insertOnce(files, base, { merges, additions, loose: false })
  if (tight.wrong === null) return { ...tight.gathered, left }
  const loose = insertOnce(files, base, { merges, additions, loose: true })
  return loose.wrong === null ? { ...loose.gathered, left } : stopped([misparsed(files, loose.wrong)])
}

type Inserted =
  | { readonly wrong: null; readonly gathered: MergedCategory }
  /** Entries from the first that would be parsed differently. */
  | { readonly wrong: readonly CopyPlace[] }

function insertOnce(
  files: ParsedFiles,
  base: Rest,
  {
    merges,
    additions,
    loose,
  }: {
    readonly merges: readonly Merge[]
    readonly additions: readonly TracedInsertion[]
    readonly loose: boolean
  },
): Inserted {
  const { target } = files.gathering
  const joined = oneHeadingEach(additions, loose)
  const written = insertBlocks(base.text, base.parsed, {
    additions: joined.map(({ addition }) => addition),
    loose,
  })
  const after = target.format.parse(written.text, target.readAs)
  const order = written.order.map((placed: EntryOrigin) =>
    "stood" in placed
      ? { source: -1, index: base.indices[placed.stood] as number }
      : (joined[placed.addition] as TracedInsertion).copyOf(placed.entry),
  )
  const keepers = new Set(merges.flatMap(({ keeper, stays }) => (stays ? [] : [byCopy(keeper)])))
  const wrong = order.findIndex((copy, place) => {
    const entry = after.entries[place]
    return !entry || !isUnchanged(files, { copy, isShared: keepers.has(byCopy(copy)) }, { entry, after })
  })
  if (wrong >= 0 || order.length !== after.entries.length) return { wrong: order.slice(Math.max(0, wrong)) }
  const entries = account(files, merges, { order, after })
  return { wrong: null, gathered: { text: written.text, entries, left: [], problems: [] } }
}

const entryOf = ({ standing, parsed }: ParsedFiles, { source, index }: CopyPlace): ParsedEntry | undefined =>
  (source < 0 ? standing : parsed[source])?.entries[index]

/** True if an entry has the same content as before, and is in a section for the right readers. */
function isUnchanged(
  files: ParsedFiles,
  { copy, isShared }: { readonly copy: CopyPlace; readonly isShared: boolean },
  { entry, after }: { readonly entry: ParsedEntry; readonly after: ParsedFile },
): boolean {
  const { gathering, standing, roster } = files
  const before = entryOf(files, copy)
  if (!before || !hasSameContent(before, entry)) return false
  const audience = audienceIn(after, entry)
  if (copy.source < 0) return standing !== null && sameAudience(audienceIn(standing, before), audience)
  const { place } = gathering.sources[copy.source] as MergeSource
  return speaksTo(audience, isShared ? { kind: "everyone" } : place, roster)
}

/**
 * Returns a problem with the first new entry that would be parsed differently. New entries can also change
 * how old entries above them are parsed.
 */
function misparsed(files: ParsedFiles, wrong: readonly CopyPlace[]): Problem {
  const { target, into, sources } = files.gathering
  const first = wrong.find(({ source }) => source >= 0) ?? wrong[0]
  const entry = first && entryOf(files, first)
  const memory = first === undefined || first.source < 0 ? into : sources[first.source]?.memory
  return {
    path: memory?.path ?? target.path,
    message: `${entry ? quoteBeginning(entry.text) : "part of the file"} would be parsed differently in ${target.path}: write it as a list item, and close the code fences and comments above it`,
  }
}

/** Returns the positions of each entry of all files before and after the migration. */
function account(
  { gathering: { into, sources, target }, parsed, standing }: ParsedFiles,
  merges: readonly Merge[],
  { order, after }: { readonly order: readonly CopyPlace[]; readonly after: ParsedFile },
): MigratedStatement[] {
  const placeOf = new Map(order.map((copy, at) => [byCopy(copy), at]))
  const merged = new Map(
    merges.flatMap((merge) => merge.copies.map((copy) => [byCopy(copy), merge] as const)),
  )
  const kept = new Map(merges.map((merge) => [byCopy(merge.keeper), merge]))
  const files = [
    ...(into && standing ? [{ source: -1, memory: into, file: standing }] : []),
    ...sources.map(({ memory }, source) => ({ source, memory, file: parsed[source] as ParsedFile })),
  ]
  return files.flatMap(({ source, memory, file }) =>
    file.entries.map((entry, index): MigratedStatement => {
      const merge = merged.get(byCopy({ source, index }))
      const keeperOf = kept.get(byCopy({ source, index }))
      const at = placeOf.get(byCopy(merge?.keeper ?? { source, index })) as number
      const now = after.entries[at] as ParsedEntry
      const section = now.section === null ? null : (after.sections[now.section]?.name ?? null)
      const how = howMigrated(source, merge, keeperOf)
      return {
        text: entry.text,
        state: entry.state,
        from: { path: memory.path, line: entry.span.line, id: memory.ids[index] ?? null },
        to: { path: target.path, line: now.span.line, section, at },
        how,
        why: whyOf(how, merge ?? keeperOf),
      }
    }),
  )
}

function howMigrated(
  source: number,
  merge: Merge | undefined,
  keeperOf: Merge | undefined,
): MigratedStatement["how"] {
  if (merge) return "merged"
  if (source < 0) return "same"
  return keeperOf && !keeperOf.stays ? "merged" : "moved"
}

function whyNoSection(agent: string, roster: RoleSections): string | null {
  if (roster.sectionOf(agent) === null)
    return `${agent} cannot be used as the name of the agent’s section: rename the agent`
  const rival = roster.rivalOf(agent)
  return rival === null
    ? null
    : `${agent} and ${rival} would share a section because section names are not case-sensitive: rename one of them, or move one of them to another category`
}

const byCopy = ({ source, index }: CopyPlace): string => `${source} ${index}`

function whyOf(how: MigratedStatement["how"], merge: Merge | undefined): string {
  if (how === "same") return "Already in the target file"
  if (how === "moved") return "The agent’s own entry"
  const all = merge
    ? [...new Set([merge.keeper, ...merge.copies].flatMap(({ agent }) => (agent === null ? [] : [agent])))]
    : []
  return all.length > 1
    ? `${joinNames(all, 5)} have the same entry, which is kept only once`
    : "Duplicate of a shared entry, which is kept only once"
}

const stopped = (problems: readonly Problem[]): MergedCategory => ({
  text: "",
  entries: [],
  left: [],
  problems,
})

const stuck = ({ path }: Memory, entry: ParsedEntry, target: string): Problem => ({
  path,
  message: `line ${entry.span.line}: ${quoteBeginning(entry.text)} cannot be written to ${target} unchanged: write it as a list item`,
})

/** Joins additions to the same section, so that a new heading is written once. */
function oneHeadingEach(additions: readonly TracedInsertion[], loose: boolean): TracedInsertion[] {
  const made = groupBy(additions, ({ addition: { into } }) =>
    "heading" in into ? `made ${into.heading}` : `section ${into.section}`,
  )
  return [...made.values()].map((group) => {
    const [first] = group
    if (group.length === 1) return first as TracedInsertion
    const entries: CopyPlace[] = []
    const renamed = group.map(({ addition: { block }, copyOf }) => {
      const part = ({ lines, entries: own }: CarriedPart): CarriedPart => ({
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
      addition: { into: (first as TracedInsertion).addition.into, block },
      copyOf: (entry: number) => entries[entry] as CopyPlace,
    }
  })
}

/** Joins parts: list items follow each other directly, other lines have a blank line between. */
function together(parts: readonly CarriedPart[], loose: boolean): CarriedPart {
  const lines: string[] = []
  for (const part of parts) {
    if (
      lines.length > 0 &&
      part.lines.length > 0 &&
      (loose || !mayFollowDirectly(lines.at(-1) ?? "", part.lines[0] ?? ""))
    )
      lines.push("")
    for (const line of part.lines) lines.push(line)
  }
  return { lines, entries: parts.flatMap((part) => part.entries) }
}

/** Returns a function that finds the section of an owner in a category's file, or where to create it. */
function placesIn(
  { sections }: ParsedFile,
  roster: RoleSections,
): (owner: CategoryMember) => Insertion["into"] {
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
  const existing = (owner: CategoryMember): number | undefined => {
    if (owner.kind === "role") return ofRole.get(owner.agent)
    return (owner.kind === "everyone" ? shared : notes)?.section
  }
  const next = { everyone: first, role: firstNotes, coordinator: undefined }
  return (owner) => {
    const section = existing(owner)
    if (section !== undefined) return { section }
    return { heading: roster.headingOf(owner) ?? "", before: next[owner.kind]?.section ?? null }
  }
}

function speaksTo(audience: Audience, owner: CategoryMember, roster: RoleSections): boolean {
  if (audience.kind !== owner.kind) return false
  return (
    audience.kind !== "role" || owner.kind !== "role" || roster.ownersOf(audience.role).includes(owner.agent)
  )
}

const sameAudience = (one: Audience, other: Audience): boolean =>
  one.kind === other.kind && (one.kind !== "role" || other.kind !== "role" || one.role === other.role)

interface Rest {
  readonly text: string
  readonly parsed: ParsedFile
  /** Index in the original file of each entry. */
  readonly indices: readonly number[]
}

/** Returns a file without some entries; null if the others would be parsed differently. */
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
        hasSameContent(parsed.entries[index] as ParsedEntry, after.entries[place] as ParsedEntry),
      )
    return same ? { text: shorter, parsed: after, indices } : null
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** Returns a new category file with an empty section for each agent that has a file. */
function fresh({ name, agents, sources, target }: MergeInput, roster: RoleSections): Rest {
  const having = new Set(sources.flatMap(({ place }) => (place.kind === "role" ? [place.agent] : [])))
  const own = agents.filter((agent) => having.has(agent))
  const owners: CategoryMember[] = [
    { kind: "everyone" },
    ...own.map((agent): CategoryMember => ({ kind: "role", agent })),
    { kind: "coordinator" },
  ]
  const text = `${[`# ${name} Category Memory`, ...owners.map((owner) => `## ${roster.headingOf(owner)}`)].join("\n\n")}\n`
  return { text, parsed: target.format.parse(text, target.readAs), indices: [] }
}

function mergesOf(files: ParsedFiles): Merge[] {
  const shared: Copy[] = sharedInCategory(files)
  const own: Copy[] = []
  for (const [source, { place }] of files.gathering.sources.entries()) {
    const agent = ownerName(place)
    for (const [index, entry] of (files.parsed[source] as ParsedFile).entries.entries())
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

/** Returns the current shared entries of the category's file. */
const sharedInCategory = ({ standing }: ParsedFiles): Copy[] =>
  (standing?.entries ?? []).flatMap((entry, index): Copy[] =>
    entry.state === "current" && audienceIn(standing as ParsedFile, entry).kind === "everyone"
      ? [{ source: -1, index, entry, agent: null }]
      : [],
  )

/** Returns the owner of an agent's or coordinator's file for display; null for shared memory. */
function ownerName(owner: CategoryMember): string | null {
  if (owner.kind === "role") return owner.agent
  return owner.kind === "coordinator" ? "the coordinator" : null
}
