import type { Candidate, ContextAsked, FromCoach, GivenEntry } from "./context-entry"
import { roleName } from "./category-section"
import { withoutClock } from "../compaction/log-lines"
import { beginningOf } from "./context-start"
import { bodyOf, frameOf, writeContext } from "./context-text"
import { byAge, partsOf, scoreOf } from "./rank"
import { relevanceOf } from "./relevance"
import { plainStatement } from "../similarity/same-statement"
import { titledStatement } from "../memory-files/titled-statement"
import { WITHHELD, type WithheldKind } from "./withheld-kinds"

/** What is counted and judged elsewhere. */
export interface Judges {
  countTokens(text: string): number
  /** Returns why agents are not given a text unless a person verified it, or null. */
  whyWithheld(text: string): WithheldKind | null
}

/** Why something is left out, first what a person can do something about. */
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

export interface Reason {
  readonly kind: LeftOutKind
  /** In words. */
  readonly why: string
  /** What stands in its place. */
  readonly by: { readonly id: string; readonly path: string; readonly line: number } | null
}

export interface LeftOut extends Reason {
  readonly candidate: Candidate
}

export interface ChosenContext {
  readonly text: string
  readonly tokens: number
  /** Files that the text begins with as wholes. */
  readonly documents: readonly Candidate[]
  readonly entries: readonly GivenEntry[]
  readonly leftOut: readonly LeftOut[]
}

/** How many lines of runs a planner is given. Source: the run cache, `formatMemoryForPrompt(memory, maxLines = 5)`. */
const MOST_RUNS = 5

/** At the start of a session, the share of the limit that is for the agent's own memory and its category's, where there is so much. */
export const OWN_SHARE = 0.5

/** At the start of a session, the share of the limit that is for what the coach published for the agent, and no more than that while others wait. */
export const BRIEF_SHARE = 0.4

/**
 * What an agent is told: the best of what it may load, each statement once, within limit and budget, and everything else with the reason
 * why not. At the start of a session `OWN_SHARE` of it is what its own memory and its category's say best, and `BRIEF_SHARE` what the
 * coach published for it: what all share is more, and would crowd both out. A statement that the budget has no room for is passed over for shorter ones behind it. The same candidates give the
 * same context, in whatever order they come.
 *
 * An agent with a workspace starts as that is read: `documents` (SOUL, USER) as wholes, then all entries of MEMORY.md and of the logs of today
 * and yesterday in the order of their lines. The limit counts what comes after them.
 */
export function chooseContext(
  candidates: readonly Candidate[],
  asked: ContextAsked,
  judges: Judges,
  documents: readonly Candidate[] = [],
): ChosenContext {
  const { admitted, leftOut } = admit(candidates, asked)
  const groups = groupsOf(rankEntries(admitted, asked))
  const writing = new Writing(asked, judges)
  const isStart = asked.task === null && asked.format !== "lines"
  if (isStart) leftOut.push(...writing.begin(asked.optedOut ? [] : documents))
  const beginning = new Set(isStart ? beginningOf(groups) : [])
  const later = groups.filter((group) => !beginning.has(group))
  const turns =
    asked.format === "lines"
      ? newestRunsFirst(groups, Math.min(MOST_RUNS, asked.limit))
      : asked.task === null
        ? [...beginning, ...inTime(later, asked.limit, judges)]
        : groups
  const inTurn = new Set(turns)
  const leave = new Map<GivenEntry, Reason>(
    groups
      .filter((group) => !inTurn.has(group))
      .map((group) => [group, becauseOf("limit", `older than the ${MOST_RUNS} newest runs`)]),
  )
  for (const group of turns) {
    // What has a share of its own and reads like an order is said to, also behind a full context: vouched for, it has its place there.
    const isFull = writing.isFull() && !beginning.has(group)
    const withheld = !isFull || isOwn(group) || coachOf(group) !== null ? withheldKind(group, judges) : null
    const reason = withheld
      ? becauseOf("order", WITHHELD[withheld])
      : isFull
        ? becauseOf("limit", `beyond the limit of ${asked.limit}`)
        : writing.add(group, { isBeginning: beginning.has(group) })
    if (reason !== null) leave.set(group, reason)
  }
  for (const group of groups) {
    const reason = leave.get(group)
    if (reason)
      leftOut.push(...[group.candidate, ...group.copies].map((candidate) => ({ candidate, ...reason })))
  }
  return { ...writing.close(leftOut, asked.format === "lines" ? turns : [...beginning, ...later]), leftOut }
}

/** Whether the agent itself or its category says it, too. */
export const isOwn = ({ candidate, copies }: GivenEntry): boolean =>
  candidate.own || copies.some((one) => one.own)

/** What the coach published for the agent, and says it, too. */
export const coachOf = ({ candidate, copies }: GivenEntry): FromCoach | null =>
  [candidate, ...copies].find((one) => one.fromCoach !== null)?.fromCoach ?? null

/** By rank, but for what others say beyond their share while the agent's own and what the coach published for it wait: that comes after them. */
function inTime(groups: readonly GivenEntry[], limit: number, judges: Judges): readonly GivenEntry[] {
  const own = firstOf(groups.filter(isOwn), Math.floor(limit * OWN_SHARE), judges)
  const published = groups.filter((group) => !own.has(group) && coachOf(group) !== null)
  const isForIt = (group: GivenEntry) => coachOf(group)?.kind === "orientation"
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
  const isInTime = (group: GivenEntry) => shares.has(group) || others.has(group)
  return [...groups.filter(isInTime), ...groups.filter((group) => !isInTime(group))]
}

/** The first so many that may be told, with what reads like an order among them. */
function firstOf(groups: readonly GivenEntry[], most: number, judges: Judges): ReadonlySet<GivenEntry> {
  const first = new Set<GivenEntry>()
  let left = most
  for (const group of groups) {
    if (left <= 0) break
    if (!isWithheld(group, judges)) left -= 1
    first.add(group)
  }
  return first
}

/** Scored, best first, each statement once. */
export function rankGiven(
  candidates: readonly Candidate[],
  asked: Pick<ContextAsked, "task" | "now">,
): GivenEntry[] {
  return groupsOf(
    rankEntries(
      candidates.filter(({ state }) => state === "current"),
      asked,
    ),
  )
}

/** Returns why an entry is withheld, by all of its words that an agent would be given: its text, its section, its type and the goal of its run. */
function withheldKind({ candidate, copies }: GivenEntry, { whyWithheld }: Judges): WithheldKind | null {
  if ([candidate, ...copies].some((one) => one.vouched)) return null
  const said = [candidate.text, titledStatement(candidate), candidate.about]
  for (const words of [...said, candidate.section, candidate.type, candidate.run?.goal]) {
    const kind = words ? whyWithheld(words) : null
    if (kind !== null) return kind
  }
  return null
}

const isWithheld = (group: GivenEntry, judges: Judges): boolean => withheldKind(group, judges) !== null

/** Parts those that may be given from those that may not, whatever their rank. */
function admit(
  candidates: readonly Candidate[],
  asked: ContextAsked,
): { admitted: Candidate[]; leftOut: LeftOut[] } {
  const overriding = asked.overrideGlobal ? overridden(candidates, asked) : new Map<string, Candidate>()
  const admitted: Candidate[] = []
  const leftOut: LeftOut[] = []
  for (const candidate of candidates) {
    const reason = whyNot(candidate, asked, overriding)
    if (reason === null) admitted.push(candidate)
    else leftOut.push({ candidate, ...reason })
  }
  return { admitted, leftOut: leftOut.toSorted((a, b) => byPlace(a.candidate, b.candidate)) }
}

/** With global memory let stand: all entries that otherwise prevail over it, and what they give way to. */
function overridden(candidates: readonly Candidate[], asked: ContextAsked): Map<string, Candidate> {
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
  candidate: Candidate,
  asked: ContextAsked,
  overriding: ReadonlyMap<string, Candidate>,
): Reason | null {
  const { state, because, outranked, scope } = candidate
  if (asked.optedOut)
    return becauseOf("opted-out", `${asked.agent} has opted out of memory (memory: disabled)`)
  if (state !== "current")
    return becauseOf(state, because === null || because === "" ? state : `${state}: ${because}`)
  if (candidate.startPlace === "older" && asked.task === null)
    return becauseOf("older-log", "older daily log: included only for a related task")
  if (!hears(asked, candidate.audience))
    return becauseOf(
      "other-role",
      candidate.audience === "coordinator"
        ? "for the coordinator"
        : `for ${candidate.audience.replace("role:", "")}`,
    )
  const global = overriding.get(candidate.id)
  if (global)
    return becauseOf("overridden", `overridden by global memory, as requested: ${cited(global)}`, global)
  if (outranked === null || (asked.overrideGlobal && scope === "global" && !outranked.override)) return null
  return becauseOf(
    "outranked",
    `outranked by ${cited(outranked)}${outranked.override ? ", by an override" : ""}`,
    { ...outranked, id: outranked.by },
  )
}

function becauseOf(kind: LeftOutKind, why: string, by: Reason["by"] = null): Reason {
  return { kind, why, by: by && { id: by.id, path: by.path, line: by.line } }
}

/** Whether a section of a category's memory speaks to an agent. */
export function hears(
  { agent, coordinator }: Pick<ContextAsked, "agent" | "coordinator">,
  audience: string,
): boolean {
  if (audience === "everyone" || agent === coordinator) return true
  const role = audience.startsWith("role:") ? audience.slice("role:".length) : null
  if (role === null) return false
  const name = roleName(agent)
  return name === role || name.startsWith(`${role}-`)
}

type Scored = Omit<GivenEntry, "copies">

function rankEntries(
  candidates: readonly Candidate[],
  { task, now }: Pick<ContextAsked, "task" | "now">,
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
        ? partsOf(candidate, now)
        : { ...partsOf(candidate, now), relevance: relevance[place] ?? 0 }
    return { candidate, parts, score: scoreOf(parts) }
  })
  return scored.toSorted((one, other) => other.score - one.score || byAge(one.candidate, other.candidate))
}

function groupsOf(ranked: readonly Scored[]): GivenEntry[] {
  const groups = new Map<string, Scored & { copies: Candidate[] }>()
  for (const one of ranked) {
    const statement = plainStatement(withoutClock(one.candidate.text))
    const group = groups.get(statement)
    if (group) group.copies.push(one.candidate)
    else groups.set(statement, { ...one, copies: [] })
  }
  return [...groups.values()]
}

/** The newest runs, then by rank what is no run: the order of a planner's lines. */
function newestRunsFirst(groups: readonly GivenEntry[], most: number): GivenEntry[] {
  const runs = groups
    .filter(({ candidate }) => candidate.run !== null)
    .toSorted((a, b) => byPlace(a.candidate, b.candidate))
    .toSorted((a, b) => (b.candidate.run?.place ?? 0) - (a.candidate.run?.place ?? 0))
  const first = runs.slice(0, most)
  return [...first, ...groups.filter(({ candidate }) => candidate.run === null)]
}

/** The text while it grows. */
class Writing {
  private readonly entries: GivenEntry[] = []
  private readonly documents: GivenEntry[] = []
  /** Entries that count for the limit. */
  private counted = 0
  private used: number

  constructor(
    private readonly asked: ContextAsked,
    private readonly judges: Judges,
  ) {
    this.used = judges.countTokens(frameOf(asked))
  }

  isFull(): boolean {
    return this.counted >= this.asked.limit
  }

  /** Begins the text with files as wholes; returns those that it has no room for or that may not be given. */
  begin(documents: readonly Candidate[]): LeftOut[] {
    return documents.flatMap((candidate): LeftOut[] => {
      const document = { candidate, copies: [], ...UNRANKED }
      const withheld = withheldKind(document, this.judges)
      const reason = withheld
        ? becauseOf("order", WITHHELD[withheld])
        : this.add(document, { isBeginning: true, to: this.documents })
      return reason === null ? [] : [{ candidate, ...reason }]
    })
  }

  /** Why the entry is not in the text; null where it is. */
  add(
    entry: GivenEntry,
    { isBeginning = false, to = this.entries }: { isBeginning?: boolean; to?: GivenEntry[] } = {},
  ): Reason | null {
    const body = `\n${bodyOf(this.asked.format, entry)}`
    const left = this.asked.budget - this.used
    if (body.length > left * LONGEST_TOKEN) return this.noRoom()
    const size = this.judges.countTokens(body)
    if (size > left) return this.noRoom(`: needs ${size}, ${Math.max(0, left)} left`)
    to.push(entry)
    this.used += size
    if (!isBeginning) this.counted += 1
    return null
  }

  /** Tokens may join where lines meet, so the whole is counted once more. */
  close(leftOut: LeftOut[], order: readonly GivenEntry[]): Omit<ChosenContext, "leftOut"> {
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

  private noRoom(how = ""): Reason {
    return becauseOf("budget", `does not fit the budget of ${this.asked.budget} tokens${how}`)
  }
}

/** Files that are given as wholes are not ranked. */
const UNRANKED = { score: 1, parts: { confidence: 1, recency: 1, frequency: 1 } }

/** In characters: a text with more than so many for each token left is not even counted. */
const LONGEST_TOKEN = 20

const cited = ({ path, line }: { readonly path: string; readonly line: number }): string => `${path}:${line}`

function byPlace(one: Candidate, other: Candidate): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  if (one.line !== other.line) return one.line - other.line
  const [words, otherWords] = one.text === other.text ? [one.id, other.id] : [one.text, other.text]
  return words < otherWords ? -1 : Number(words > otherWords)
}
