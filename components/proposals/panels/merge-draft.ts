import type { Finding } from "../proposal-types"

export type MergeCandidate = NonNullable<Finding["entry"]> & {
  readonly score: number | null
  /** Whether it was found to say the same. */
  readonly same: boolean
}

/** As many as there are digits to choose by. */
const MOST = 9

/** The entries that a proposal can be merged into: those that it was found to be like, the likest first. */
export function mergeCandidates(findings: readonly Finding[], preferred: string | null): MergeCandidate[] {
  const found = new Map<string, MergeCandidate>()
  for (const { entry, score, kind } of findings)
    if (entry && !found.has(entry.id))
      found.set(entry.id, { ...entry, score, same: kind === "duplicate" || kind === "near-duplicate" })
  const listed = [...found.values()].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const first = listed.filter((one) => one.id === preferred)
  return [...first, ...listed.filter((one) => one.id !== preferred)].slice(0, MOST)
}

/** What an entry might say once a proposal is merged into it: the fuller of both where they say the same, or one nearly all that the other does; else one after the other. */
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

/** The share of its words that the fuller text may lack of the other: small words differ where nothing else does. */
const MISSING = 0.3

const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>) =>
  small.size <= large.size && [...small].filter((word) => !large.has(word)).length <= small.size * MISSING
