import { readStatement } from "../similarity/statement"
import { indexStatements, findRelated, findDuplicates, shortened, asStatement } from "./known-memory"
import { type LeftBecause, type MemoryKind, MIN_PROMOTION_SCORE, type ScoredLog } from "./scored-log-entry"
import { sectionFor } from "./section-for"
import { compareText } from "@/lib/memory/text/aggregates"

export interface LogCitation {
  readonly id: string
  readonly path: string
  /** From 1. */
  readonly line: number
}

/** An entry proposed for curated memory. */
export interface Addition {
  readonly text: string
  /** Heading in the target file, or the name of a new section. */
  readonly section: string
  readonly kind: MemoryKind
  /** ISO date of the newest cited line. */
  readonly date: string
  /** The log entries with this statement, by date and line. */
  readonly cites: readonly LogCitation[]
  /** Reason, for display. */
  readonly why: string
  /** Signs in favor, the strongest first, for display. */
  readonly reasons: readonly string[]
  /** 0–1 */
  readonly score: number
  /** Curated entry that contradicts the addition; null if there is none. */
  readonly against: ScoredLog["against"]
  /** Most similar curated entry or instruction, which could be extended instead; null if none is similar. */
  readonly near: ScoredLog["near"]
}

export interface Compaction {
  /** Proposed entries, highest score first. */
  readonly additions: readonly Addition[]
  /** All other entries, in the order of the logs. */
  readonly left: readonly { readonly id: string; readonly why: string; readonly because: LeftBecause }[]
}

export interface CompactionSettings {
  /** Headings of the target file, in order. */
  readonly sections: readonly string[]
  /** Maximum number of additions. */
  readonly most: number
  /** Minimum score of an addition, 0–1. Default: `MIN_PROMOTION_SCORE`. */
  readonly threshold?: number
}

/** A group of duplicate log entries. */
interface Lead {
  /** Entry with the best wording. */
  readonly lead: ScoredLog
  readonly all: readonly ScoredLog[]
  readonly score: number
}

/**
 * Returns the entries that logs would add to curated memory. Every log entry is either cited by exactly one
 * addition or left with a reason. The order of the input does not matter. Proposes the best worded of several
 * duplicates, and the newest of several contradicting entries.
 */
export function planCompaction(
  scored: readonly ScoredLog[],
  { sections, most, threshold = MIN_PROMOTION_SCORE }: CompactionSettings,
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
        why: `is contradicted by the log from ${by.entry.day}: “${shortened(by.entry.text)}”`,
        because: "outdated",
      })
  const ranked = standing.toSorted(
    (a, b) => b.score - a.score || compareText(newest(b), newest(a)) || inLogOrder(a.lead, b.lead),
  )
  const additions = ranked.slice(0, Math.max(0, most)).map((group) => additionOf(group, sections))
  for (const { all } of ranked.slice(Math.max(0, most)))
    for (const { entry } of all)
      left.set(entry.id, {
        why: `${most} other entries rank higher; this one will be considered again next time`,
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

/** Groups duplicates. Only lines in `fit` lead a group; each line in `rest` joins the group that it duplicates, if any. */
function joined(fit: readonly ScoredLog[], rest: readonly ScoredLog[]): Lead[] {
  const index = indexStatements(fit, ({ entry }) => entry.text)
  const taken = new Set<ScoredLog>()
  const leads = indexStatements(
    fit
      .toSorted((a, b) => wordingOf(b) - wordingOf(a) || inLogOrder(a, b))
      .flatMap((lead) => {
        if (taken.has(lead)) return []
        const all = [
          lead,
          ...findDuplicates(readStatement(lead.entry.text), index).flatMap(({ item }) =>
            item !== lead && !taken.has(item) ? [item] : [],
          ),
        ]
        for (const one of all) taken.add(one)
        return [{ lead, all }]
      }),
    ({ lead }) => lead.entry.text,
  )
  for (const one of rest) {
    const near = findDuplicates(readStatement(one.entry.text), leads).toSorted(
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

/** Number of words above which the wording score does not rise. */
const FULL_WORDS = 20
/** Number of characters above which a text is too long for a memory entry. */
const LONG = 300

/** Rates the wording of a line: its score plus its length, with a penalty for very long lines. */
function wordingOf({ entry: { text }, score }: ScoredLog): number {
  const words = text.trim().split(/\s+/).length
  return score + 0.5 * (Math.min(words, FULL_WORDS) / FULL_WORDS) - (text.length > LONG ? 0.3 : 0)
}

/** Splits groups into those that still hold and those that a newer group contradicts. */
function withoutOutdated(groups: readonly Lead[]): {
  standing: Lead[]
  outdated: { group: Lead; by: ScoredLog }[]
} {
  const index = indexStatements(groups, ({ lead }) => lead.entry.text)
  const outdated: { group: Lead; by: ScoredLog }[] = []
  const standing: Lead[] = []
  for (const group of groups) {
    const newer = findRelated(readStatement(group.lead.entry.text), index).find(
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
    why:
      days > 1 && !lead.reason.includes("days")
        ? `${lead.reason}, was recorded on ${days} days`
        : lead.reason,
    reasons: [
      ...lead.signs
        .filter(({ weight }) => weight > 0)
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ words }) => words),
      ...(days > 1 && !lead.reason.includes("days") ? [`was recorded on ${days} days`] : []),
    ],
  }
}

const newest = ({ all }: Pick<Lead, "all">): string =>
  all.reduce((day, { entry }) => (entry.day > day ? entry.day : day), "")

const inLogOrder = ({ entry: a }: ScoredLog, { entry: b }: ScoredLog): number =>
  compareText(a.day, b.day) || compareText(a.path, b.path) || a.line - b.line || compareText(a.id, b.id)
