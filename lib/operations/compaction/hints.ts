import { createHash } from "node:crypto"
import type { BySorter, SortMethod } from "../coach/sorting"
import { sortByModel } from "../coach/sorting"
import type { LogEntry, LogHint, ScoredLog } from "@/lib/memory/compaction/log-entry"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"

const CHOICES = [
  {
    name: "keep",
    means: "useful later: a durable pattern, a rule, a decision, a preference, ownership, a location",
  },
  {
    name: "leave",
    means: "useful in that session only: finished work, a one-time event, progress, a plan, a ticket",
  },
]

/** Scores for which the language model is asked. Outside this range the rules are more reliable. */
const DOUBTFUL = { from: 0.15, to: 0.85 }
const MOST_ASKED = 600

export interface LogHints {
  /** Hints by entry id. */
  readonly hints: ReadonlyMap<string, LogHint>
  readonly model: string | null
  readonly notes: readonly string[]
}

/**
 * Returns hints of a language model for doubtful lines. Recent answers are cached, so that proposals match
 * their preview.
 */
export async function logHints(scored: readonly ScoredLog[], method: SortMethod): Promise<Outcome<LogHints>> {
  const doubtful = scored
    .filter(({ barrier, score }) => barrier === null && score >= DOUBTFUL.from && score < DOUBTFUL.to)
    .map(({ entry }) => entry)
  const answer = await remembered(doubtful.slice(-MOST_ASKED), method)
  if (!answer.ok) return answer
  const { sorted, model, notes } = answer.value
  const words = (why: string) => (why === "" ? "according to the language model" : `language model: ${why}`)
  const more =
    doubtful.length > MOST_ASKED && model !== null
      ? [`The model was asked about the newest ${MOST_ASKED} of ${doubtful.length} lines.`]
      : []
  return done({
    hints: new Map(
      sorted.map(({ id, choice, sure, why }) => [
        id,
        { keep: choice === "keep", strength: sure, words: words(why) },
      ]),
    ),
    model,
    notes: [...notes, ...more],
  })
}

/** Cache of recent answers, by request. Failures are not cached. */
const lately = new Map<string, BySorter>()
const MOST_KEPT = 50

async function remembered(entries: readonly LogEntry[], method: SortMethod): Promise<Outcome<BySorter>> {
  const key = createHash("sha256")
    .update(
      JSON.stringify([
        method,
        process.env.QUARTERDECK_COACH_MODEL,
        entries.map(({ id, text, section }) => [id, text, section]),
      ]),
    )
    .digest("hex")
  const known = lately.get(key)
  if (known) return done(known)
  const statements = entries.map(({ id, text, section, day }) => ({ id, text, section, date: day }))
  const answer = await sortByModel(
    {
      purpose:
        "These are lines of the daily logs of an agent. Say of each whether it belongs into the memory that every later session loads.",
      choices: CHOICES,
      statements,
    },
    method,
  )
  if (!answer.ok || answer.value.model === null) return answer
  if (lately.size >= MOST_KEPT) lately.delete(lately.keys().next().value ?? "")
  lately.set(key, answer.value)
  return answer
}
