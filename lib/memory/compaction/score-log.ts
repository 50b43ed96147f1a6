import { parseInstructions } from "../comparison/restated-instructions"
import { readStatement, type Statement } from "../similarity/statement"
import {
  type StatementIndex,
  indexStatements,
  findRelated,
  findDuplicates,
  refusedKey,
  findBarrier,
  keyOf,
  type KnownMemory,
  shortened,
} from "./known-memory"
import {
  type FoundSign,
  type LogScoringInput,
  type LogEntry,
  type MemoryKind,
  MIN_PROMOTION_SCORE,
  type ScoredLog,
} from "./scored-log-entry"
import { PLAIN, readLogEntry, SIGNS } from "./log-score-signs"

/** Scores log entries for promotion into curated memory. Returns them in the given order. */
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
 * Scores how useful a log entry is for later readers, from 0 to 1: `PLAIN` plus the weights of its signs. The
 * signs match words, not meaning. An entry with a barrier scores 0.
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

/**
 * Returns the most similar entry of curated memory and instructions, and the curated entry that contradicts
 * the statement; null if there is none.
 */
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

/** Weights of a language model's hint to keep an entry or to leave it in the log. */
const HINT = { keep: 0.3, leave: -0.35 }

function hinted({ hint }: LogEntry): FoundSign[] {
  if (!hint) return []
  const weight = (hint.keep ? HINT.keep : HINT.leave) * Math.min(1, Math.max(0, hint.strength))
  return [{ name: "told from elsewhere", weight: Math.round(weight * 100) / 100, words: hint.words }]
}

/** Minimum similarity, 0–1, at which a curated entry or instruction counts as near. */
const NEAR = 0.42

/**
 * Returns the memory that log entries are compared with. If only the key of a rejected entry is stored, its
 * text is taken from a log entry with this key.
 */
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

/**
 * Returns up to three of the strongest signs that support the verdict, for display. Without one, returns a
 * fixed sentence.
 */
function reasonOf(signs: readonly FoundSign[], verdict: ScoredLog["verdict"]): string {
  const side = signs
    .filter(({ weight }) => (verdict === "promote" ? weight > 0 : weight < 0))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return side.length === 0
    ? "shows no sign of being useful later"
    : side
        .slice(0, 3)
        .map(({ words }) => words)
        .join(", ")
}

const rounded = (sum: number): number => Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100
