import { formatCount } from "../../text/sentence"
import { findNoise } from "../../memory-files/session-noise-patterns"
import { findSecrets } from "../../secrets/secrets"
import { ageInDays, allowedAge, isStale } from "../../memory-files/entry-dates"
import { stemOf } from "../../text/stems"
import { statesRule } from "../log-score-signs"
import { keptAsIs, type Trim, type TrimInput, type TrimEntry, type TrimStep } from "./trim-entry"
import { listDuplicatesInFile } from "./duplicates-in-file"
import { FEWEST, hookOf, lineCountOf, listSubjects, type TrimSubject } from "./subjects"
import { compareText } from "@/lib/memory/text/aggregates"

/**
 * Returns the steps that bring a file within its budget of lines, and stops as soon as the file fits. Order: retired lines and exact copies,
 * session noise, duplicates in other words, stale entries, subjects that move to a topic file and leave one index line, and last stale
 * rules. Stale entries are removed, not retired, because a retired entry still takes its line. Verified entries, the newest entries and
 * index lines stay.
 */
export function planTrim(asked: TrimInput): Trim {
  const trimming = begin(asked)
  for (const stage of STAGES) {
    if (fits(trimming)) break
    stage(trimming)
  }
  joinAlikeMoves(trimming)
  const { steps, left, kept } = trimming
  const stuck = left <= asked.budget ? null : stuckOf(asked, kept)
  return { steps, left, fits: stuck === null, told: trimSummary(asked, left, stuck), stuck }
}

interface Trimming {
  readonly asked: TrimInput
  /** Ids of entries that may not change. */
  readonly kept: ReadonlySet<string>
  /** Ids of entries with a secret. They are never moved to another file. */
  readonly secret: ReadonlySet<string>
  readonly steps: TrimStep[]
  readonly gone: Set<string>
  /** Dates that entries took from their removed copies, by id. */
  readonly dates: Map<string, string | null>
  left: number
}

function begin(asked: TrimInput): Trimming {
  return {
    asked,
    kept: keptAsIs(asked.entries, asked.today),
    secret: new Set(asked.entries.filter(({ text }) => findSecrets(text).length > 0).map(({ id }) => id)),
    steps: [],
    gone: new Set(),
    dates: new Map(),
    left: asked.lines,
  }
}

const fits = ({ asked, left }: Trimming): boolean => left <= asked.budget

const STAGES: readonly ((trimming: Trimming) => void)[] = [
  (trimming) =>
    takeOut(trimming, (entry) =>
      entry.retired === true
        ? {
            rule: "struck",
            why: `line ${entry.line} is retired and not sent to agents; it stays in the history`,
          }
        : null,
    ),
  (trimming) => dropCopies(trimming, true),
  (trimming) =>
    takeOut(trimming, (entry) => {
      const noise = findNoise(entry.text)
      return noise && { rule: "noise", why: `line ${entry.line}: ${noise.message}` }
    }),
  (trimming) => dropCopies(trimming, false),
  (trimming) =>
    moveSubjects(trimming, "stale subject", listSubjects(stale(trimming).filter(movable(trimming)))),
  (trimming) => dropStale(trimming, false),
  (trimming) => moveSubjects(trimming, "subject", listSubjects(free(trimming).filter(movable(trimming)))),
  followSections,
  moveRest,
  (trimming) => dropStale(trimming, true),
]

/** Returns the entries that are left and may change, in the order of the file. */
const free = (trimming: Trimming): TrimEntry[] =>
  standing(trimming)
    .filter(({ id }) => !trimming.kept.has(id))
    .toSorted((a, b) => a.line - b.line || compareText(a.id, b.id))

const movable =
  ({ secret }: Trimming) =>
  ({ id }: TrimEntry): boolean =>
    !secret.has(id)

const standing = ({ asked, gone, dates }: Trimming): TrimEntry[] =>
  asked.entries
    .filter(({ id }) => !gone.has(id))
    .map((entry) => ({ ...entry, date: dates.get(entry.id) ?? entry.date }))

function stale(trimming: Trimming): TrimEntry[] {
  const { today, staleDays, staleDaysByType = {} } = trimming.asked
  return free(trimming).filter(({ date, type, keptOn = null }) =>
    isStale({ date, type, state: "current", keptOn }, dayOf(today), {
      days: staleDays,
      byType: staleDaysByType,
    }),
  )
}

function take(trimming: Trimming, step: TrimStep): void {
  trimming.steps.push(step)
  for (const id of step.entries) trimming.gone.add(id)
  if (step.into !== undefined && step.date !== undefined) trimming.dates.set(step.into, step.date)
  trimming.left -= step.lines
}

function takeOut(
  trimming: Trimming,
  find: (entry: TrimEntry) => Pick<TrimStep, "rule" | "why"> | null,
): void {
  for (const entry of free(trimming)) {
    if (fits(trimming)) return
    const found = find(entry)
    if (found !== null) take(trimming, { kind: "remove", ...found, entries: [entry.id], lines: entry.lines })
  }
}

function dropCopies(trimming: Trimming, same: boolean): void {
  const { asked, kept } = trimming
  for (const { copy, stays, ...found } of listDuplicatesInFile(standing(trimming), {
    kept,
    today: asked.today,
    path: "",
  })) {
    if (fits(trimming)) return
    if (found.same !== same) continue
    const step = {
      entries: [copy.id],
      into: stays.id,
      lines: copy.lines,
      date:
        kept.has(stays.id) || stays.date === null
          ? stays.date
          : later(trimming.dates.get(stays.id) ?? stays.date, copy.date),
    }
    if (same)
      take(trimming, {
        kind: "remove",
        rule: "same words",
        ...step,
        why: `line ${copy.line} is identical to line ${stays.line}`,
      })
    else
      take(trimming, {
        kind: "merge",
        rule: "said twice",
        ...step,
        why: `line ${copy.line} duplicates line ${stays.line}, which is more complete (${Math.round(found.score * 100)}% similar)`,
      })
  }
}

/**
 * Removes stale entries, the oldest first, then the least read, until the file fits. `rules`: true removes
 * only rules, false only other entries. Rules come last, because they age more slowly than facts.
 */
function dropStale(trimming: Trimming, rules: boolean): void {
  const { today, staleDays, staleDaysByType = {} } = trimming.asked
  const policy = { days: staleDays, byType: staleDaysByType }
  for (const entry of stale(trimming)
    .filter(({ text }) => statesRule(text) === rules)
    .toSorted(
      (a, b) => compareText(a.date ?? "", b.date ?? "") || a.accessed - b.accessed || a.line - b.line,
    )) {
    if (fits(trimming)) return
    const age = ageInDays(entry.date, dayOf(today)) ?? 0
    take(trimming, {
      kind: "remove",
      rule: "stale",
      entries: [entry.id],
      lines: entry.lines,
      why: `line ${entry.line} is ${formatCount(age, "day")} old (limit ${formatCount(allowedAge(entry, policy) ?? 0, "day")}) ${entry.accessed === 0 ? "and was never read by agents" : `but was read by agents ${formatCount(entry.accessed, "time")}`}; it stays in the history${rules ? ". It states a rule, so check whether the rule still applies" : ""}`,
    })
  }
}

/**
 * Moves as few subjects to topic files as needed: the smallest subject that is large enough, else the
 * largest, until the file fits. A subject that already has a topic file needs no new index line.
 */
function moveSubjects(
  trimming: Trimming,
  rule: "stale subject" | "subject",
  subjects: readonly TrimSubject[],
): void {
  const { asked } = trimming
  if (asked.moves === false) return
  const waiting = subjects
    .map((subject) => ({ subject, leads: leadsTo(trimming, subject) }))
    .filter(({ subject, leads }) => subject.entries.length >= FEWEST && savedBy(subject, leads) > 0)
  while (!fits(trimming) && waiting.length > 0) {
    const over = trimming.left - asked.budget
    const bySize = waiting.toSorted(
      (a, b) =>
        savedBy(a.subject, a.leads) - savedBy(b.subject, b.leads) ||
        compareText(a.subject.title, b.subject.title),
    )
    const next = bySize.find(({ subject, leads }) => savedBy(subject, leads) >= over) ?? bySize.at(-1)
    if (next === undefined) return
    waiting.splice(waiting.indexOf(next), 1)
    const { subject, leads } = next
    const saved = savedBy(subject, leads)
    const title = leads ?? freshTitle(trimming, subject.title)
    take(trimming, {
      kind: "move",
      rule,
      entries: subject.entries.map(({ id }) => id),
      into: title,
      text: leads === null ? hookOf(subject) : null,
      lines: saved,
      why: whyMoved(rule, subject, { title, saved, leads: leads !== null, staleDays: asked.staleDays }),
    })
  }
}

/** Moves entries below a heading that names a moved topic, the oldest first, until the file fits. */
function followSections(trimming: Trimming): void {
  if (trimming.asked.moves === false) return
  const topics = new Map(
    trimming.steps.flatMap(({ kind, into }) =>
      kind === "move" && into !== undefined ? [[titleStems(into), into] as const] : [],
    ),
  )
  for (const entry of free(trimming)
    .filter(movable(trimming))
    .toSorted(
      (a, b) => compareText(a.date ?? "9999", b.date ?? "9999") || a.accessed - b.accessed || b.line - a.line,
    )) {
    if (fits(trimming)) return
    const into = entry.section === null ? undefined : topics.get(titleStems(entry.section))
    if (into !== undefined)
      take(trimming, {
        kind: "move",
        rule: "subject",
        entries: [entry.id],
        into,
        text: null,
        lines: entry.lines,
        why: `line ${entry.line} is under “${entry.section ?? ""}”, which now has a topic file`,
      })
  }
}

/** Joins moves to topics of almost the same name (“Invoice”, “Invoices”), so that the index links to one topic. */
function joinAlikeMoves(trimming: Trimming): void {
  const { steps, asked } = trimming
  const byTitle = new Map<string, TrimStep>()
  const joined: TrimStep[] = []
  for (const step of steps) {
    if (step.kind !== "move" || step.rule === "rest") {
      joined.push(step)
      continue
    }
    const name = titleStems(step.into ?? "")
    const first = byTitle.get(name)
    if (first === undefined || first.entries.length + step.entries.length > MOST_MOVED) {
      byTitle.set(name, step)
      joined.push(step)
      continue
    }
    const both = joinMoves(first, step, asked.entries)
    byTitle.set(name, both)
    joined[joined.indexOf(first)] = both
  }
  trimming.left = asked.lines - joined.reduce((sum, { lines }) => sum + lines, 0)
  steps.splice(0, steps.length, ...joined)
}

function joinMoves(first: TrimStep, second: TrimStep, all: readonly TrimEntry[]): TrimStep {
  const ids = [...first.entries, ...second.entries]
  const title = first.into ?? ""
  const saved = first.lines + second.lines + (second.text === null ? 0 : 1)
  const entries = all.filter(({ id }) => ids.includes(id)).toSorted((a, b) => a.line - b.line)
  const lines = lineCountOf(entries)
  const isListed = first.text === null
  return {
    ...first,
    entries: ids,
    lines: saved,
    text: isListed ? null : hookOf({ title, entries, lines }),
    why: `${formatCount(ids.length, "entry")} about “${title}”: ${formatCount(lines, "line")} ${isListed ? "moved to a topic file that the index links to" : "replaced by one index line"}, saving ${formatCount(saved, "line")}`,
  }
}

const titleStems = (title: string): string =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and")
    .map(stemOf)
    .toSorted()
    .join(" ")

/** Moves entries without a subject until the file fits: the oldest first, then the least read, then the last in the file. */
function moveRest(trimming: Trimming): void {
  const { asked } = trimming
  if (asked.moves === false) return
  while (!fits(trimming) && moveSome(trimming)) continue
}

/** Moves as many entries as fit into one topic. Returns false if moving them would save nothing. */
function moveSome(trimming: Trimming): boolean {
  const { asked, left } = trimming
  const inTurn = free(trimming)
    .filter(movable(trimming))
    .toSorted(
      (a, b) => compareText(a.date ?? "9999", b.date ?? "9999") || a.accessed - b.accessed || b.line - a.line,
    )
  const some: TrimEntry[] = []
  for (const entry of inTurn) {
    if (lineCountOf(some) - 1 >= left - asked.budget || some.length === MOST_MOVED) break
    some.push(entry)
  }
  const rest: TrimSubject = {
    title: freshTitle(trimming, "Details"),
    entries: some.toSorted((a, b) => a.line - b.line),
    lines: lineCountOf(some),
  }
  if (savedBy(rest, null) <= 0) return false
  take(trimming, {
    kind: "move",
    rule: "rest",
    entries: rest.entries.map(({ id }) => id),
    into: rest.title,
    text: hookOf(rest),
    lines: savedBy(rest, null),
    why: `${formatCount(some.length, "entry")} without a common subject, oldest first: ${formatCount(rest.lines, "line")} replaced by one index line, saving ${formatCount(savedBy(rest, null), "line")}`,
  })
  return true
}

/**
 * Maximum number of entries in one move. A proposal may change at most 100 entries, and the index line is one
 * more change.
 */
const MOST_MOVED = 90

const savedBy = ({ entries }: TrimSubject, leads: string | null): number =>
  lineCountOf(entries) - (leads === null ? 1 : 0)

/**
 * Returns the topic that the index already links to and whose title equals the title of the subject, ignoring
 * case. Null if there is none.
 */
const leadsTo = ({ asked }: Trimming, { title }: TrimSubject): string | null =>
  asked.entries
    .map(({ topic }) => topic ?? null)
    .filter((topic) => topic !== null && topic.toLowerCase() === title.toLowerCase())
    .toSorted()[0] ?? null

/** Returns a title that no other topic of this trim has: “Details”, “Details 2”. */
function freshTitle({ steps }: Trimming, title: string): string {
  const taken = new Set(
    steps.flatMap(({ kind, into }) => (kind === "move" && into !== undefined ? into.toLowerCase() : [])),
  )
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? title : `${title} ${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

function whyMoved(
  rule: "stale subject" | "subject",
  { entries, lines }: TrimSubject,
  {
    title,
    saved,
    leads,
    staleDays,
  }: {
    readonly title: string
    readonly saved: number
    readonly leads: boolean
    readonly staleDays: number | null
  },
): string {
  const old = rule === "stale subject" ? `, older than ${formatCount(staleDays ?? 0, "day")}` : ""
  return `${formatCount(entries.length, "entry")} about “${title}”${old}: ${formatCount(lines, "line")} ${leads ? "moved to a topic file that the index links to" : "replaced by one index line"}, saving ${formatCount(saved, "line")}`
}

/**
 * Returns the result of a trim in words. `left`: lines of the file after the trim. `stuck`: why no more lines
 * can be removed, or null.
 */
export function trimSummary(
  { lines, budget }: Pick<TrimInput, "lines" | "budget">,
  left: number,
  stuck: string | null,
): string {
  const limit = `(budget ${budget.toLocaleString("en")})`
  if (lines <= budget) return `${formatCount(lines, "line")} ${limit}: nothing to remove`
  const become = `${formatCount(lines, "line")}${left < lines ? ` reduced to ${left.toLocaleString("en")}` : ""} ${limit}`
  if (left <= budget) return become
  return `${become}, still ${(left - budget).toLocaleString("en")} over${stuck === null ? "" : `: ${stuck}`}`
}

function stuckOf({ lines, entries, moves }: TrimInput, kept: ReadonlySet<string>): string {
  if (entries.length === 0) return "this file is not read as entries, so it must be shortened by hand"
  const held = lineCountOf(entries.filter(({ id }) => kept.has(id)))
  const bare = lines - lineCountOf(entries)
  return `${formatCount(held, "line has a verified entry, a new entry or a topic link", "lines have verified entries, new entries or topic links")}; ${formatCount(bare, "line is a heading or blank", "lines are headings or blank")}; and ${moves === false ? "this file cannot be split" : "no other entry can be moved"}`
}

const later = (one: string | null, other: string | null): string | null =>
  (one ?? "") >= (other ?? "") ? one : other
const dayOf = (today: string): Date => new Date(`${today.slice(0, 10)}T00:00:00Z`)
