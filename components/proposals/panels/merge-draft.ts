import type { Finding } from "../proposal-types"

export type MergeCandidate = NonNullable<Finding["entry"]> & {
  readonly score: number | null
  /** True if the entry is an exact or near duplicate of the proposal. */
  readonly same: boolean
}

/** Maximum number of candidates: one for each digit key. */
const MOST = 9

/**
 * Returns the entries that a proposal can be merged into: `preferred` first, then the most similar. At most
 * nine.
 */
export function mergeCandidates(findings: readonly Finding[], preferred: string | null): MergeCandidate[] {
  const found = new Map<string, MergeCandidate>()
  for (const { entry, score, kind } of findings)
    if (entry && !found.has(entry.id))
      found.set(entry.id, { ...entry, score, same: kind === "duplicate" || kind === "near-duplicate" })
  const listed = [...found.values()].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const first = listed.filter((one) => one.id === preferred)
  return [...first, ...listed.filter((one) => one.id !== preferred)].slice(0, MOST)
}

/**
 * Returns a draft of the merged text: the longer text if one contains nearly all words of the other, else
 * both.
 */
export function mergedDraft(entry: string, proposed: string, same = false): string {
  const [old, fresh] = [entry.trim(), proposed.trim()]
  if (same) return fresh.length > old.length ? fresh : old
  const [oldWords, freshWords] = [wordsOf(old), wordsOf(fresh)]
  if (isWithin(freshWords, oldWords)) return old
  if (isWithin(oldWords, freshWords)) return fresh
  const end = /[.!?…。！？]$/.test(old) ? old : `${old.replace(/[,;:]$/, "")}.`
  return `${end} ${fresh}`
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/**
 * The share of the shorter text’s words that the longer one may lack. Allows for differing function words.
 */
const MISSING = 0.3

const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>) =>
  small.size <= large.size && [...small].filter((word) => !large.has(word)).length <= small.size * MISSING
