import { readStatement } from "../similarity/statement"
import { indexOf, nearIn, sameIn } from "./alike"
import { asStatement } from "./as-statement"
import { shortened } from "./barriers"
import { type LeftBecause, type MemoryKind, PROMOTE_FROM, type ScoredLog } from "./log-entry"
import { sectionFor } from "./section-for"

export interface Cite {
  readonly id: string
  readonly path: string
  /** Counted from 1. */
  readonly line: number
}

/** A statement proposed to curated memory. */
export interface Addition {
  readonly text: string
  /** A heading of the target, or the name of a new one. */
  readonly section: string
  readonly kind: MemoryKind
  /** ISO day of the newest line that says so. */
  readonly date: string
  /** Every line of the logs that says so, by day and place; the first is no more than the others. */
  readonly cites: readonly Cite[]
  /** For people. */
  readonly why: string
  /** The same thing by thing, what weighs most first. */
  readonly reasons: readonly string[]
  /** 0–1 */
  readonly score: number
  /** The curated entry that it stands against: whoever decides sees both. */
  readonly against: ScoredLog["against"]
  /** What says something near to it already: whoever decides may put it in there instead. */
  readonly near: ScoredLog["near"]
}

export interface Compaction {
  /** What is worth most comes first. */
  readonly additions: readonly Addition[]
  /** All other entries, in the order of the logs. */
  readonly left: readonly { readonly id: string; readonly why: string; readonly because: LeftBecause }[]
}

export interface CompactionAsked {
  /** Headings of the target, in order. */
  readonly sections: readonly string[]
  /** Additions at once, at most. */
  readonly most: number
  /** 0–1: what scores less stays in the logs. */
  readonly threshold?: number
}

interface Lead {
  readonly lead: ScoredLog
  readonly all: readonly ScoredLog[]
  readonly score: number
}

/**
 * What some logs would add to a curated memory. Each entry of the logs is cited by exactly one addition or left with the reason; the
 * order in which they come does not matter. Of lines that say the same the best worded speaks for all, in its own words; of lines that
 * cannot both stand the newer is proposed.
 */
export function planCompaction(
  scored: readonly ScoredLog[],
  { sections, most, threshold = PROMOTE_FROM }: CompactionAsked,
): Compaction {
  const ordered = scored.toSorted(inLogOrder)
  const left = new Map<string, { readonly why: string; readonly because: LeftBecause }>()
  const fit = (one: ScoredLog) => one.barrier === null && one.score >= threshold
  const { standing, outdated } = withoutOutdated(
    joined(
      ordered.filter(fit),
      ordered.filter((one) => one.barrier === null && !fit(one)),
    ),
  )
  for (const { group, by } of outdated)
    for (const { entry } of group.all)
      left.set(entry.id, {
        why: `contradicted by the log of ${by.entry.day}: “${shortened(by.entry.text)}”`,
        because: "outdated",
      })
  const ranked = standing.toSorted(
    (a, b) => b.score - a.score || compare(newest(b), newest(a)) || inLogOrder(a.lead, b.lead),
  )
  const additions = ranked.slice(0, Math.max(0, most)).map((group) => additionOf(group, sections))
  for (const { all } of ranked.slice(Math.max(0, most)))
    for (const { entry } of all)
      left.set(entry.id, {
        why: `${most} other entries rank higher; proposed again next time`,
        because: "others first",
      })
  const cited = new Set(additions.flatMap(({ cites }) => cites.map(({ id }) => id)))
  return {
    additions,
    left: ordered
      .filter(({ entry }) => !cited.has(entry.id))
      .map(({ entry, reason, barrier }) => ({
        id: entry.id,
        ...(left.get(entry.id) ?? { why: reason, because: barrier?.kind ?? "score" }),
      })),
  }
}

/** What says the same, together: those that are fit lead, what is not joins whom it says the same as. */
function joined(fit: readonly ScoredLog[], rest: readonly ScoredLog[]): Lead[] {
  const index = indexOf(fit, ({ entry }) => entry.text)
  const taken = new Set<ScoredLog>()
  const leads = indexOf(
    fit
      .toSorted((a, b) => wordingOf(b) - wordingOf(a) || inLogOrder(a, b))
      .flatMap((lead) => {
        if (taken.has(lead)) return []
        const all = [
          lead,
          ...sameIn(readStatement(lead.entry.text), index).flatMap(({ item }) =>
            item !== lead && !taken.has(item) ? [item] : [],
          ),
        ]
        for (const one of all) taken.add(one)
        return [{ lead, all }]
      }),
    ({ lead }) => lead.entry.text,
  )
  for (const one of rest) {
    const near = sameIn(readStatement(one.entry.text), leads).toSorted(
      (a, b) => b.likeness.score - a.likeness.score,
    )[0]
    near?.item.all.push(one)
  }
  return leads.told.map(({ item: { lead, all } }) => ({
    lead,
    all: all.toSorted(inLogOrder),
    score: Math.max(...all.map(({ score }) => score)),
  }))
}

/** Words from which on a statement gains nothing by more of them, and characters from which on it is too long for a line of memory. */
const FULL_WORDS = 20
const LONG = 300

/** How well it would stand for the others: what is worth most, what says most in a line. */
function wordingOf({ entry: { text }, score }: ScoredLog): number {
  const words = text.trim().split(/\s+/).length
  return score + 0.5 * (Math.min(words, FULL_WORDS) / FULL_WORDS) - (text.length > LONG ? 0.3 : 0)
}

/** What a newer line contradicts is not proposed beside it. */
function withoutOutdated(groups: readonly Lead[]): {
  standing: Lead[]
  outdated: { group: Lead; by: ScoredLog }[]
} {
  const index = indexOf(groups, ({ lead }) => lead.entry.text)
  const outdated: { group: Lead; by: ScoredLog }[] = []
  const standing: Lead[] = []
  for (const group of groups) {
    const newer = nearIn(readStatement(group.lead.entry.text), index).find(
      ({ item, likeness }) => likeness.kind === "contradiction" && newest(item) > newest(group),
    )
    if (newer === undefined) standing.push(group)
    else outdated.push({ group, by: newer.item.lead })
  }
  return { standing, outdated }
}

function additionOf({ lead, all, score }: Lead, sections: readonly string[]): Addition {
  const text = asStatement(lead.entry.text)
  const days = new Set(all.map(({ entry }) => entry.day)).size
  return {
    text,
    section: sectionFor({ text, kind: lead.kind, sections }),
    kind: lead.kind,
    score,
    against: lead.against,
    near: lead.near,
    date: newest({ all }),
    cites: all.map(({ entry: { id, path, line } }) => ({ id, path, line })),
    why: days > 1 && !lead.reason.includes("days") ? `${lead.reason}, said on ${days} days` : lead.reason,
    reasons: [
      ...lead.signs
        .filter(({ weight }) => weight > 0)
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ words }) => words),
      ...(days > 1 && !lead.reason.includes("days") ? [`said on ${days} days`] : []),
    ],
  }
}

const newest = ({ all }: Pick<Lead, "all">): string =>
  all.reduce((day, { entry }) => (entry.day > day ? entry.day : day), "")

const inLogOrder = ({ entry: a }: ScoredLog, { entry: b }: ScoredLog): number =>
  compare(a.day, b.day) || compare(a.path, b.path) || a.line - b.line || compare(a.id, b.id)
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
