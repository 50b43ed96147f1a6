import { formatCount } from "@/lib/memory/text/sentence"
import {
  type ContextCandidate,
  type ContextQuery,
  type FromCoach,
  type RankedEntry,
  beginningOf,
} from "./context-entry"
import { roleName } from "./category-section"
import { withoutClock } from "../compaction/log-notes"
import { bodyOf, frameOf, writeContext } from "./context-text"
import { byAge, scorePartsOf, rankScoreOf } from "./rank"
import { relevanceOf } from "./relevance"
import { plainStatement } from "../similarity/matching"
import { titledStatement } from "../memory-files/shown-statement"
import { WITHHELD, type WithheldKind } from "./withheld"

/** Functions of other modules that a context needs. */
export interface ContextFunctions {
  countTokens(text: string): number
  /** Returns why a text is withheld from agents until a person verifies it, or null. */
  whyWithheld(text: string): WithheldKind | null
}

/** Reasons to leave an entry out. Those that a person can act on are first. */
export const LEFT_OUT_KINDS = [
  "order",
  "outranked",
  "overridden",
  "budget",
  "limit",
  "older-log",
  "other-role",
  "retired",
  "forgotten",
  "opted-out",
] as const
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number]

export interface LeftOutReason {
  readonly kind: LeftOutKind
  /** For display. */
  readonly why: string
  /** Entry that is included instead. */
  readonly by: { readonly id: string; readonly path: string; readonly line: number } | null
}

export interface LeftOutCandidate extends LeftOutReason {
  readonly candidate: ContextCandidate
}

export interface SelectedContext {
  readonly text: string
  readonly tokens: number
  /** Whole files at the start of the text. */
  readonly documents: readonly ContextCandidate[]
  readonly entries: readonly RankedEntry[]
  readonly leftOut: readonly LeftOutCandidate[]
}

/** Maximum number of runs for a planner. Source: the run cache, `formatMemoryForPrompt(memory, maxLines = 5)`. */
const MOST_RUNS = 5

/** Share of the limit for the agent's own memory and its category's at the start of a session. */
export const OWN_SHARE = 0.5

/** Share of the limit for syntheses of the coach at the start of a session. More are included only if room is left. */
export const BRIEF_SHARE = 0.4

/**
 * Chooses the context of an agent: the best ranked entries within limit and budget, without duplicates, and
 * all other entries with the reason why they are left out. At the start of a session, `OWN_SHARE` of the
 * limit is for the memory of the agent and of its category, and `BRIEF_SHARE` for syntheses, because shared
 * memory is larger and would displace both. If an entry does not fit the budget, shorter ones after it are
 * tried. The order of the candidates does not matter.
 *
 * For an agent with a workspace, a session starts with `documents` (SOUL, USER) as whole files, then all
 * entries of MEMORY.md and of the logs of today and yesterday in the order of the lines. The limit counts
 * only the entries after them.
 */
export function selectContext(
  candidates: readonly ContextCandidate[],
  asked: ContextQuery,
  judges: ContextFunctions,
  documents: readonly ContextCandidate[] = [],
): SelectedContext {
  const { admitted, leftOut } = admit(candidates, asked)
  const groups = groupsOf(rankEntries(admitted, asked))
  const writing = new Writing(asked, judges)
  const isStart = asked.task === null && asked.format !== "lines"
  if (isStart) leftOut.push(...writing.begin(asked.optedOut ? [] : documents))
  const beginning = new Set(isStart ? beginningOf(groups) : [])
  const later = groups.filter((group) => !beginning.has(group))
  const turns = turnsOf({ groups, beginning, later }, asked, judges)
  const inTurn = new Set(turns)
  const leave = new Map<RankedEntry, LeftOutReason>(
    groups
      .filter((group) => !inTurn.has(group))
      .map((group) => [group, becauseOf("limit", `older than the ${MOST_RUNS} newest runs`)]),
  )
  for (const group of turns) {
    const reason = writing.addWithinLimit(group, beginning.has(group))
    if (reason !== null) leave.set(group, reason)
  }
  for (const group of groups) {
    const reason = leave.get(group)
    if (reason)
      leftOut.push(...[group.candidate, ...group.copies].map((candidate) => ({ candidate, ...reason })))
  }
  return { ...writing.close(leftOut, asked.format === "lines" ? turns : [...beginning, ...later]), leftOut }
}

interface RankedGroups {
  readonly groups: readonly RankedEntry[]
  /** Entries that a session starts with. */
  readonly beginning: ReadonlySet<RankedEntry>
  /** All other entries. */
  readonly later: readonly RankedEntry[]
}

/** Returns the entries in the order in which they are tried for the context. */
function turnsOf(
  { groups, beginning, later }: RankedGroups,
  { format, limit, task }: ContextQuery,
  judges: ContextFunctions,
): readonly RankedEntry[] {
  if (format === "lines") return newestRunsFirst(groups, Math.min(MOST_RUNS, limit))
  return task === null ? [...beginning, ...inTime(later, limit, judges)] : groups
}

/** True if the agent's own memory or its category's has the entry. */
export const isOwn = ({ candidate, copies }: RankedEntry): boolean =>
  candidate.own || copies.some((one) => one.own)

/** Returns the synthesis that contains the entry or a copy of it; null if there is none. */
export const coachOf = ({ candidate, copies }: RankedEntry): FromCoach | null =>
  [candidate, ...copies].find((one) => one.fromCoach !== null)?.fromCoach ?? null

/**
 * Returns the entries by rank. Entries beyond the share of own memory, the share of syntheses or the limit
 * come last.
 */
function inTime(
  groups: readonly RankedEntry[],
  limit: number,
  judges: ContextFunctions,
): readonly RankedEntry[] {
  const own = firstOf(groups.filter(isOwn), Math.floor(limit * OWN_SHARE), judges)
  const published = groups.filter((group) => !own.has(group) && coachOf(group) !== null)
  const isForIt = (group: RankedEntry) => coachOf(group)?.kind === "orientation"
  const briefed = firstOf(
    [...published.filter(isForIt), ...published.filter((group) => !isForIt(group))],
    Math.floor(limit * BRIEF_SHARE),
    judges,
  )
  const shares = new Set([...own, ...briefed])
  const others = firstOf(
    groups.filter((group) => !own.has(group) && coachOf(group) === null),
    limit - [...shares].filter((group) => !isWithheld(group, judges)).length,
    judges,
  )
  const isInTime = (group: RankedEntry) => shares.has(group) || others.has(group)
  return [...groups.filter(isInTime), ...groups.filter((group) => !isInTime(group))]
}

/** Returns the first entries, until `most` of them are not withheld or no entry is left. */
function firstOf(
  groups: readonly RankedEntry[],
  most: number,
  judges: ContextFunctions,
): ReadonlySet<RankedEntry> {
  const first = new Set<RankedEntry>()
  let left = most
  for (const group of groups) {
    if (left <= 0) break
    if (!isWithheld(group, judges)) left -= 1
    first.add(group)
  }
  return first
}

/** Returns the current entries by score, the highest first, without duplicates. */
export function rankCandidates(
  candidates: readonly ContextCandidate[],
  asked: Pick<ContextQuery, "task" | "now">,
): RankedEntry[] {
  return groupsOf(
    rankEntries(
      candidates.filter(({ state }) => state === "current"),
      asked,
    ),
  )
}

/**
 * Returns the reason why an entry is withheld, or null. Checks every text that an agent would get: text,
 * labels, section with its description, type and goal of the run. A verified entry is never withheld.
 */
function withheldKind(
  { candidate, copies }: RankedEntry,
  { whyWithheld }: ContextFunctions,
): WithheldKind | null {
  if ([candidate, ...copies].some((one) => one.vouched)) return null
  const said = [candidate.text, titledStatement(candidate), candidate.about]
  for (const words of [...said, candidate.section, candidate.type, candidate.run?.goal]) {
    const kind = words ? whyWithheld(words) : null
    if (kind !== null) return kind
  }
  return null
}

const isWithheld = (group: RankedEntry, judges: ContextFunctions): boolean =>
  withheldKind(group, judges) !== null

/** Separates the candidates that may be included from the others. */
function admit(
  candidates: readonly ContextCandidate[],
  asked: ContextQuery,
): { admitted: ContextCandidate[]; leftOut: LeftOutCandidate[] } {
  const overriding = asked.overrideGlobal
    ? overridden(candidates, asked)
    : new Map<string, ContextCandidate>()
  const admitted: ContextCandidate[] = []
  const leftOut: LeftOutCandidate[] = []
  for (const candidate of candidates) {
    const reason = whyNot(candidate, asked, overriding)
    if (reason === null) admitted.push(candidate)
    else leftOut.push({ candidate, ...reason })
  }
  return { admitted, leftOut: leftOut.toSorted((a, b) => byPlace(a.candidate, b.candidate)) }
}

/** Returns the global entries that override others on request, by the ids of the overridden entries. */
function overridden(
  candidates: readonly ContextCandidate[],
  asked: ContextQuery,
): Map<string, ContextCandidate> {
  const global = candidates.filter(
    (one) =>
      one.scope === "global" &&
      one.outranked?.override === false &&
      whyNot({ ...one, outranked: null }, asked, new Map()) === null,
  )
  return new Map(
    global
      .toSorted(byPlace)
      .flatMap((one) => [one.outranked?.by ?? "", ...(one.outranked?.also ?? [])].map((by) => [by, one])),
  )
}

function whyNot(
  candidate: ContextCandidate,
  asked: ContextQuery,
  overriding: ReadonlyMap<string, ContextCandidate>,
): LeftOutReason | null {
  const { state, because, audience } = candidate
  if (asked.optedOut)
    return becauseOf("opted-out", `${asked.agent} has opted out of memory (memory: disabled)`)
  if (state !== "current") return becauseOf(state, because ? `${state}: ${because}` : state)
  if (candidate.startPlace === "older" && asked.task === null)
    return becauseOf("older-log", "older daily log: included only for a related task")
  if (!isAudience(asked, audience))
    return becauseOf(
      "other-role",
      audience === "coordinator" ? "for the coordinator" : `for ${audience.replace("role:", "")}`,
    )
  return whyOutranked(candidate, asked, overriding)
}

function whyOutranked(
  { id, outranked, scope }: ContextCandidate,
  { overrideGlobal }: ContextQuery,
  overriding: ReadonlyMap<string, ContextCandidate>,
): LeftOutReason | null {
  const global = overriding.get(id)
  if (global)
    return becauseOf("overridden", `overridden by global memory, as requested: ${cited(global)}`, global)
  if (outranked === null || (overrideGlobal && scope === "global" && !outranked.override)) return null
  return becauseOf(
    "outranked",
    `outranked by ${cited(outranked)}${outranked.override ? " through an override" : ""}`,
    { ...outranked, id: outranked.by },
  )
}

function becauseOf(kind: LeftOutKind, why: string, by: LeftOutReason["by"] = null): LeftOutReason {
  return { kind, why, by: by && { id: by.id, path: by.path, line: by.line } }
}

/** True if a section of category memory is for an agent. */
export function isAudience(
  { agent, coordinator }: Pick<ContextQuery, "agent" | "coordinator">,
  audience: string,
): boolean {
  if (audience === "everyone" || agent === coordinator) return true
  const role = audience.startsWith("role:") ? audience.slice("role:".length) : null
  if (role === null) return false
  const name = roleName(agent)
  return name === role || name.startsWith(`${role}-`)
}

type Scored = Omit<RankedEntry, "copies">

function rankEntries(
  candidates: readonly ContextCandidate[],
  { task, now }: Pick<ContextQuery, "task" | "now">,
): Scored[] {
  const relevance =
    task === null
      ? null
      : relevanceOf(
          task,
          candidates.map(({ text }) => text),
        )
  const scored = candidates.map((candidate, place): Scored => {
    const parts =
      relevance === null
        ? scorePartsOf(candidate, now)
        : { ...scorePartsOf(candidate, now), relevance: relevance[place] ?? 0 }
    return { candidate, parts, score: rankScoreOf(parts) }
  })
  return scored.toSorted((one, other) => other.score - one.score || byAge(one.candidate, other.candidate))
}

function groupsOf(ranked: readonly Scored[]): RankedEntry[] {
  const groups = new Map<string, Scored & { copies: ContextCandidate[] }>()
  for (const one of ranked) {
    const statement = plainStatement(withoutClock(one.candidate.text))
    const group = groups.get(statement)
    if (group) group.copies.push(one.candidate)
    else groups.set(statement, { ...one, copies: [] })
  }
  return [...groups.values()]
}

/**
 * Returns the entries for the format `lines`: the `most` newest runs, then entries that are not runs, by
 * rank. Leaves out older runs.
 */
function newestRunsFirst(groups: readonly RankedEntry[], most: number): RankedEntry[] {
  const runs = groups
    .filter(({ candidate }) => candidate.run !== null)
    .toSorted((a, b) => byPlace(a.candidate, b.candidate))
    .toSorted((a, b) => (b.candidate.run?.place ?? 0) - (a.candidate.run?.place ?? 0))
  const first = runs.slice(0, most)
  return [...first, ...groups.filter(({ candidate }) => candidate.run === null)]
}

/** Builds the text of a context within limit and budget. */
class Writing {
  private readonly entries: RankedEntry[] = []
  private readonly documents: RankedEntry[] = []
  /** Number of entries that count toward the limit. */
  private counted = 0
  private used: number

  constructor(
    private readonly asked: ContextQuery,
    private readonly judges: ContextFunctions,
  ) {
    this.used = judges.countTokens(frameOf(asked))
  }

  /** Begins the text with whole files. Returns those that do not fit or are withheld. */
  begin(documents: readonly ContextCandidate[]): LeftOutCandidate[] {
    return documents.flatMap((candidate): LeftOutCandidate[] => {
      const document = { candidate, copies: [], ...UNRANKED }
      const reason =
        this.whyWithheld(document) ?? this.add(document, { isBeginning: true, to: this.documents })
      return reason === null ? [] : [{ candidate, ...reason }]
    })
  }

  /** Adds an entry unless it is withheld or the limit is reached. Returns why it is left out, or null. */
  addWithinLimit(entry: RankedEntry, isBeginning: boolean): LeftOutReason | null {
    const isFull = this.counted >= this.asked.limit && !isBeginning
    // An entry with a share of its own is reported as withheld even if the context is full: once verified, it would be included.
    const hasShare = isOwn(entry) || coachOf(entry) !== null
    const withheld = !isFull || hasShare ? this.whyWithheld(entry) : null
    if (withheld !== null) return withheld
    if (isFull) return becauseOf("limit", `beyond the limit of ${formatCount(this.asked.limit, "entry")}`)
    return this.add(entry, { isBeginning, to: this.entries })
  }

  private whyWithheld(entry: RankedEntry): LeftOutReason | null {
    const kind = withheldKind(entry, this.judges)
    return kind === null ? null : becauseOf("order", WITHHELD[kind])
  }

  private add(
    entry: RankedEntry,
    { isBeginning, to }: { readonly isBeginning: boolean; readonly to: RankedEntry[] },
  ): LeftOutReason | null {
    const body = `\n${bodyOf(this.asked.format, entry)}`
    const left = this.asked.budget - this.used
    if (body.length > left * LONGEST_TOKEN) return this.noRoom()
    const size = this.judges.countTokens(body)
    if (size > left) return this.noRoom(` (${size} needed, ${Math.max(0, left)} left)`)
    to.push(entry)
    this.used += size
    if (!isBeginning) this.counted += 1
    return null
  }

  /**
   * Returns the finished text. Tokens can merge between lines, so the whole text is counted again, and the
   * last entries are dropped while the text is over budget.
   */
  close(leftOut: LeftOutCandidate[], order: readonly RankedEntry[]): Omit<SelectedContext, "leftOut"> {
    this.entries.splice(0, Infinity, ...order.filter((one) => this.entries.includes(one)))
    for (;;) {
      const text = writeContext(this.asked, [...this.documents, ...this.entries])
      const tokens = this.judges.countTokens(text)
      const documents = this.documents.map(({ candidate }) => candidate)
      if (tokens <= this.asked.budget) return { text, tokens, documents, entries: this.entries }
      const last = this.entries.pop() ?? this.documents.pop()
      if (!last) return { text: "", tokens: 0, documents: [], entries: [] }
      leftOut.push(...[last.candidate, ...last.copies].map((candidate) => ({ candidate, ...this.noRoom() })))
    }
  }

  private noRoom(how = ""): LeftOutReason {
    return becauseOf("budget", `does not fit in the budget of ${this.asked.budget} tokens${how}`)
  }
}

/** Score of a whole file. Files are not ranked. */
const UNRANKED = { score: 1, parts: { confidence: 1, recency: 1, frequency: 1 } }

/**
 * Maximum number of characters per token. A text with more characters for each remaining token is left out
 * without counting its tokens.
 */
const LONGEST_TOKEN = 20

const cited = ({ path, line }: { readonly path: string; readonly line: number }): string => `${path}:${line}`

function byPlace(one: ContextCandidate, other: ContextCandidate): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  if (one.line !== other.line) return one.line - other.line
  const [words, otherWords] = one.text === other.text ? [one.id, other.id] : [one.text, other.text]
  return words < otherWords ? -1 : Number(words > otherWords)
}
