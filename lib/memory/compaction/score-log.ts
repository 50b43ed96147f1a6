import { parseInstructions } from "../comparison/restated-instructions"
import { readStatement, type Statement } from "../similarity/statement"
import {
  type StatementIndex,
  indexStatements,
  findRelated,
  findDuplicates,
  refusedKey,
} from "./statement-index"
import { findBarrier, keyOf, type KnownMemory, shortened } from "./keep-in-log-rules"
import {
  type FoundSign,
  type LogScoringInput,
  type LogEntry,
  type MemoryKind,
  MIN_PROMOTION_SCORE,
  type ScoredLog,
} from "./scored-log-entry"
import { PLAIN, readLogEntry, SIGNS } from "./log-score-signs"

/** Scores log entries for promotion into curated memory, in the order given. */
export function scoreLog(asked: LogScoringInput): ScoredLog[] {
  const known = readKnownMemory(asked)
  const index = indexStatements(asked.entries, ({ text }) => text)
  return asked.entries.map((entry) => scoreLogEntry({ entry, index, known, today: asked.today }))
}

export interface EntryScoringInput {
  readonly entry: LogEntry
  /** All entries of the logs. */
  readonly index: StatementIndex<LogEntry>
  readonly known: KnownMemory
  readonly today: string
}

/**
 * Returns how useful a log line is for later readers, 0–1: `PLAIN` plus the weights of its signs. The signs are patterns of words and know
 * nothing about meaning. A line with a barrier scores 0.
 */
export function scoreLogEntry({ entry, index, known, today }: EntryScoringInput): ScoredLog {
  const read = readStatement(entry.text)
  const days = [
    ...new Set([entry.day, ...findDuplicates(read, index).map(({ item }) => item.day)]),
  ].toSorted()
  const barrier = findBarrier(entry, known)
  const { near, contrary } = barrier === null ? compareWithMemory(read, known) : NOTHING_NEAR
  const reading = readLogEntry({ entry, days, near: near && shortened(near.text), today })
  const found = SIGNS.filter((sign) => sign.holds(reading))
  const signs = [
    ...found.map(({ name, weight, words }): FoundSign => ({
      name,
      weight,
      words: typeof words === "string" ? words : words(reading),
    })),
    ...hinted(entry),
  ]
  const score = barrier === null ? rounded(signs.reduce((sum, { weight }) => sum + weight, PLAIN)) : 0
  const kind: MemoryKind = found.find((sign) => sign.kind !== undefined && sign.weight > 0)?.kind ?? "fact"
  const verdict = barrier === null && score >= MIN_PROMOTION_SCORE ? "promote" : "keep-in-log"
  return {
    entry,
    score,
    verdict,
    signs,
    kind,
    barrier,
    days,
    reason: barrier?.words ?? reasonOf(signs, verdict),
    against: contrary,
    near,
  }
}

interface MemoryComparison {
  readonly near: ScoredLog["near"]
  readonly contrary: ScoredLog["against"]
}

const NOTHING_NEAR: MemoryComparison = { near: null, contrary: null }

/** Returns the most similar entry of curated memory and instructions, and the curated entry that contradicts. */
function compareWithMemory(read: Statement, { curated, told }: KnownMemory): MemoryComparison {
  const known = findRelated(read, curated).toSorted(
    (a, b) => b.likeness.score - a.likeness.score || (a.item.id < b.item.id ? -1 : 1),
  )
  const near = [...known, ...findRelated(read, told)]
    .filter(({ likeness }) => likeness.kind === "related" && likeness.score >= NEAR)
    .toSorted((a, b) => b.likeness.score - a.likeness.score)[0]
  const contrary = known.find(({ likeness }) => likeness.kind === "contradiction")
  return {
    near: near === undefined ? null : { id: near.item.id, text: near.item.text, score: near.likeness.score },
    contrary:
      contrary === undefined
        ? null
        : { id: contrary.item.id, why: contrary.likeness.why, score: contrary.likeness.score },
  }
}

/** Weights of a language model's opinion: lower than the strongest signs. */
const HINT = { keep: 0.3, leave: -0.35 }

function hinted({ hint }: LogEntry): FoundSign[] {
  if (!hint) return []
  const weight = (hint.keep ? HINT.keep : HINT.leave) * Math.min(1, Math.max(0, hint.strength))
  return [{ name: "told from elsewhere", weight: Math.round(weight * 100) / 100, words: hint.words }]
}

/** Lowest similarity at which one of two entries may be enough. */
const NEAR = 0.42

/** Returns the memory that log entries are compared with. A rejected entry that is stored only by its key is matched if a log repeats it. */
export function readKnownMemory({ entries, curated, instructions, refused }: LogScoringInput): KnownMemory {
  const refusedKeys = new Set(
    refused.flatMap(({ key, text }) => (text === null ? [key] : [key, refusedKey(text)])),
  )
  const texts = new Set(refused.flatMap(({ text }) => text ?? []))
  for (const entry of entries)
    if (refusedKeys.has(keyOf(entry)) || refusedKeys.has(refusedKey(entry.text))) texts.add(entry.text)
  return {
    curated: indexStatements(curated, ({ text }) => text),
    instructions: instructions.map(parseInstructions),
    told: indexStatements(
      instructions.flatMap(({ path, entries: lines }) =>
        lines.map(({ line, text }) => ({ id: `${path}:${line}`, text })),
      ),
      ({ text }) => text,
    ),
    refusedKeys,
    refused: indexStatements([...texts].toSorted(), (text) => text),
  }
}

/** Returns the three strongest signs that support the verdict, for display. */
function reasonOf(signs: readonly FoundSign[], verdict: ScoredLog["verdict"]): string {
  const side = signs
    .filter(({ weight }) => (verdict === "promote" ? weight > 0 : weight < 0))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return side.length === 0
    ? "no sign that it will be useful later"
    : side
        .slice(0, 3)
        .map(({ words }) => words)
        .join(", ")
}

const rounded = (sum: number): number => Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100
