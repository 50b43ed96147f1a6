import { readInstructions } from "../judgement/restated"
import { readStatement } from "../similarity/statement"
import { type Index, indexOf, nearIn, sameIn, statementKey } from "./alike"
import { findBarrier, keyOf, shortened, type Standing } from "./barriers"
import {
  type FoundSign,
  type LogAsked,
  type LogEntry,
  type MemoryKind,
  PROMOTE_FROM,
  type ScoredLog,
} from "./log-entry"
import { PLAIN, readLogEntry, SIGNS } from "./signs"

/** Each entry of some logs with what speaks for and against taking it into curated memory, in the order given. */
export function scoreLog(asked: LogAsked): ScoredLog[] {
  const standing = standingOf(asked)
  const index = indexOf(asked.entries, ({ text }) => text)
  return asked.entries.map((entry) => scoreLogEntry({ entry, index, standing, today: asked.today }))
}

export interface EntryAsked {
  readonly entry: LogEntry
  /** All entries of the logs. */
  readonly index: Index<LogEntry>
  readonly standing: Standing
  readonly today: string
}

/**
 * How much a line of a log is worth to those who come later, 0–1: `PLAIN`, and what its signs add and take away. It knows nothing of what
 * the words mean. What a barrier keeps in the log scores 0.
 */
export function scoreLogEntry({ entry, index, standing, today }: EntryAsked): ScoredLog {
  const read = readStatement(entry.text)
  const days = [...new Set([entry.day, ...sameIn(read, index).map(({ item }) => item.day)])].toSorted()
  const barrier = findBarrier(entry, standing)
  const known =
    barrier === null
      ? nearIn(read, standing.curated).toSorted(
          (a, b) => b.likeness.score - a.likeness.score || (a.item.id < b.item.id ? -1 : 1),
        )
      : []
  const near =
    [...known, ...(barrier === null ? nearIn(read, standing.told) : [])]
      .filter(({ likeness }) => likeness.kind === "related" && likeness.score >= NEAR)
      .toSorted((a, b) => b.likeness.score - a.likeness.score)[0] ?? null
  const reading = readLogEntry({ entry, days, near: near && shortened(near.item.text), today })
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
  const contrary = known.find(({ likeness }) => likeness.kind === "contradiction")
  const verdict = barrier === null && score >= PROMOTE_FROM ? "promote" : "keep-in-log"
  return {
    entry,
    score,
    verdict,
    signs,
    kind,
    barrier,
    days,
    reason: barrier?.words ?? reasonOf(signs, verdict),
    against:
      contrary === undefined
        ? null
        : { id: contrary.item.id, why: contrary.likeness.why, score: contrary.likeness.score },
    near: near && { id: near.item.id, text: near.item.text, score: near.likeness.score },
  }
}

/** Less than the rubric's own strongest signs: it is one voice. */
const HINT = { keep: 0.3, leave: -0.35 }

function hinted({ hint }: LogEntry): FoundSign[] {
  if (!hint) return []
  const weight = (hint.keep ? HINT.keep : HINT.leave) * Math.min(1, Math.max(0, hint.strength))
  return [{ name: "told from elsewhere", weight: Math.round(weight * 100) / 100, words: hint.words }]
}

/** From here on two statements are so near that one of them may do. */
const NEAR = 0.42

/** Statements that are refused by key alone are known by their words as soon as a log says them again. */
export function standingOf({ entries, curated, instructions, refused }: LogAsked): Standing {
  const refusedKeys = new Set(
    refused.flatMap(({ key, text }) => (text === null ? [key] : [key, statementKey(text)])),
  )
  const texts = new Set(refused.flatMap(({ text }) => text ?? []))
  for (const entry of entries)
    if (refusedKeys.has(keyOf(entry)) || refusedKeys.has(statementKey(entry.text))) texts.add(entry.text)
  return {
    curated: indexOf(curated, ({ text }) => text),
    instructions: instructions.map(readInstructions),
    told: indexOf(
      instructions.flatMap(({ path, entries: lines }) =>
        lines.map(({ line, text }) => ({ id: `${path}:${line}`, text })),
      ),
      ({ text }) => text,
    ),
    refusedKeys,
    refused: indexOf([...texts].toSorted(), (text) => text),
  }
}

/** What weighs most, on the side that decided. */
function reasonOf(signs: readonly FoundSign[], verdict: ScoredLog["verdict"]): string {
  const side = signs
    .filter(({ weight }) => (verdict === "promote" ? weight > 0 : weight < 0))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return side.length === 0
    ? "no sign that it is useful later"
    : side
        .slice(0, 3)
        .map(({ words }) => words)
        .join(", ")
}

const rounded = (sum: number): number => Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100
