import { findNoise } from "../similarity/noise"
import { readInstructions, type ReadInstructions, restatedIn } from "../judgement/restated"
import { findSecrets } from "../secrets/secrets"
import { isStale } from "../memory-files/staleness"
import { isOfTheMoment } from "./short-lived-entry"
import type { LeftOutPlace, SeedAsked, SeedEntry } from "./seed-entry"

/** Why an entry is left out whatever it is about. */
export interface SeedRefusal {
  readonly place: LeftOutPlace
  readonly reason: string
  readonly confidence: number
}

export interface Refusing {
  readonly asked: SeedAsked
  readonly instructions: readonly ReadInstructions[]
}

export const readRefusing = (asked: SeedAsked): Refusing => ({
  asked,
  instructions: (asked.instructions ?? []).map(readInstructions),
})

/** The first rule that applies leaves the entry out. Duplicates are found later, in `duplicates.ts`. */
const RULES: readonly ((entry: SeedEntry, refusing: Refusing) => SeedRefusal | null)[] = [
  ({ text }) => {
    const [secret] = findSecrets(text)
    return secret === undefined
      ? null
      : refusal(
          { kind: "left-out", why: "guard" },
          `it may contain a secret (${secret.kind}), so it is not copied`,
          1,
        )
  },
  (entry) =>
    entry.state === "retired"
      ? refusal(
          { kind: "left-out", why: "retired" },
          entry.retiredBecause === null ? "it was retired" : `it was retired: ${entry.retiredBecause}`,
          1,
        )
      : null,
  ({ text }) => {
    const noise = text.trim() === "" ? { message: "It is empty." } : findNoise(text)
    return noise === null ? null : refusal({ kind: "left-out", why: "noise" }, noise.message, 0.9)
  },
  ({ text }) =>
    OF_THE_FILE.test(text.trim())
      ? refusal({ kind: "left-out", why: "noise" }, "It is about its file, not about the work.", 0.85)
      : null,
  ({ text, section }) =>
    isOfTheMoment(text, section)
      ? refusal(
          { kind: "left-out", why: "noise" },
          "It reports the state of one session. It does not help later sessions.",
          0.75,
        )
      : null,
  (entry, { asked: { today, staleDays } }) =>
    isStale(
      { date: entry.date, type: null, state: entry.state },
      new Date(`${today.slice(0, 10)}T00:00:00Z`),
      { days: staleDays },
    )
      ? refusal({ kind: "left-out", why: "stale" }, `from ${entry.date}, older than ${staleDays} days`, 0.95)
      : null,
  ({ text }, { instructions }) => {
    const said = restatedIn(text, instructions)
    return said === null
      ? null
      : refusal(
          { kind: "left-out", why: "instructions", by: `${said.path}:${said.line}` },
          `already in ${said.path}:${said.line}`,
          said.score,
        )
  },
]

/** Descriptions of the file below a title or heading. */
const OF_THE_FILE =
  /^(?:these (?:patterns|notes|entries) (?:apply|are|hold)\b|(?:patterns|notes|entries) (?:specific to|of|for) |cross-(?:dimension|agent|category) synthesis\b|this (?:file|memory|section) (?:is|holds|keeps|has|lists)\b|(?:retired|created|split|taken over) (?:in|on|from|by) [^.]{1,40}[;,.])/i

export function findRefusal(entry: SeedEntry, refusing: Refusing): SeedRefusal | null {
  for (const rule of RULES) {
    const found = rule(entry, refusing)
    if (found !== null) return found
  }
  return null
}

const refusal = (place: LeftOutPlace, reason: string, confidence: number): SeedRefusal => ({
  place,
  reason,
  confidence,
})
