import { areContrary } from "../lexicon/alternatives"
import type { Word } from "../similarity/statement-words"
import data from "./data/opposites.json" with { type: "json" }

/** Opposites of the general language, by stem. Derived from WordNet. */
const opposites = bothWays(data.wordnet)

/** Small words with opposite meanings. */
const turned = bothWays(
  "on/off in/out up/down to/from into/from more/less over/under most/least with/without same/different inside/outside yes/no any/only nobody/everybody first/last nobody/anyone none/all nobody/every only/every push/poll pushes/polls pushed/polled herunter/hoch auf/zu öffnen/schließen abre/cierra ouvert/fermé abierto/cerrado aberto/fechado ein/aus an/aus immer/nie toujours/jamais siempre/nunca sempre/nunca todos/ninguno aucun/tous mit/ohne avec/sans con/sin com/sem antes/después avant/après vor/nach",
)

/** Reads pairs of words, `one/other`, separated by spaces. Returns the opposites of each word. */
function bothWays(pairs: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const pair of pairs.split(" ")) {
    const [one = "", other = ""] = pair.split("/")
    found.set(one, (found.get(one) ?? new Set()).add(other))
    found.set(other, (found.get(other) ?? new Set()).add(one))
  }
  return found
}

/** Returns the certainty that two words are opposites, 0–1. */
export function oppositeness(left: Word, right: Word): number {
  if (areContrary(left.idea, right.idea)) return 1
  if (isUndone(left.shown, right.shown)) return 0.9
  if (opposites.get(left.stem)?.has(right.stem) === true) return 0.7
  return turned.get(left.shown)?.has(right.shown) === true ? 0.5 : 0
}

/**
 * True if one word is the other with a negating prefix: `paginated` and `unpaginated`, `blocking` and
 * `nonblocking`.
 */
function isUndone(one: string, other: string): boolean {
  if (one.length === other.length) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return (
    short.length >= 4 &&
    long.endsWith(short) &&
    /^(?:un|non|in|im|ir|il|dis|de)$/.test(long.slice(0, -short.length))
  )
}
